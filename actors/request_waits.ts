/**
 * Who waits for a request of the page. Calls run one at a time, so one waits at most; one whose caller has left
 * may still be there when the next one comes.
 *
 * @module
 */
import type { BidiEvent } from "../bidi/protocol.ts";
import type { Capture } from "../capture/capture.ts";
import type { RequestSearch } from "../capture/request_search.ts";
import type { RequestWaited } from "../page/requests.ts";
import type { Context, Reply } from "./core/types.ts";
import { watch } from "./core/wait.ts";
import type { WorkspaceMessage } from "./workspace_messages.ts";

interface Waiting {
  /** Tells it from one that came before. */
  readonly number: number;
  readonly search: RequestSearch;
  readonly reply: Reply<RequestWaited>;
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
    { self, system }: Context<WorkspaceMessage>,
  ): void {
    if (capture === null) return reply.ok({ kind: "off" });
    this.#leave();
    const search = capture.search(wish);
    const found = search.first();
    if (found !== null) return reply.ok({ kind: "found", ...found });
    const number = ++this.#last;
    const release = watch(system.clock, { ms, signal }, (why) => {
      self.tell({ kind: "await-over", number, late: why === "timeout" });
    });
    this.#waiting = { number, search, reply, release };
  }

  /** An event was taken: it may have been of what is waited for. */
  heard(event: BidiEvent): void {
    const found = this.#waiting?.search.told(event) ?? null;
    if (found !== null) this.#leave()?.reply.ok({ kind: "found", ...found });
  }

  /** Its time is up, or its caller has left, who is not waiting for an answer. */
  over({ number, late }: { number: number; late: boolean }): void {
    if (this.#waiting?.number !== number) return;
    const waiting = this.#leave();
    if (late) waiting?.reply.ok(lateness(waiting.search));
  }

  /** The session ended, and with it what is waited for. */
  ended(): void {
    const waiting = this.#leave();
    waiting?.reply.ok(lateness(waiting.search));
  }

  #leave(): Waiting | null {
    const waiting = this.#waiting;
    waiting?.release();
    this.#waiting = null;
    return waiting;
  }
}

function lateness(search: RequestSearch): RequestWaited {
  return { kind: "late", since: search.since, misses: search.misses() };
}
