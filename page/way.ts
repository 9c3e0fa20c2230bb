/**
 * The way of a tab to another document, as the browser tells of it.
 *
 * @module
 */
import type { BidiEvent } from "../bidi/protocol.ts";
import type { Listening } from "./listening.ts";
import type { Page } from "./page.ts";

/** What has been told of a tab's way since it was followed. */
export class Way implements AsyncDisposable {
  readonly #context: string;
  #ear: Listening | null = null;
  #started = false;
  #committed: string | null = null;

  private constructor(context: string) {
    this.#context = context;
  }

  /** Follows the tab from now on. */
  static async follow(page: Page): Promise<Way> {
    const way = new Way(page.context);
    way.#ear = await page.listen({
      events: ["browsingContext.navigationStarted", "browsingContext.navigationCommitted"],
      heard: (event) => way.#take(event),
    });
    return way;
  }

  /** URL of the document that came last; null while none has. */
  get committed(): string | null {
    return this.#committed;
  }

  /** It has set out, and nothing has come. */
  get open(): boolean {
    return this.#started && this.#committed === null;
  }

  /** Hears no more. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ear?.stop();
  }

  #take({ method, params }: BidiEvent): void {
    if (method === "browsingContext.navigationStarted") {
      if (params.context === this.#context) this.#started = true;
    } else if (method === "browsingContext.navigationCommitted") {
      if (params.context === this.#context) this.#committed = params.url;
    }
  }
}
