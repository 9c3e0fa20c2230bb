/**
 * What a browser on a Grid has downloaded: the Grid's own endpoints (`/se/files`), which are none of WebDriver's.
 *
 * @module
 */
import { decodeBase64 } from "@std/encoding";
import { DriverError, type NodeDownloads } from "../driver.ts";
import type { Answer, Question } from "./client.ts";
import { GridFault, refusal, webDriverError } from "./fault.ts";
import type { Grid } from "./grid.ts";
import { unzipped } from "./unzipped.ts";

/** Milliseconds that a file may take. */
const READ_MS = 60_000;
/** Bytes of the answer that holds a file: 50 MiB that did not get smaller, in base64, and its frame. */
const MAX_READ_BYTES = 70 * 1024 * 1024;

/** The downloads of one session. */
export class GridDownloads implements NodeDownloads {
  readonly #grid: Grid;
  readonly #path: string;

  /** Of the session with that id; whether its node keeps them is not asked. */
  constructor(grid: Grid, id: string) {
    this.#grid = grid;
    this.#path = `/session/${id}/se/files`;
  }

  /** Forgets all of it. */
  async clear(signal?: AbortSignal): Promise<void> {
    await this.#ask({ method: "DELETE", ...(signal && { signal }) });
  }

  /** Bytes of each file, by its name. */
  async sizes(signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const { files } = await this.#ask({ method: "GET", signal }) as {
      files?: readonly { name?: unknown; size?: unknown }[];
    };
    return new Map((files ?? []).map(({ name, size }) => [String(name), Number(size)]));
  }

  /** One file. */
  async read(name: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const body = { name };
    const limits = { timeoutMs: READ_MS, maxBytes: MAX_READ_BYTES, signal };
    const { contents } = await this.#ask({ method: "POST", body, ...limits }) as {
      contents?: unknown;
    };
    const file = unzipped(decodeBase64(String(contents ?? "")));
    if (file === null) throw this.#error(new GridFault("gave a file that cannot be unpacked"));
    return file;
  }

  async #ask(question: Omit<Question, "path">): Promise<unknown> {
    let answer: Answer;
    try {
      answer = await this.#grid.client.ask({ ...question, path: this.#path });
    } catch (error) {
      throw error instanceof GridFault ? this.#error(error) : error;
    }
    const { status, value } = answer;
    if (status === 200) return value ?? {};
    throw this.#error(keepsNone(value) ? NONE : refusal(status, value));
  }

  #error({ message, advice }: GridFault): DriverError {
    const then = advice === null ? "" : `; ${advice}`;
    return new DriverError(
      `Cannot get what was downloaded: the Grid at ${this.#grid.address.shown} ${message}${then}`,
    );
  }
}

const NONE = new GridFault(
  "hands out no downloads",
  "start its node with --enable-managed-downloads true, and open the session again",
);

/** Whether the Grid says that it has no folder for this session. */
function keepsNone(value: unknown): boolean {
  const message = webDriverError(value)?.message ?? "";
  return /downloads file system|enable-managed-downloads|management of downloads/.test(message);
}
