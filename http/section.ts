/**
 * A part of the surface that has many paths under one: it finds its way there itself.
 *
 * @module
 */
import type { Access } from "./door/access.ts";

/** A request that the door let in. */
export interface Admitted {
  /** The request. */
  readonly request: Request;
  /** Its URL. */
  readonly url: URL;
  /** What its sender may do. */
  readonly access: Access;
}

/** Everything under one path. */
export interface Section {
  /** What its paths begin with, a slash at the end. */
  readonly prefix: string;
  /** Its paths as a person reads them, for whoever asked for one there is none of. */
  readonly paths: readonly string[];
  /**
   * Answers; checks scopes and workspace itself.
   *
   * @throws {HttpError} what it refuses with
   * @throws {ActionError} what the service refuses with
   */
  answer(admitted: Admitted): Promise<Response>;
  /**
   * Answers a link that was signed for this path and the workspace `workspace`, whose bearer has no token.
   *
   * @throws {HttpError} what it refuses with
   */
  answerLink(request: Request, url: URL, workspace: string): Promise<Response>;
}
