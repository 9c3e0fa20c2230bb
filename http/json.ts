/**
 * The JSON surface: an action's arguments as a body, its result as the answer.
 *
 * @module
 */
import type { Service } from "../actors/service.ts";
import type { Action } from "./action.ts";
import { readJson } from "./body.ts";
import { HttpError } from "./problem.ts";

/**
 * Runs an action.
 *
 * @throws {HttpError} 400 or 413 when the body is not one
 * @throws {ActionError} what the action refuses with
 */
export async function runAction(
  action: Action,
  service: Service,
  workspace: string,
  request: Request,
): Promise<Response> {
  const args = await readJson(request);
  const { signal } = request;
  return Response.json(await action.run(service, workspace, args, { signal }));
}

/**
 * Reads a resource.
 *
 * @throws {HttpError} 400 when `uri` is missing or there twice
 * @throws {ActionError} what the service refuses with
 */
export async function readResource(
  service: Service,
  workspace: string,
  url: URL,
): Promise<Response> {
  const [uri, ...more] = url.searchParams.getAll("uri");
  if (uri === undefined || uri === "" || more.length > 0) {
    throw new HttpError(400, "Give ?uri= once, percent-encoded, such as workspace%3A%2F%2Fconsole");
  }
  return Response.json(await service.read(workspace, uri));
}
