/**
 * What is known of a workspace's files beyond what their folder says.
 *
 * @module
 */
import * as z from "zod";
import type { FileKind } from "../../page/files.ts";
import type { WorkspaceFolder } from "./workspace_folder.ts";

/** What is known of one file. */
export interface IndexedFile {
  /** Where it came from. */
  kind: FileKind;
  /** Its media type. */
  mime: string;
  /** When it was kept, epoch milliseconds. */
  at: number;
  /** Origin of the URL it was downloaded from. */
  origin?: string;
}

/** What is known of all. */
export interface FileIndex {
  /** By the key of the name. */
  files: ReadonlyMap<string, IndexedFile>;
  /** How many had to go to make room. */
  evicted: number;
  /** How many were kept for their time. */
  expired: number;
}

const NAME = "files.json";

const FILE: z.ZodType<IndexedFile> = z.object({
  kind: z.enum(["screenshot", "print", "download", "upload"]),
  mime: z.string(),
  at: z.number(),
  origin: z.string().exactOptional(),
});

const SCHEMA: z.ZodType<FileIndex> = z.object({
  // No record: a file may be called `__proto__`, which zod leaves out of one.
  files: z.preprocess(
    (files) => Object.entries(files ?? {}),
    z.array(z.tuple([z.string(), FILE])).transform((files) => new Map(files)),
  ),
  evicted: z.int().min(0),
  expired: z.int().min(0),
});

/** The index as it was last written; an empty one when there is none, or none that can be read. */
export function readIndex(folder: WorkspaceFolder): FileIndex {
  const read = SCHEMA.safeParse(folder.readJson(NAME));
  return read.success ? read.data : { files: new Map(), evicted: 0, expired: 0 };
}

/** Keeps it in place of the one before. */
export function writeIndex(folder: WorkspaceFolder, index: FileIndex): void {
  folder.writeJson(NAME, { ...index, files: Object.fromEntries(index.files) });
}
