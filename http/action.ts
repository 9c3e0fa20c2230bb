/**
 * A row of the table of capabilities: all that both surfaces, and whatever else describes them, are
 * made from.
 *
 * @module
 */
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import * as z from "zod";
import { ActionError } from "../actors/action_error.ts";
import type { CallOptions, CallResult, Service } from "../actors/service.ts";
import { parseArguments } from "./arguments.ts";
import { type Access, permit, type Scope } from "./door/access.ts";
import type { FlowStore } from "./flows/store.ts";

/** What the paths of all actions on the JSON surface begin with. */
export const ACTION_PATH = "/browser/";

/** What a row runs with besides its arguments. */
export interface CallContext extends CallOptions {
  /** What the caller may do. */
  readonly access: Access;
  /** Where flows are kept. */
  readonly flows: FlowStore;
  /** Every row of the table, by name. */
  readonly rows: ReadonlyMap<string, Action>;
  /**
   * Runs another row for the same caller, as a call of its own: counted, and refused where its scopes are
   * missing.
   *
   * @throws {ActionError} what it refuses with
   */
  invoke(action: Action, args: unknown): Promise<CallResult>;
}

/** One capability. */
export interface Action {
  /** The tool's name, `a_b`. */
  readonly name: string;
  /** The JSON surface's path, `/browser/a-b`. */
  readonly path: string;
  /** For a person. */
  readonly title: string;
  /** For a model that chooses a tool: when to use it and what comes back. */
  readonly description: string;
  /** What a caller must be allowed. */
  readonly scope: Scope;
  /**
   * What a caller must be allowed besides, by the argument that asks for it: `a`, or `a[].b` for that of any member
   * of a list. One that is false asks for nothing.
   */
  readonly scopesWith?: Readonly<Partial<Record<string, Scope>>>;
  /** What a client may take for granted of it. */
  readonly annotations: ToolAnnotations;
  /** What an MCP client is told of it besides: how its result is drawn, who may call it. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** What it takes; strict. */
  readonly input: z.ZodObject;
  /** What it gives; loose. */
  readonly output: z.ZodObject;
  /** False for what a flow may not do. */
  readonly step?: false;
  /** A rule over several arguments that were checked one by one: the sentence of the refusal, or null. */
  check?(args: Record<string, unknown>): string | null;
  /** Where the result holds a picture or a document in base64, for a surface with blocks of their own for them. */
  readonly blob?: BlobMembers;
  /**
   * Checks `args` and runs.
   *
   * @throws {ActionError} 400 when the arguments are wrong, else whatever the service refuses with
   * @throws {HttpError} 403 when the arguments need a scope the caller lacks
   */
  run(
    service: Service,
    workspace: string,
    args: unknown,
    options: CallContext,
  ): Promise<CallResult>;
}

/** The members of a result that are a picture or a document. */
export interface BlobMembers {
  /** The member with the base64. */
  readonly data: string;
  /** The member with the media type. */
  readonly mime: string;
}

/** The arguments of a shape, typed. */
export type Arguments<S extends z.ZodRawShape> = z.output<z.ZodObject<S, z.core.$strict>>;

/** A shape with a schema for every argument of `A`, and for no other. */
export type ShapeOf<A> = { readonly [K in keyof A]-?: z.ZodType };

/** An argument, or a member of every member of one that is a list. */
export type ArgumentPath<K extends string> = K | `${K}[].${string}`;

/** What a row says of itself. */
export interface ActionDefinition<S extends z.ZodRawShape> extends
  Pick<
    Action,
    | "name"
    | "title"
    | "description"
    | "scope"
    | "annotations"
    | "output"
    | "blob"
    | "step"
    | "meta"
  > {
  /** A schema for every argument. */
  readonly input: S;
  /** As {@linkcode Action.scopesWith}. */
  readonly scopesWith?: Readonly<Partial<Record<ArgumentPath<keyof S & string>, Scope>>>;
  /** What no schema can say: a rule over several arguments. Gives the sentence of the refusal. */
  check?(args: Arguments<S>): string | null;
  /** Runs, with arguments that were checked. */
  run(
    service: Service,
    workspace: string,
    args: Arguments<S>,
    options: CallContext,
  ): CallResult | Promise<CallResult>;
}

/** Makes a row; its schemas are built once, here. */
export function defineAction<S extends z.ZodRawShape>(definition: ActionDefinition<S>): Action {
  const { name, check, scopesWith = {} } = definition;
  const besides = Object.entries<Scope | undefined>(scopesWith);
  const input = z.strictObject(definition.input);
  return {
    ...definition,
    path: ACTION_PATH + name.replaceAll("_", "-"),
    input,
    check: (args) => check?.(args as Arguments<S>) ?? null,
    async run(service, workspace, raw, options) {
      const args = parseArguments(name, input, raw);
      const wrong = check?.(args) ?? null;
      if (wrong !== null) throw new ActionError(400, `${name}: ${wrong}`);
      const asked = besides.flatMap(([path, scope]) => scope && isGiven(args, path) ? [scope] : []);
      permit(options.access, name, asked);
      return await definition.run(service, workspace, args, options);
    },
  };
}

/** Whether there is an argument at a path of {@linkcode Action.scopesWith}. */
function isGiven(args: Readonly<Record<string, unknown>>, path: string): boolean {
  const [name = "", member] = path.split("[].", 2);
  const { [name]: value } = args;
  if (member === undefined) return value !== undefined && value !== false;
  return Array.isArray(value) && value.some((each) => isGiven(each, member));
}

/** The sentence for arguments of which exactly one must be given, or null when exactly one is. */
export function exactlyOne(
  args: Readonly<Record<string, unknown>>,
  names: string[],
): string | null {
  const given = names.filter((name) => args[name] !== undefined && args[name] !== false);
  if (given.length === 1) return null;
  return `give exactly one of ${names.join(", ")}; found ${given.join(" and ") || "none"}`;
}
