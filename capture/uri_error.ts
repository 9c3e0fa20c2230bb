/** The error of a URI that names nothing. @module */

/** A `workspace://` URI that cannot be read: `message` is one sentence that says what is allowed. */
export class UriError extends Error {
  /** The name of the class. */
  override readonly name = "UriError";
  /** 400 for a bad URI, 404 for a good one of no resource. */
  readonly status: 400 | 404;

  /** `status` 400 or 404, and the sentence. */
  constructor(status: 400 | 404, message: string) {
    super(message);
    this.status = status;
  }
}
