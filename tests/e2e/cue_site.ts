/**
 * A site whose pages wait for a test: a page's script awaits `cue(name)`, a request that is answered when
 * the test says so, and tells with `say(word)` how far it has come. So a page does things at a moment that
 * the test has chosen, whether or not anything of it is heard then.
 *
 * @module
 */
import { until } from "./until.ts";

const HEAD =
  `<!doctype html><meta charset=utf-8><link rel=icon href="data:,"><title>cue</title><script>
const cue = (name) => fetch("/cue/" + name).then((answer) => answer.text());
const say = (word) => fetch("/say/" + word, { method: "POST" }).then((answer) => answer.text());
</script>`;

/** One site on a port of its own. */
export class CueSite implements AsyncDisposable {
  /** Where it is, without a path. */
  readonly origin: string;
  readonly #pages: Readonly<Record<string, string>>;
  readonly #cues = new Map<string, PromiseWithResolvers<void>>();
  readonly #said = new Map<string, number>();
  readonly #stop = new AbortController();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  /** `pages` are scripts, by name; each runs in a page of that path. */
  constructor(pages: Readonly<Record<string, string>>) {
    this.#pages = pages;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, signal: this.#stop.signal, onListen() {} },
      (request) => this.#answer(new URL(request.url).pathname),
    );
    this.origin = `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Answers whoever waits for this cue, and whoever asks for it later. */
  give(name: string): void {
    this.#cue(name).resolve();
  }

  /** Waits until pages have said the word as many times. */
  async said(word: string, times = 1, withinMs?: number): Promise<void> {
    await until(() => (this.#said.get(word) ?? 0) >= times, withinMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const cue of this.#cues.values()) cue.resolve();
    this.#stop.abort();
    await this.#server.finished;
  }

  #cue(name: string): PromiseWithResolvers<void> {
    const cue = this.#cues.get(name) ?? Promise.withResolvers<void>();
    this.#cues.set(name, cue);
    return cue;
  }

  async #answer(path: string): Promise<Response> {
    const [, kind = "", name = ""] = path.split("/");
    if (kind === "cue") {
      await this.#cue(name).promise;
      return new Response(`cue ${name}`);
    }
    if (kind === "say") {
      this.#said.set(name, (this.#said.get(name) ?? 0) + 1);
      return new Response(`said ${name}`);
    }
    const script = this.#pages[kind];
    if (script === undefined) return new Response("no such page", { status: 404 });
    return new Response(`${HEAD}<p>${kind}<script>${script}</script>`, {
      headers: { "content-type": "text/html; charset=utf-8" },
    });
  }
}
