/**
 * What a parameter of a resource template may be: the words there are for it, or what the caller's workspace
 * holds now. Reads as any reader does, so it touches no browser and shows nothing that could not be read.
 *
 * @module
 */
import {
  type CompleteRequestParams,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { CONSOLE_LEVELS, MAX_LIMIT, MAX_PAGES, NETWORK_FILTERS } from "../../capture/uri.ts";
import {
  CONSOLE_TEMPLATE,
  CONSOLE_URI,
  ENTRY_TEMPLATE,
  FILE_TEMPLATE,
  FILES_URI,
  NETWORK_TEMPLATE,
  NETWORK_URI,
  REQUEST_TEMPLATE,
} from "../../capture/uris.ts";
import { REFERENCE_TEMPLATE, REFERENCES } from "../skill/skill.ts";

/** Reads one URI as the caller. */
export type Read = (uri: string) => Promise<object>;

/** Values that are sent at most, as the protocol has it. */
const MAX_VALUES = 100;

/** What could be meant. */
interface Candidates {
  readonly values: readonly unknown[];
  /** Whether there are some that were not looked at. */
  readonly more?: boolean;
}

/** A list as it is read, with the members that are looked at. */
interface Kept {
  readonly entries?: readonly Row[];
  readonly requests?: readonly Row[];
  readonly files?: readonly Row[];
  readonly total?: number;
  readonly count?: number;
}

type Row = Readonly<Record<string, unknown>>;
type Source = (read: Read) => Promise<Candidates> | Candidates;

const WHOLE = `pages=all&limit=${MAX_LIMIT}`;

const words = (values: readonly unknown[]): Source => () => ({ values });

/** Every value that a member of what is listed at `uri` has, in the order of the list. */
const members = (uri: string, member: string, also: readonly unknown[] = []): Source => {
  return async (read) => {
    const { entries, requests, files, count = 0, total = 0 } = await read(uri) as Kept;
    const rows = entries ?? requests ?? files ?? [];
    return { values: [...also, ...rows.map((row) => row[member])], more: count < total };
  };
};

const entries = (member: string): Source => members(`${CONSOLE_URI}?${WHOLE}`, member);
const requests = (member: string, also?: readonly unknown[]): Source =>
  members(`${NETWORK_URI}?${WHOLE}`, member, also);
const pages = words([...Array.from({ length: MAX_PAGES }, (_, index) => index + 1), "all"]);

/** By template and parameter; what is not here is anybody's guess, such as a part of a URL. */
const SOURCES: ReadonlyMap<string, Readonly<Record<string, Source>>> = new Map(Object.entries({
  [CONSOLE_TEMPLATE]: { level: words(CONSOLE_LEVELS), pages, call: entries("call") },
  [ENTRY_TEMPLATE]: { seq: entries("seq") },
  [NETWORK_TEMPLATE]: {
    filter: words(NETWORK_FILTERS),
    pages,
    method: requests("method"),
    status: requests("status", ["2xx", "3xx", "4xx", "5xx"]),
    call: requests("call"),
  },
  [REQUEST_TEMPLATE]: { id: requests("id") },
  [FILE_TEMPLATE]: { name: members(FILES_URI, "name") },
  [REFERENCE_TEMPLATE]: { name: words(REFERENCES) },
}));

/**
 * The values of an argument that begin with what is there of it, in any case.
 *
 * @throws {ProtocolError} there is no such template
 * @throws {ActionError} what reading refuses with
 */
export async function complete(
  { ref, argument }: CompleteRequestParams,
  read: Read,
): Promise<CompleteResult> {
  const sources = ref.type === "ref/resource" ? SOURCES.get(ref.uri) : undefined;
  if (sources === undefined) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no such template; there are ${[...SOURCES.keys()].join(", ")}`,
    );
  }
  const source = Object.hasOwn(sources, argument.name) ? sources[argument.name] : undefined;
  const { values, more = false } = await source?.(read) ?? { values: [] };
  const begun = argument.value.toLowerCase();
  const matching = [
    ...new Set(values.filter((value) => value !== null && value !== undefined).map(String)),
  ]
    .filter((value) => value.toLowerCase().startsWith(begun));
  return {
    completion: {
      values: matching.slice(0, MAX_VALUES),
      // How many there are is not known when not all were looked at.
      ...(!more && { total: matching.length }),
      hasMore: more || matching.length > MAX_VALUES,
    },
  };
}
