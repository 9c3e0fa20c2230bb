/**
 * The table of capabilities, in the order a session goes.
 *
 * @module
 */
import type { Action } from "../action.ts";
import { deleteFlow } from "./delete_flow.ts";
import { assert } from "./assert.ts";
import { cookies } from "./cookies.ts";
import { dialog } from "./dialog.ts";
import { download } from "./download.ts";
import { drag } from "./drag.ts";
import { emulate } from "./emulate.ts";
import { endBrowser } from "./end_browser.ts";
import { executeScript } from "./execute_script.ts";
import { extract } from "./extract.ts";
import { fillForm } from "./fill_form.ts";
import { frame } from "./frame.ts";
import { interact } from "./interact.ts";
import { listFlows } from "./list_flows.ts";
import { navigate } from "./navigate.ts";
import { networkBody } from "./network_body.ts";
import { openSession } from "./open_session.ts";
import { outline } from "./outline.ts";
import { pressKey } from "./press_key.ts";
import { print } from "./print.ts";
import { read } from "./read.ts";
import { runFlow } from "./run_flow.ts";
import { saveFlow } from "./save_flow.ts";
import { saveSiteData } from "./save_site_data.ts";
import { resize } from "./resize.ts";
import { screenshot } from "./screenshot.ts";
import { select } from "./select.ts";
import { tabs } from "./tabs.ts";
import { uploadFile } from "./upload_file.ts";
import { show } from "./show.ts";
import { waitFor } from "./wait_for.ts";
import { write } from "./write.ts";

/** Every action, once. */
export const ACTIONS: readonly Action[] = [
  openSession,
  navigate,
  outline,
  extract,
  interact,
  write,
  select,
  fillForm,
  drag,
  pressKey,
  waitFor,
  screenshot,
  print,
  executeScript,
  assert,
  cookies,
  saveSiteData,
  frame,
  tabs,
  uploadFile,
  download,
  resize,
  emulate,
  dialog,
  read,
  show,
  networkBody,
  saveFlow,
  runFlow,
  listFlows,
  deleteFlow,
  endBrowser,
];
