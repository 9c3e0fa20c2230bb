/** The row `network_body`. @module */
import * as z from "zod";
import { type Action, defineAction } from "../action.ts";
import { NETWORK_URI } from "../../capture/uris.ts";
import { WORDS } from "../schema/allowed.ts";

const OF_URI = `${NETWORK_URI}/`;

/** Fetches a captured body. */
export const networkBody: Action = defineAction({
  name: "network_body",
  title: "Get a body",
  description:
    "Gets the response (or request) body of a captured request by id: text, cut at 100000 bytes; of a binary body, type and size.",
  scope: "observe",
  step: false,
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: {
    id: z.string().regex(/^(?:workspace:\/\/network\/)?[^\s/]{1,64}$/).describe("Such as 3.7")
      .register(WORDS, { words: 'a request\'s id in quotes, such as "3.7", or its uri' }),
    side: z.enum(["response", "request"]).exactOptional(),
  },
  output: z.looseObject({
    id: z.string(),
    side: z.string(),
    mime: z.string().nullable(),
    size: z.number().nullable(),
    binary: z.boolean(),
    text: z.string().nullable(),
    truncated: z.boolean(),
    why: z.string().optional(),
  }),
  async run(service, workspace, { id, side = "response" }, options) {
    const own = id.startsWith(OF_URI) ? id.slice(OF_URI.length) : id;
    return { ...await service.body(workspace, own, side, options) };
  },
});
