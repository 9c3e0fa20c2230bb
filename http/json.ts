/**
 * The JSON surface: an action's arguments as a body, its result as the answer.
 *
 * @module
 */
import type { Action } from "./action.ts";
import { readJson } from "./body.ts";
import type { Calls } from "./calls.ts";
import type { Identity } from "./door/identity.ts";
import { HttpError } from "./problem.ts";

/**
 * Runs an action.
 *
 * @throws {HttpError} 400 or 413 when the body is not one; else as {@linkcode Calls.run}
 * @throws {ActionError} what the action refuses with
 */
export async function runAction(
  action: Action,
  calls: Calls,
  identity: Identity,
  request: Request,
): Promise<Response> {
  const { signal } = request;
  const caller = { ...identity, surface: "json", signal } as const;
  return Response.json(await calls.run(action, readJson(request), caller));
}

/**
 * Reads a resource.
 *
 * @throws {HttpError} 400 when `uri` is missing or there twice; else as {@linkcode Calls.read}
 * @throws {ActionError} what the service refuses with
 */
export async function readResource(
  calls: Calls,
  identity: Identity,
  url: URL,
): Promise<Response> {
  const [uri, ...more] = url.searchParams.getAll("uri");
  if (uri === undefined || uri === "" || more.length > 0) {
    throw new HttpError(400, "Give ?uri= once, percent-encoded, such as workspace%3A%2F%2Fconsole");
  }
  return Response.json(await calls.read(uri, identity));
}
