/**
 * Something that is asked for once, for as long as a component shows it.
 *
 * @module
 */
import { useEffect, useState } from "preact/hooks";
import { askJson, Refused } from "./api.ts";

/** How far it got. */
export type Fetched<T> =
  | { readonly state: "loading" }
  | { readonly state: "there"; readonly value: T }
  | { readonly state: "refused"; readonly message: string };

/** Asks for JSON at `path`, and again when `path` is another; null asks for nothing yet. */
export function useFetched<T>(path: string | null): Fetched<T> {
  const [fetched, setFetched] = useState<Fetched<T>>({ state: "loading" });
  useEffect(() => {
    if (path === null) return;
    const abort = new AbortController();
    setFetched({ state: "loading" });
    askJson<T>(path, abort.signal).then(
      (value) => setFetched({ state: "there", value }),
      (error) => {
        if (abort.signal.aborted) return;
        const message = error instanceof Refused ? error.message : String(error);
        setFetched({ state: "refused", message });
      },
    );
    return () => abort.abort();
  }, [path]);
  return fetched;
}
