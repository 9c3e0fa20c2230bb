/** Maps that never grow beyond a limit, the oldest entry forgotten first. @module */

/** Puts `value` under `key`; beyond `limit` entries the one that was put first is forgotten. */
export function remember<K, V>(map: Map<K, V>, key: K, value: V, limit: number): void {
  map.set(key, value);
  if (map.size > limit) forgetOldest(map);
}

/** As {@linkcode remember}, but a key that is put again counts as new. */
export function rememberLatest<K, V>(map: Map<K, V>, key: K, value: V, limit: number): void {
  map.delete(key);
  remember(map, key, value, limit);
}

/** Forgets the entry that was put first, except under the key to `keep`. */
export function forgetOldest<K>(map: Map<K, unknown>, keep?: K): void {
  for (const key of map.keys()) {
    if (key === keep) continue;
    map.delete(key);
    return;
  }
}
