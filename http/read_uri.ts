/**
 * Reading by URI, in the one place where the tool `read`, MCP resources and `GET /resources` meet.
 *
 * @module
 */
import type { Service } from "../actors/service.ts";

/** Who reads what. */
export interface Reading {
  /** What is asked. */
  readonly service: Service;
  /** Whose it is. */
  readonly workspace: string;
  /** What is read. */
  readonly uri: string;
}

/**
 * Reads one URI; never opens, touches or waits for a browser.
 *
 * @throws {ActionError} 400 for a URI that has a bad parameter, 404 for one that names nothing
 */
export async function readUri({ service, workspace, uri }: Reading): Promise<object> {
  return { ...await service.read(workspace, uri) as object };
}
