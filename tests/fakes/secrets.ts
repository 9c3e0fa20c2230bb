/** Secrets in memory. @module */
import { type SecretSource, SecretSourceError, textOf } from "../../actors/secrets/source.ts";

/** A source with these texts, by name and key; they may be changed later. */
export function fakeSecrets(texts: Record<string, Record<string, string>>): SecretSource {
  return {
    names: () => Object.keys(texts),
    keys: (name) => texts[name] === undefined ? null : Object.keys(texts[name]),
    read(name, key) {
      const text = texts[name]?.[key];
      if (text === undefined) throw new SecretSourceError("is gone");
      return textOf(new TextEncoder().encode(text));
    },
    place: (name, key) => `FAKE/${name}/${key}`,
  };
}
