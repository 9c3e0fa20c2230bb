/** The row `upload_file`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { WORDS } from "../schema/allowed.ts";
import { file as savedFile } from "../schema/file.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

const content = z.string().max(4_194_304).exactOptional();

const FILE_WORDS =
  '{"name"} of a file of the workspace, which PUT /files/{name} over HTTP brings; or ' +
  '{"name", "text"} or {"name", "base64"} with its content';

const file = z.strictObject({ name: z.string().min(1).max(1_000), text: content, base64: content })
  .register(WORDS, { words: FILE_WORDS });

/** Chooses files in a field. */
export const uploadFile: Action = defineAction({
  name: "upload_file",
  title: "Upload files",
  description:
    "Chooses files in an <input type=file>, even hidden: the workspace's by name (workspace://files), or with content given here.",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    selector,
    files: z.array(file).min(1).max(20)
      .register(WORDS, { words: `an array of 1 to 20, each ${FILE_WORDS}` }),
  } satisfies ShapeOf<ActionArgs<"upload_file">>,
  output: callResult({
    element: z.string().optional(),
    files: z.array(savedFile).optional(),
    note: z.string().optional(),
  }),
  check: ({ files }) => {
    const both = files.find(({ text, base64 }) => text !== undefined && base64 !== undefined);
    return both === undefined
      ? null
      : `give text or base64 of ${JSON.stringify(both.name)}, not both`;
  },
  run: (service, workspace, args, options) => service.call(workspace, "upload_file", args, options),
});
