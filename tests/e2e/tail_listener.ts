/**
 * Listens to an event stream over real HTTP, at the pace of its reader.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { TailEntry, TailRequest } from "../../capture/tap.ts";
import { until } from "./until.ts";

/** What a tail tells. */
export type TailEvent =
  & Partial<TailEntry>
  & Partial<Omit<TailRequest, keyof TailEntry>>
  & { readonly dropped?: number };

/** A reader that takes whatever comes. */
export class TailListener implements AsyncDisposable {
  /** What it has been told. */
  readonly events: TailEvent[] = [];
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  readonly #reader: ReadableStreamDefaultReader<string>;

  private constructor(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
    this.#reader = body.pipeThrough(new TextDecoderStream()).getReader();
    this.ended = this.#read();
  }

  /** Opens a stream and reads it; resolves once it is open. */
  static async open(url: string, headers: Record<string, string> = {}): Promise<TailListener> {
    return (await TailListener.openUnread(url, headers))();
  }

  /** Opens a stream, and begins to read it only when what it resolves with is called. */
  static async openUnread(
    url: string,
    headers: Record<string, string> = {},
  ): Promise<() => TailListener> {
    const response = await fetch(url, { headers });
    assertEquals(response.status, 200);
    assertEquals(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
    const { body } = response;
    if (body === null) throw new Error("there is no body");
    return () => new TailListener(body);
  }

  /** The first event that passes, once it has come. */
  first(passes: (event: TailEvent) => boolean): Promise<TailEvent> {
    return until(() => this.events.find(passes) ?? null, 5_000, () => this.events);
  }

  /** Leaves. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.cancel();
    await this.ended;
  }

  async #read(): Promise<void> {
    let rest = "";
    for (let read = await this.#reader.read(); !read.done; read = await this.#reader.read()) {
      const lines = (rest + read.value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("data:")) this.events.push(JSON.parse(line.slice("data:".length)));
      }
    }
  }
}
