/** The cases of all rows, in the order they are driven. @module */
import { deleteFlow, listFlows, runFlow, saveFlow } from "./flows.ts";
import { interact } from "./interact.ts";
import type { RowCase } from "./row_case.ts";
import { waitFor } from "./wait_for.ts";

export const ROW_CASES: readonly RowCase[] = [
  interact,
  waitFor,
  saveFlow,
  runFlow,
  listFlows,
  deleteFlow,
];
