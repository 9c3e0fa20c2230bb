/**
 * Keys by name, as W3C WebDriver numbers them (section "Keyboard actions").
 *
 * @module
 */
import { cut } from "./cut.ts";
import { near } from "./nearest.ts";
import { PageError } from "./page.ts";

/** Code points of the keys that are no character, by the name a caller gives them, lower case. */
const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({
  alt: "\uE00A",
  altgraph: "\uE00A",
  arrowdown: "\uE015",
  arrowleft: "\uE012",
  arrowright: "\uE014",
  arrowup: "\uE013",
  backspace: "\uE003",
  cmd: "\uE03D",
  command: "\uE03D",
  control: "\uE009",
  ctrl: "\uE009",
  del: "\uE017",
  delete: "\uE017",
  down: "\uE015",
  end: "\uE010",
  enter: "\uE007",
  esc: "\uE00C",
  escape: "\uE00C",
  help: "\uE002",
  home: "\uE011",
  insert: "\uE016",
  left: "\uE012",
  meta: "\uE03D",
  numpadenter: "\uE007",
  option: "\uE00A",
  pagedown: "\uE00F",
  pageup: "\uE00E",
  pause: "\uE00B",
  plus: "+",
  return: "\uE006",
  right: "\uE014",
  shift: "\uE008",
  space: " ",
  spacebar: " ",
  super: "\uE03D",
  tab: "\uE004",
  up: "\uE013",
  windows: "\uE03D",
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`f${at + 1}`, String.fromCharCode(0xE031 + at)]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`numpad${at}`, String.fromCharCode(0xE01A + at)]),
  ),
}));

/** How the keys are written in an error that lists them. */
const SHOWN = [
  ..."Alt ArrowDown ArrowLeft ArrowRight ArrowUp Backspace Control Delete End Enter Escape".split(
    " ",
  ),
  ..."F1 F12 Home Insert Meta PageDown PageUp Shift Space Tab".split(" "),
];

/** The key that changes another while it is held, and does nothing alone. */
export const SHIFT = "\uE008";
/** The other keys that are held while another is pressed. */
const COMMANDS = new Set(["\uE009", "\uE00A", "\uE03D"]);

/** The key that ends a line or sends a form. */
export const ENTER = "\uE007";
/** The key that deletes what is selected. */
export const BACKSPACE = "\uE003";
/** The key that goes to the end of a line. */
export const END = "\uE010";

/** Most keys of a chord. */
const MAX_KEYS = 5;

/**
 * The keys of a chord such as `control+a`, `shift+Tab`, `Enter` or `+`, in the order they are held
 * down. A letter is a capital when `shift` is held, and none when it is a shortcut (`Control+A`).
 *
 * @throws {PageError} 400 a key that is none, with the names near to it
 */
export function chord(keys: string): string[] {
  const names = keys === "+" ? ["+"] : keys.split("+").map((name) => name.trim());
  // `control++` is control with the plus key.
  if (names.length > 2 && keys.endsWith("++")) names.splice(-2, 2, "+");
  if (names.length > MAX_KEYS) {
    throw new PageError(400, `Cannot press ${names.length} keys at once: ${MAX_KEYS} are the most`);
  }
  const values = names.map((name) => value(name, keys));
  const shifted = values.includes(SHIFT);
  const shortcut = values.some((key) => COMMANDS.has(key));
  return values.map((key) => shifted ? capital(key) : shortcut ? key.toLowerCase() : key);
}

function value(name: string, keys: string): string {
  const named = NAMED.get(name.toLowerCase());
  if (named !== undefined) return named;
  // One code point; those that WebDriver takes for keys are no characters.
  if (/^[^\p{Co}\p{Cc}\p{Cs}]$/u.test(name)) return name;
  throw new PageError(
    400,
    `Cannot press ${JSON.stringify(cut(keys, 60))}: ${
      name === "" ? "a key is missing; write the plus key as plus" : unknown(name, name === keys)
    }`,
  );
}

function capital(key: string): string {
  const upper = key.toUpperCase();
  return [...upper].length === 1 ? upper : key;
}

/** @param alone it is all there is to press, so that it may be meant as text */
function unknown(name: string, alone: boolean): string {
  const meant = nearest(name);
  return `${JSON.stringify(cut(name, 30))} is no key; ` +
    (meant.length > 0
      ? `near to it are ${meant.join(", ")}`
      : `use one character or ${SHOWN.join(", ")}${alone ? "; to type a text use write" : ""}`);
}

/** The keys whose name is near, or that `name` is a part of; nearest first. */
function nearest(name: string): string[] {
  const part = name.toLowerCase();
  const longer = name.length > 2 ? SHOWN.filter((key) => key.toLowerCase().includes(part)) : [];
  return [...new Set([...near(name, SHOWN), ...longer])].slice(0, 5);
}
