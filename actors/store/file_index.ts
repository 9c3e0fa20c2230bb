/**
 * What is known of a workspace's files beyond what their folder says.
 *
 * @module
 */
import * as z from "zod";
import type { WorkspaceFolder } from "./workspace_folder.ts";

const NAME = "files.json";

const SCHEMA = z.object({
  /** By the key of the name. */
  files: z.record(
    z.string(),
    z.object({
      kind: z.enum(["screenshot", "print", "download", "upload"]),
      mime: z.string(),
      /** Epoch milliseconds. */
      at: z.number(),
      origin: z.string().exactOptional(),
    }),
  ),
  evicted: z.int().min(0),
  expired: z.int().min(0),
});

/** What is known. */
export type FileIndex = z.output<typeof SCHEMA>;

/** The index as it was last written; an empty one when there is none, or none that can be read. */
export function readIndex(folder: WorkspaceFolder): FileIndex {
  const read = SCHEMA.safeParse(folder.readJson(NAME));
  return read.success ? read.data : { files: {}, evicted: 0, expired: 0 };
}

/** Keeps it in place of the one before. */
export function writeIndex(folder: WorkspaceFolder, index: FileIndex): void {
  folder.writeJson(NAME, index);
}
