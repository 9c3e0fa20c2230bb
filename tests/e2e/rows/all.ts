/** The cases of all rows, in the order they are driven. @module */
import { assertRow } from "./assert.ts";
import { cookies } from "./cookies.ts";
import { dialog } from "./dialog.ts";
import { download } from "./download.ts";
import { drag } from "./drag.ts";
import { emulate } from "./emulate.ts";
import { endBrowser } from "./end_browser.ts";
import { executeScript } from "./execute_script.ts";
import { extract } from "./extract.ts";
import { fillForm } from "./fill_form.ts";
import { deleteFlow, listFlows, runFlow, saveFlow } from "./flows.ts";
import { frame } from "./frame.ts";
import { interact } from "./interact.ts";
import { navigate } from "./navigate.ts";
import { networkBody } from "./network_body.ts";
import { openSession } from "./open_session.ts";
import { outline } from "./outline.ts";
import { pressKey } from "./press_key.ts";
import { print } from "./print.ts";
import { read } from "./read.ts";
import { resize } from "./resize.ts";
import type { RowCase } from "./row_case.ts";
import { saveSiteData } from "./save_site_data.ts";
import { screenshot } from "./screenshot.ts";
import { select } from "./select.ts";
import { show } from "./show.ts";
import { tabs } from "./tabs.ts";
import { uploadFile } from "./upload_file.ts";
import { waitFor } from "./wait_for.ts";
import { write } from "./write.ts";

export const ROW_CASES: readonly RowCase[] = [
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
  frame,
  tabs,
  assertRow,
  saveSiteData,
  resize,
  emulate,
  cookies,
  saveFlow,
  runFlow,
  listFlows,
  deleteFlow,
  uploadFile,
  download,
  dialog,
  read,
  show,
  networkBody,
  endBrowser,
];
