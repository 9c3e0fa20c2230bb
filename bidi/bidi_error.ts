/**
 * What a browser answers to a command it could not carry out (an error response of the WebDriver
 * BiDi specification, section "Errors").
 *
 * @module
 */

/** A command was refused by the browser. `code` is the spec's error code, such as `no such node`. */
export class BidiError extends Error {
  /** Always `BidiError`. */
  override readonly name = "BidiError";
  /** The command that failed, such as `script.evaluate`. */
  readonly method: string;
  /** The spec's error code; open-ended, since browsers add their own. */
  readonly code: string;
  /** The browser's own words. They may quote the page: never log them. */
  readonly detail: string;

  /** The message joins the three, so it is no more fit for a log than `detail`. */
  constructor(method: string, code: string, detail: string) {
    super(`${method} failed: ${code}: ${detail}`);
    this.method = method;
    this.code = code;
    this.detail = detail;
  }
}
