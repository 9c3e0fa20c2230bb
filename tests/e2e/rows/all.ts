/** The cases of all rows, in the order they are driven. @module */
import { assertRow } from "./assert.ts";
import { deleteFlow, listFlows, runFlow, saveFlow } from "./flows.ts";
import { interact } from "./interact.ts";
import type { RowCase } from "./row_case.ts";
import { waitFor } from "./wait_for.ts";

export const ROW_CASES: readonly RowCase[] = [
  interact,
  waitFor,
  assertRow,
  saveFlow,
  runFlow,
  listFlows,
  deleteFlow,
];
