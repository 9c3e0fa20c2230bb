/**
 * The actions a session runs, by name: the functions of `page/` with what the actors must know of each.
 *
 * @module
 */
import type {
  DialogArgs,
  ExecuteScriptArgs,
  ExtractArgs,
  InteractArgs,
  NavigateArgs,
  OutlineArgs,
  PressKeyArgs,
  ScreenshotArgs,
  WaitForArgs,
  WriteArgs,
} from "../page/args.ts";

/** Every action and what it takes. */
export interface ActionTable {
  navigate: NavigateArgs;
  interact: InteractArgs;
  write: WriteArgs;
  press_key: PressKeyArgs;
  extract: ExtractArgs;
  outline: OutlineArgs;
  screenshot: ScreenshotArgs;
  execute_script: ExecuteScriptArgs;
  wait_for: WaitForArgs;
  dialog: DialogArgs;
}

/** The name of an action. */
export type ActionName = keyof ActionTable;

/** What the action `N` takes. */
export type ActionArgs<N extends ActionName> = ActionTable[N];
