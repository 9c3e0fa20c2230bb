/** The row `fill_form`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { secretRef } from "../schema/fields.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

type FillFormArgs = ActionArgs<"fill_form">;

const words = z.string().max(100_000);

const field = z.strictObject(
  {
    selector,
    value: z.union([words, z.number(), z.boolean(), z.array(words).max(1_000)]).exactOptional(),
    secret: secretRef.exactOptional(),
  } satisfies ShapeOf<FillFormArgs["fields"][number]>,
);

/** Fills several fields. */
export const fillForm: Action = defineAction({
  name: "fill_form",
  title: "Fill a form",
  description:
    "Fills fields, each with a `value` (text, number, date, option label, true or false) or a `secret`; `submit` presses Enter. Stops at the first that fails, saying which were filled.",
  scope: "interact",
  scopesWith: { "fields[].secret": "secrets" },
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    fields: z.array(field).min(1).max(50),
    submit: z.boolean().exactOptional(),
  } satisfies ShapeOf<FillFormArgs>,
  output: callResult({ fields: z.array(z.looseObject({})).optional() }),
  check: ({ fields }) => {
    const wrong = fields.findIndex(({ value, secret }) =>
      (value === undefined) === (secret === undefined)
    );
    return wrong < 0 ? null : `field ${wrong + 1} needs exactly one of value, secret`;
  },
  run: (service, workspace, args, options) => service.call(workspace, "fill_form", args, options),
});
