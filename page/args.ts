/**
 * What each action takes: the types that the surfaces' schemas must match and the actions read.
 *
 * @module
 */

/** One way to name an element; it must match exactly one, open shadow roots included. */
export type Selector =
  | { css: string }
  | { xpath: string }
  | { role: string; name?: string | undefined }
  | { text: string }
  | { label: string }
  | { ref: string };

/** How far a navigation is waited for. */
export type Wait = "none" | "interactive" | "load";

/** `navigate`: exactly one of `url`, `back`, `forward`, `reload`. */
export interface NavigateArgs {
  /** Where to go. */
  url?: string | undefined;
  /** To the page before, in the tab's history. */
  back?: boolean | undefined;
  /** To the page after, in the tab's history. */
  forward?: boolean | undefined;
  /** The same page again. */
  reload?: boolean | undefined;
  /** Default `load`. */
  wait?: Wait | undefined;
  /** Seconds; default 30. */
  timeout?: number | undefined;
}

/** `interact`. */
export interface InteractArgs {
  /** The element to act on. */
  selector: Selector;
  /** What the pointer does. */
  action: "click" | "double_click" | "right_click" | "hover" | "scroll_to";
}

/** A point of the viewport, in CSS pixels from its top left corner. */
export interface Point {
  /** From the left. */
  x: number;
  /** From the top. */
  y: number;
}

/** Where a drag begins or ends: an element, a point of it from its top left corner, or a point of the viewport. */
export interface DragEnd {
  /** The element; absent for a point of the viewport. */
  selector?: Selector | undefined;
  /** CSS pixels from the left; with `y`. */
  x?: number | undefined;
  /** CSS pixels from the top; with `x`. */
  y?: number | undefined;
}

/** `drag`. */
export interface DragArgs {
  /** What is dragged. */
  from: DragEnd;
  /** Where it is let go. */
  to: DragEnd;
}

/** `select`: exactly one of `label`, `value`, `index`, one of it or several; no other option stays selected. */
export interface SelectArgs {
  /** The `<select>`. */
  selector: Selector;
  /** Options by what a person reads. */
  label?: string | string[] | undefined;
  /** Options by their `value`. */
  value?: string | string[] | undefined;
  /** Options by their place, from 0. */
  index?: number | number[] | undefined;
}

/** One field of `fill_form`: exactly one of `value`, `secret`. */
export interface FormField {
  /** The field. */
  selector: Selector;
  /** Text, a date, a list's option or options; true or false for what is checked. */
  value?: string | number | boolean | string[] | undefined;
  /** Put in instead of a text, by name. */
  secret?: SecretRef | undefined;
}

/** `fill_form`. */
export interface FillFormArgs {
  /** In the order they are filled, each instead of what is there. */
  fields: FormField[];
  /** Presses Enter in the last field of one line; default false. */
  submit?: boolean | undefined;
}

/** `print`. */
export interface PrintArgs extends SaveArgs {
  /** Default `letter`. */
  paper?: "a3" | "a4" | "a5" | "letter" | "legal" | "tabloid" | undefined;
  /** Default `portrait`. */
  orientation?: "portrait" | "landscape" | undefined;
  /** 0.1 to 2; default 1. */
  scale?: number | undefined;
  /** Prints backgrounds too; default false. */
  background?: boolean | undefined;
  /** Such as `1-3,5`; default all. */
  pages?: string | undefined;
}

/** What makes a file. */
export interface SaveArgs {
  /** Keeps it in the workspace, under this name where one is given, in place of answering it. */
  save?: boolean | string | undefined;
}

/** A secret by name: its value is the server's and is never shown. */
export interface SecretRef {
  /** The secret's name, such as `shop`. */
  name: string;
  /** Which value of it, such as `password`. */
  key: string;
}

/** `write`. */
export interface WriteArgs {
  /** The field. */
  selector: Selector;
  /** What is written, after what is there; or `secret`. */
  text?: string | undefined;
  /** What is written and not shown; or `text`. */
  secret?: SecretRef | undefined;
  /** Empties the field first; default false. */
  clear?: boolean | undefined;
  /** Presses Enter after; default false. */
  submit?: boolean | undefined;
}

/** `press_key`: a key or a chord such as `control+a`. */
export interface PressKeyArgs {
  /** Names joined with `+`, held down in this order. */
  keys: string;
  /** Focused first; default: what has the focus. */
  selector?: Selector | undefined;
}

/** `extract`. */
export interface ExtractArgs {
  /** Default: the whole document. */
  selector?: Selector | undefined;
  /** Default `text`. */
  format?: "text" | "html" | undefined;
  /** Characters; default 20 000, at most 100 000. */
  max_chars?: number | undefined;
}

/** `outline`. */
export interface OutlineArgs {
  /** Default: the whole document. */
  selector?: Selector | undefined;
  /** Elements; default 200, at most 1 000. */
  max_nodes?: number | undefined;
}

/** `screenshot`: the viewport, or the full page, or one element. */
export interface ScreenshotArgs extends SaveArgs {
  /** The element to show; default the viewport. */
  selector?: Selector | undefined;
  /** All of the document; default false. */
  full_page?: boolean | undefined;
  /** Default `png`. */
  format?: "png" | "jpeg" | undefined;
  /** JPEG only, 1 to 100; default 80. */
  quality?: number | undefined;
}

/**
 * `execute_script`: an expression, whose value it gives or, where that is a function written there, what it gives for
 * `args`; else the body of an async function, whose `arguments` holds `args`.
 */
export interface ExecuteScriptArgs {
  /** The JavaScript. */
  script: string;
  /** A ref, whose element is passed before `args`. */
  ref?: string | undefined;
  /** JSON values. */
  args?: unknown[] | undefined;
  /** Seconds; default the call's time. */
  timeout?: number | undefined;
}

/** `assert`: a script as of `execute_script` that must give what is true. */
export interface AssertArgs {
  /** The JavaScript. */
  script: string;
  /** JSON values. */
  args?: unknown[] | undefined;
  /** Seconds it may take to become true; default the session's `wait_timeout`. */
  wait_timeout?: number | undefined;
  /** Seconds it must stay true without a break; default 0. */
  stable_for?: number | undefined;
  /** What the failure says first. */
  message?: string | undefined;
}

/** What a request of the page must be like; at least one of these. */
export interface RequestWish {
  /** A part of its URL, or a glob with `*`. */
  url?: string | undefined;
  /** In any case. */
  method?: string | undefined;
  /** A status, or a class of them. */
  status?: number | "1xx" | "2xx" | "3xx" | "4xx" | "5xx" | undefined;
}

/** `wait_for`: exactly one of `selector`, `text`, `url`, `request`. */
export interface WaitForArgs {
  /** An element that can be seen. */
  selector?: Selector | undefined;
  /** Text visible on the page. */
  text?: string | undefined;
  /** A part of the URL, or a glob with `*`. */
  url?: string | undefined;
  /** A captured request. */
  request?: RequestWish | undefined;
  /** Waits until it is no more; not of a request. */
  gone?: boolean | undefined;
  /** Seconds; default the session's `wait_timeout`. */
  timeout?: number | undefined;
}

/** `download`: exactly one of `selector`, `url`. */
export interface DownloadArgs {
  /** What is clicked. */
  selector?: Selector | undefined;
  /** Where the tab is taken. */
  url?: string | undefined;
  /** Seconds the element is waited for, and then the download's beginning; default 10. */
  wait_timeout?: number | undefined;
  /** Seconds it may take from there; default 60. */
  timeout?: number | undefined;
}

/** A file to be uploaded: at most one of `text`, `base64`. */
export interface UploadFile {
  /** The name the page is told; without content, that of a file that is kept. */
  name: string;
  /** Its content, as text. */
  text?: string | undefined;
  /** Its content, in base64. */
  base64?: string | undefined;
}

/** `upload_file`. */
export interface UploadFileArgs {
  /** The field; it may be hidden. */
  selector: Selector;
  /** What is chosen in it, in place of what was. */
  files: UploadFile[];
}

/** `cookies`: what is listed or cleared is narrowed by `name` and `path`; `set` needs `name` and `value`. */
export interface CookiesArgs {
  /** What is done. */
  action: "list" | "set" | "clear";
  /** The cookie's name. */
  name?: string | undefined;
  /** Its value. */
  value?: string | undefined;
  /** Its host, with a dot before it when subdomains are sent it too; default the current document's. */
  domain?: string | undefined;
  /** Its path; set, default `/`. */
  path?: string | undefined;
  /** Those of every host; default false. */
  all?: boolean | undefined;
  /** No script may read it; default false. */
  http_only?: boolean | undefined;
  /** Sent over secure connections only; default false. */
  secure?: boolean | undefined;
  /** When it goes with requests from other sites; default what the browser does. */
  same_site?: "strict" | "lax" | "none" | undefined;
  /** Seconds it lasts; default until the browser ends. */
  max_age?: number | undefined;
}

/** `save_site_data` takes nothing. */
export type SaveSiteDataArgs = Record<never, never>;

/** `frame`: exactly one of `selector`, `leave`. */
export interface FrameArgs {
  /** The frame's element, such as an `<iframe>`, in the document that calls act in now. */
  selector?: Selector | undefined;
  /** To the document around the frame, or to the tab's. */
  leave?: "parent" | "top" | undefined;
}

/** `tabs`. */
export interface TabsArgs {
  /** What is done. */
  action: "list" | "open" | "switch" | "close";
  /** `t1`, `t2`, ...: what is switched to, or closed; closed is the driven one by default. */
  tab?: string | undefined;
  /** Where the tab that is opened goes; default `about:blank`. */
  url?: string | undefined;
}

/** `resize`: `preset`, or any of the others; what is left out stays as it is. */
export interface ResizeArgs {
  /** CSS pixels; both or neither. */
  width?: number | undefined;
  /** CSS pixels. */
  height?: number | undefined;
  /** Pixels of the screen to one CSS pixel. */
  device_pixel_ratio?: number | undefined;
  /** A size by name. */
  preset?: "phone" | "tablet" | "desktop" | undefined;
}

/** `emulate`: what is left out stays as it is; null takes one back. */
export interface EmulateArgs {
  /** A language tag, such as `de-DE`. */
  locale?: string | null | undefined;
  /** An IANA name, such as `Asia/Tokyo`, or an offset, such as `+05:30`. */
  timezone?: string | null | undefined;
  /** Degrees, and metres of accuracy; default 1. */
  geolocation?:
    | { latitude: number; longitude: number; accuracy?: number | undefined }
    | null
    | undefined;
  /** The user agent string. */
  user_agent?: string | null | undefined;
  /** Whether the network is cut off. */
  offline?: boolean | null | undefined;
  /** All the headers that requests carry besides their own. */
  headers?: Record<string, string> | null | undefined;
  /** CSS pixels of the screen. */
  screen?: { width: number; height: number } | null | undefined;
  /** Takes all back first. */
  reset?: boolean | undefined;
}

/** `dialog`. */
export interface DialogArgs {
  /** The button that is pressed. */
  action: "accept" | "dismiss";
  /** What a prompt is answered with. */
  text?: string | undefined;
}
