/**
 * What the page's scripts find in a browser and not in Deno, for as long as a test runs: a server that answers
 * what the test says, and frames.
 *
 * @module
 */

/** Answers one request of the page. */
export type Answer = (path: string, request: Request) => Response | Promise<Response>;

/** Puts them there until disposed; `frame` draws one, at once unless it is given. */
export function pageGlobals(
  answer: Answer,
  frame: (drawn: () => void) => void = queueMicrotask,
): Disposable {
  const before = Object.fromEntries(
    ["fetch", "document", "requestAnimationFrame"].map((
      name,
    ) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]),
  );
  const fakes = {
    document: { hidden: false },
    requestAnimationFrame: frame,
    fetch: async (path: string, { signal, ...init }: RequestInit) => {
      signal?.throwIfAborted();
      const request = new Request(new URL(path, "http://pagetap.test"), init);
      const aborted = Promise.withResolvers<never>();
      signal?.addEventListener("abort", () => aborted.reject(signal.reason));
      const response = await Promise.race([answer(path, request), aborted.promise]);
      // As a real one, its body ends with the signal.
      const body = response.body?.pipeThrough(new TransformStream(), signal ? { signal } : {});
      return new Response(body ?? null, response);
    },
  };
  for (const [name, value] of Object.entries(fakes)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return {
    [Symbol.dispose]() {
      for (const [name, descriptor] of Object.entries(before)) {
        if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, descriptor);
      }
    },
  };
}

/** An event stream that a test writes, chunk by chunk. */
export class EventBody {
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null;
  readonly response: Response;

  constructor() {
    this.response = new Response(
      new ReadableStream({ start: (controller) => void (this.#controller = controller) }),
    );
  }

  write(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  tell(...events: unknown[]): void {
    this.write(events.map((event) => `data:${JSON.stringify(event)}\n\n`).join(""));
  }

  end(): void {
    this.#controller?.close();
  }

  fail(): void {
    this.#controller?.error(new TypeError("the connection was lost"));
  }
}
