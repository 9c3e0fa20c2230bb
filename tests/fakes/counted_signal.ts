/**
 * An abort signal that knows who still listens: what a wait must leave behind is nothing.
 *
 * @module
 */

/** A signal, its controller, and the number of listeners on it. */
export function countedSignal(): {
  readonly controller: AbortController;
  readonly signal: AbortSignal;
  readonly listeners: () => number;
} {
  const controller = new AbortController();
  const { signal } = controller;
  const listening = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listening.add(args[1]);
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listening.delete(args[1]);
    remove(...args);
  };
  return { controller, signal, listeners: () => listening.size };
}
