/**
 * The lists of tools, and which of them a client asked for. What is not listed can be called all the same.
 *
 * @module
 */
import type { Tool } from "@modelcontextprotocol/server";
import { ACTIONS } from "../actions/table.ts";
import { HttpError } from "../problem.ts";
import { jsonSchema } from "../schema/json_schema.ts";

/** The lists there are, the default first. */
export const TOOL_SETS = ["core", "all"] as const;

/** One of {@linkcode TOOL_SETS}. */
export type ToolSet = typeof TOOL_SETS[number];

/**
 * What whoever debugs a web application needs every day. It is chosen here and not row by row: a model reads
 * the list with every conversation, so what counts is how long it is as a whole.
 */
export const CORE: readonly string[] = [
  "open_session",
  "navigate",
  "outline",
  "extract",
  "interact",
  "write",
  "select",
  "fill_form",
  "press_key",
  "wait_for",
  "screenshot",
  "execute_script",
  "assert",
  "frame",
  "tabs",
  "upload_file",
  "download",
  "dialog",
  "read",
  "network_body",
  "end_browser",
];

/** Is of use to a client that renders MCP Apps, and to no other. */
const DRAWS = "show";

/** Built once: schemas are dear. */
const ALL: Tool[] = ACTIONS.map((
  { name, title, description, input, output, annotations, meta },
) => ({
  name,
  title,
  description,
  inputSchema: jsonSchema(input, "input"),
  outputSchema: jsonSchema(output, "output"),
  annotations,
  ...(meta && { _meta: meta }),
}));

// A result's schema costs as much as its tool's own, and results say what they are.
const CORE_AND_DRAWS: Tool[] = ALL.filter(({ name }) => name === DRAWS || CORE.includes(name))
  .map(({ outputSchema: _result, ...tool }) => tool);

const LISTS: Readonly<Record<ToolSet, Tool[]>> = {
  all: ALL,
  core: CORE_AND_DRAWS.filter(({ name }) => name !== DRAWS),
};

/**
 * The tools of a list, in the order of the table.
 *
 * @param draws whether they are for a client that renders MCP Apps
 */
export function toolsOf(set: ToolSet, draws = false): Tool[] {
  return draws && set === "core" ? CORE_AND_DRAWS : LISTS[set];
}

/**
 * The list that the URL of a client asks for.
 *
 * @throws {HttpError} 400 when there is none of that name, or two are asked for
 */
export function toolSetOf({ searchParams }: URL): ToolSet {
  const [name = TOOL_SETS[0], ...more] = searchParams.getAll("tools");
  const set = TOOL_SETS.find((each) => each === name);
  if (set !== undefined && more.length === 0) return set;
  throw new HttpError(400, `?tools= must be one of ${TOOL_SETS.join(", ")}, once`);
}
