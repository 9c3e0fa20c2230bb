/**
 * The actions a session runs, by name: the functions of `page/`, with what the actors must know of
 * each to attribute what it causes.
 *
 * @module
 */
import type {
  AssertArgs,
  CookiesArgs,
  DialogArgs,
  DownloadArgs,
  DragArgs,
  EmulateArgs,
  ExecuteScriptArgs,
  ExtractArgs,
  FillFormArgs,
  FrameArgs,
  InteractArgs,
  NavigateArgs,
  OutlineArgs,
  PressKeyArgs,
  PrintArgs,
  ResizeArgs,
  SaveSiteDataArgs,
  ScreenshotArgs,
  SelectArgs,
  TabsArgs,
  UploadFileArgs,
  WaitForArgs,
  WriteArgs,
} from "../page/args.ts";
import { assert } from "../page/assert.ts";
import { cookies } from "../page/cookies.ts";
import { dialog } from "../page/dialog.ts";
import { BEGIN_S, download, END_S } from "../page/download.ts";
import { drag } from "../page/drag.ts";
import { emulate } from "../page/emulate.ts";
import { executeScript } from "../page/execute_script.ts";
import { extract } from "../page/extract.ts";
import { fillForm } from "../page/fill_form.ts";
import { frame } from "../page/frame.ts";
import { interact } from "../page/interact.ts";
import { navigate } from "../page/navigate.ts";
import { outline } from "../page/outline.ts";
import type { Page } from "../page/page.ts";
import { pressKey } from "../page/press_key.ts";
import { print } from "../page/print.ts";
import { saveSiteData } from "../page/save_site_data.ts";
import { resize } from "../page/resize.ts";
import { saving } from "../page/saving.ts";
import { screenshot } from "../page/screenshot.ts";
import { select } from "../page/select.ts";
import { tabs } from "../page/tabs.ts";
import { uploadFile } from "../page/upload_file.ts";
import { waitFor } from "../page/wait_for.ts";
import { write } from "../page/write.ts";

/** Every action and what it takes. */
export interface ActionTable {
  /** To a URL, back, forward, or the same again. */
  navigate: NavigateArgs;
  /** The pointer on one element: clicks, hovers, scrolls to it. */
  interact: InteractArgs;
  /** Text into a field. */
  write: WriteArgs;
  /** Options of a list. */
  select: SelectArgs;
  /** Several fields. */
  fill_form: FillFormArgs;
  /** The pointer from one place to another, pressed. */
  drag: DragArgs;
  /** A key, or a chord of several. */
  press_key: PressKeyArgs;
  /** Text or HTML of the page, or of one element. */
  extract: ExtractArgs;
  /** The page as roles and names, with a ref for each element. */
  outline: OutlineArgs;
  /** A picture. */
  screenshot: ScreenshotArgs;
  /** A PDF. */
  print: PrintArgs;
  /** A script of the caller's. */
  execute_script: ExecuteScriptArgs;
  /** A script of the caller's that must become true. */
  assert: AssertArgs;
  /** Until something is so. */
  wait_for: WaitForArgs;
  /** The browser's cookies. */
  cookies: CookiesArgs;
  /** Cookies and storage for the workspace's next session. */
  save_site_data: SaveSiteDataArgs;
  /** Into a frame of the page, and out again. */
  frame: FrameArgs;
  /** Which tabs there are, and which of them calls act on. */
  tabs: TabsArgs;
  /** A file that the page makes the browser fetch. */
  download: DownloadArgs;
  /** Files into a field. */
  upload_file: UploadFileArgs;
  /** The size of the tabs. */
  resize: ResizeArgs;
  /** What the browser pretends of where it runs. */
  emulate: EmulateArgs;
  /** An answer to the native dialog that is open. */
  dialog: DialogArgs;
}

/** The name of an action. */
export type ActionName = keyof ActionTable;

/** What the action `N` takes. */
export type ActionArgs<N extends ActionName> = ActionTable[N];

/**
 * What an action does to the page: it decides how long its window stays open and what is its own. What
 * only looks can cause nothing.
 */
export type Effect = "input" | "navigation" | "script" | "look";

/** One action. */
export interface Action<A> {
  /** Decides its window: input gets two frames, what only looks causes nothing. */
  readonly effect: Effect;
  /** Runs while a native dialog is open. */
  readonly duringDialog?: true;
  /** Acts on the tab, whatever frame of it was entered. */
  readonly whole?: true;
  /** Needs nothing of the page, or waits for it: runs while the tab is on its way to another one. */
  readonly underway?: true;
  /** Seconds its own argument allows, where it has one. */
  seconds?(args: A): number | undefined;
  /** Runs it; gives its own members of the result. */
  run(page: Page, args: A): Promise<object>;
}

/** Every action by name. */
export const ACTIONS: { readonly [N in ActionName]: Action<ActionArgs<N>> } = {
  navigate: {
    effect: "navigation",
    whole: true,
    underway: true,
    seconds: (args) => args.timeout ?? 30,
    run: navigate,
  },
  interact: { effect: "input", run: interact },
  write: { effect: "input", run: write },
  select: { effect: "input", run: select },
  fill_form: { effect: "input", run: fillForm },
  drag: { effect: "input", run: drag },
  press_key: { effect: "input", run: pressKey },
  extract: { effect: "look", run: extract },
  outline: { effect: "look", run: outline },
  screenshot: { effect: "look", run: saving("screenshot", screenshot) },
  print: { effect: "look", run: saving("print", print) },
  execute_script: { effect: "script", seconds: (args) => args.timeout, run: executeScript },
  // What the page does meanwhile is rather of the call before than of a script that asks.
  assert: {
    effect: "look",
    seconds: ({ wait_timeout = 30, stable_for = 0 }) => wait_timeout + stable_for,
    run: assert,
  },
  wait_for: { effect: "look", underway: true, seconds: (args) => args.timeout, run: waitFor },
  // A page can listen to changes of its cookies.
  cookies: { effect: "script", run: cookies },
  save_site_data: { effect: "look", run: saveSiteData },
  frame: { effect: "look", run: frame },
  tabs: {
    effect: "navigation",
    duringDialog: true,
    whole: true,
    underway: true,
    seconds: () => 30,
    run: tabs,
  },
  download: {
    effect: "input",
    // The element is waited for as well.
    seconds: ({ wait_timeout = BEGIN_S, timeout = END_S }) => wait_timeout + timeout + 30,
    run: download,
  },
  upload_file: { effect: "input", seconds: () => 60, run: uploadFile },
  // A page does as much when it is resized, or offline, as when it is clicked.
  resize: { effect: "input", run: resize },
  emulate: { effect: "input", run: emulate },
  dialog: { effect: "input", duringDialog: true, whole: true, underway: true, run: dialog },
};
