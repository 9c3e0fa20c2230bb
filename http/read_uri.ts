/**
 * Reading by URI, in the one place where the tool `read`, MCP resources and `GET /resources` meet.
 *
 * @module
 */
import type { Service } from "../actors/service.ts";
import { type Access, permit, type Scope } from "./door/access.ts";
import { isSkillUri, readSkill } from "./skill/skill.ts";

/** Who reads what. */
export interface Reading {
  /** What is asked. */
  readonly service: Service;
  /** Whose it is. */
  readonly workspace: string;
  /** What they may do. */
  readonly access: Access;
  /** What is read. */
  readonly uri: string;
}

/** What a caller must be allowed to read what has this URI. */
export function scopesToRead(uri: string): readonly Scope[] {
  return /^secret:/i.test(uri) ? ["observe", "secrets"] : ["observe"];
}

/**
 * Reads one URI; never opens, touches or waits for a browser.
 *
 * @throws {HttpError} 403 naming a scope that is missing
 * @throws {ActionError} 400 for a URI that has a bad parameter, 404 for one that names nothing
 */
export async function readUri({ service, workspace, access, uri }: Reading): Promise<object> {
  permit(access, "reading this resource", scopesToRead(uri));
  if (isSkillUri(uri)) return readSkill(uri);
  return { ...await service.read(workspace, uri) as object };
}
