/**
 * Who waits for a request of the page. Calls run one at a time, so one waits at most; one whose caller has left
 * may still be there when the next one comes.
 *
 * @module
 */
import type { BidiEvent } from "../bidi/protocol.ts";
import type { Capture } from "../capture/capture.ts";
import type { FoundRequest, RequestSearch } from "../capture/request_search.ts";
import type { RequestWaited } from "../page/requests.ts";
import type { Context, Reply } from "./core/types.ts";
import { watch } from "./core/wait.ts";
import type { WorkspaceMessage } from "./workspace_messages.ts";

/** Milliseconds that the end of an answer's body is waited for: a stream has none, nor has what nobody reads. */
const BODY_MS = 500;

interface Waiting {
  /** Tells it from one that came before. */
  readonly number: number;
  readonly search: RequestSearch;
  readonly reply: Reply<RequestWaited>;
  /** One was answered: leaves its body a little time to end. */
  answered(): void;
  /** Stops its timer. */
  release(): void;
}

/** The waits for requests of one workspace. */
export class RequestWaits {
  #waiting: Waiting | null = null;
  #last = 0;

  /** Answers when a request fits, or its time is up. */
  wait(
    capture: Capture | null,
    { wish, ms, signal, reply }: WorkspaceMessage & { kind: "await-request" },
    { self, system: { clock } }: Context<WorkspaceMessage>,
  ): void {
    if (capture === null) return reply.ok({ kind: "off" });
    this.#leave();
    const number = ++this.#last;
    const until = clock.now() + ms;
    const within = (ms: number) =>
      watch(clock, { ms, signal }, (why) => {
        self.tell({ kind: "await-over", number, late: why === "timeout" });
      });
    const waiting: Waiting = {
      number,
      search: capture.search(wish),
      reply,
      release: within(ms),
      answered: () => {
        waiting.release();
        waiting.release = within(Math.max(0, Math.min(BODY_MS, until - clock.now())));
        waiting.answered = () => {};
      },
    };
    this.#waiting = waiting;
    this.#take(waiting.search.first());
  }

  /** An event was taken: it may have been of what is waited for. */
  heard(event: BidiEvent): void {
    this.#take(this.#waiting?.search.told(event) ?? null);
  }

  /** Its time is up, or its caller has left, who is not waiting for an answer. */
  over({ number, late }: { number: number; late: boolean }): void {
    if (this.#waiting?.number !== number) return;
    const waiting = this.#leave();
    if (late) waiting?.reply.ok(outcome(waiting.search));
  }

  /** The session ended, and with it what is waited for. */
  ended(): void {
    const waiting = this.#leave();
    waiting?.reply.ok(outcome(waiting.search));
  }

  #take(found: FoundRequest | null): void {
    if (found === null) return;
    if (found.pending) this.#waiting?.answered();
    else this.#leave()?.reply.ok({ kind: "found", ...found });
  }

  #leave(): Waiting | null {
    const waiting = this.#waiting;
    waiting?.release();
    this.#waiting = null;
    return waiting;
  }
}

function outcome(search: RequestSearch): RequestWaited {
  const found = search.first();
  if (found !== null) return { kind: "found", ...found };
  return { kind: "late", since: search.since, misses: search.misses() };
}
