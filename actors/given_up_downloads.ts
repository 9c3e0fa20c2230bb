/**
 * Downloads that their call gave up and the browser goes on with: BiDi has no command that stops one. Denying
 * downloads, leaving or closing the tab and going offline do not (Chromium 156, Firefox ESR 153); removing a
 * user context does, in Chromium alone, and the tab's cookies are not in another. So their folders are kept
 * and their size is looked at, and a browser that fills the disk is ended.
 *
 * @module
 */
import type { BidiEvent, DownloadEnd, DownloadWillBegin } from "../bidi/protocol.ts";
import { type Incoming, MAX_FILE_BYTES } from "../page/files.ts";
import type { Clock, Timer } from "./core/clock.ts";

/** Bytes that all of them may come to before the browser is ended. */
export const MAX_GIVEN_UP_BYTES: number = 4 * MAX_FILE_BYTES;

/** Folders looked at at most; with one more the browser is ended. */
export const MAX_GIVEN_UP = 8;

/** Milliseconds between two looks. */
const LOOK_MS = 1_000;

/** Downloads under way that are told apart at most; of more it is not known when the last has ended. */
const MAX_UNDER_WAY = 100;

/** Why a browser is ended for them. */
const WHY = "a download that was given up went on and could not be stopped";

/** Those of one browser. */
export class GivenUpDownloads {
  /** Told why the browser is to be ended; set by who holds it. */
  tooMuch: (why: string) => void = () => {};
  readonly #clock: Clock;
  readonly #underWay: string[] = [];
  #folders: Incoming[] = [];
  #timer: Timer | null = null;
  #closed = false;

  /** Looks at nothing before there is one. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes an event of the browser, of which those of downloads are looked at. */
  event({ method, params }: BidiEvent): void {
    if (method === "browsingContext.downloadWillBegin") {
      if (this.#underWay.length < MAX_UNDER_WAY) this.#underWay.push(keyOf(params));
    } else if (method === "browsingContext.downloadEnd") {
      const at = this.#underWay.indexOf(keyOf(params));
      if (at >= 0) this.#underWay.splice(at, 1);
    }
  }

  /** The folder for a call, which is kept past it when the call gives its download up. */
  lend(folder: Incoming): Incoming {
    let given = false;
    return {
      path: folder.path,
      bytes: () => folder.bytes(),
      keep: (arrived, file) => folder.keep(arrived, file),
      giveUp: () => {
        given = true;
        folder.giveUp();
      },
      [Symbol.asyncDispose]: async () => {
        if (given && folder.path !== null && !this.#closed) this.#take(folder);
        else await folder[Symbol.asyncDispose]();
      },
    };
  }

  /** The browser has ended: removes what it has left. Safe twice; never throws. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#remove();
  }

  #take(folder: Incoming): void {
    this.#folders.push(folder);
    if (this.#folders.length > MAX_GIVEN_UP) this.tooMuch(WHY);
    this.#timer ??= this.#clock.after(LOOK_MS, () => void this.#look());
  }

  async #look(): Promise<void> {
    if (this.#underWay.length === 0) return await this.#remove();
    const sizes = await Promise.all(this.#folders.map((folder) => folder.bytes().catch(() => 0)));
    if (this.#closed) return;
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (bytes > MAX_GIVEN_UP_BYTES) this.tooMuch(WHY);
    this.#timer = this.#clock.after(LOOK_MS, () => void this.#look());
  }

  async #remove(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = null;
    const folders = this.#folders;
    this.#folders = [];
    await Promise.allSettled(folders.map((each) => each[Symbol.asyncDispose]()));
  }
}

/** What is the same at a download's beginning and end; Firefox (ESR 153) gives it no id. */
function keyOf({ download, navigation, url }: DownloadWillBegin | DownloadEnd): string {
  return download ?? `${navigation} ${url.length} ${url.slice(0, 200)}`;
}
