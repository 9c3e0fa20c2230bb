/**
 * A page that sends a steady stream of what a browser tells of: console lines, some of them errors and some
 * said twice, fetches, some of which fail, and now and then another document.
 *
 * @module
 */

/** What the page has the browser send, in events a second. */
export const EVENTS_PER_SECOND = 200;

/** Seconds before the page goes to the next document. */
const PAGE_S = 15;
/** Rounds a second; each is 8 console lines and 4 fetches of three events each. */
const ROUNDS_PER_SECOND = EVENTS_PER_SECOND / 20;
/** Rounds made up for at once, after the page was held up. */
const MAX_OWED = 10;

const PAGE = `<!doctype html><meta charset=utf-8><link rel=icon href="data:,"><title>soak</title>
<button>stay</button><script>
const page = Number(location.search.slice(1) || 0);
let line = 0, rounds = 0;
const say = (how) => console[how]("line", page, line++, { page, at: Date.now() });
const round = () => {
  for (let i = 0; i < 5; i++) say("log");
  say(rounds % 5 === 0 ? "error" : "warn");
  for (let i = 0; i < 2; i++) console.info("again", page, rounds);
  for (let i = 0; i < 4; i++) {
    const path = rounds % 10 === 0 && i === 0 ? "/fails" : "/answers";
    fetch(path + "?" + page + "." + rounds + "." + i).then((answer) => answer.text());
  }
  rounds++;
};
const began = performance.now();
setInterval(() => {
  const seconds = (performance.now() - began) / 1000;
  if (seconds > ${PAGE_S}) location.href = "/?" + (page + 1);
  const owed = Math.floor(seconds * ${ROUNDS_PER_SECOND}) - rounds;
  for (let i = 0; i < Math.min(owed, ${MAX_OWED}); i++) round();
}, 20);
</script>`;

/** The site that serves it. */
export class SoakSite implements AsyncDisposable {
  /** The first document. */
  readonly url: string;
  readonly #stop = new AbortController();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  /** Serves it on a free port. */
  constructor() {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, signal: this.#stop.signal, onListen() {} },
      (request) => {
        const { pathname, search } = new URL(request.url);
        if (pathname === "/") return html(PAGE);
        const status = pathname === "/fails" ? 500 : 200;
        return Response.json({ asked: search }, { status });
      },
    );
    this.url = `http://127.0.0.1:${this.#server.addr.port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#server.finished;
  }
}

function html(body: string): Response {
  return new Response(body, { headers: { "content-type": "text/html; charset=utf-8" } });
}

/** The numbers of a line that the page has said: its document, and its place among that one's lines. */
export function lineOf(text: string): { readonly page: number; readonly line: number } | null {
  const [, page, line] = /^line (\d+) (\d+) /.exec(text) ?? [];
  return page === undefined || line === undefined
    ? null
    : { page: Number(page), line: Number(line) };
}
