import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { chord } from "../../page/keys.ts";
import { PageError } from "../../page/page.ts";

Deno.test("chord() reads names, characters and modifiers", () => {
  const chords: Record<string, string[]> = {
    "Enter": ["\uE007"],
    "enter": ["\uE007"],
    "a": ["a"],
    "A": ["A"],
    "😀": ["😀"],
    "Space": [" "],
    "F12": ["\uE03C"],
    "numpad5": ["\uE01F"],
    "+": ["+"],
    "control++": ["\uE009", "+"],
    "control+plus": ["\uE009", "+"],
    "control+a": ["\uE009", "a"],
    "Ctrl + A": ["\uE009", "a"],
    "shift+a": ["\uE008", "A"],
    "control+shift+z": ["\uE009", "\uE008", "Z"],
    "shift+Tab": ["\uE008", "\uE004"],
    "alt+ArrowLeft": ["\uE00A", "\uE012"],
    "shift+ß": ["\uE008", "ß"],
  };
  for (const [keys, values] of Object.entries(chords)) assertEquals(chord(keys), values, keys);
});

Deno.test("chord() names the keys near to one it does not know", () => {
  const near: Record<string, string> = {
    "Entr": '"Entr" is no key; near to it are Enter',
    "control+Esacpe": '"Esacpe" is no key; near to it are Escape',
    "Arrow": "near to it are Arrow",
    "": "a key is missing",
    "control+": "a key is missing",
    "meta+shift+": "a key is missing; write the plus key as plus",
    "abc": "; to type a text use write",
    "control+abc": "Tab",
    "Tba": "near to it are Tab",
    "hello world": '"hello world" is no key; use one character or Alt, ArrowDown',
    "\uE009": "is no key",
    "\ud800": "is no key",
  };
  for (const [keys, words] of Object.entries(near)) {
    const error = assertThrows(() => chord(keys), PageError);
    assertEquals(error.status, 400);
    assertStringIncludes(error.message, words);
  }
});

Deno.test("chord() names no key that is not near", () => {
  for (const keys of ["abc", "meta+shift+", "q1"]) {
    const { message } = assertThrows(() => chord(keys), PageError);
    assertEquals(message.includes("near to it"), false, message);
  }
});

Deno.test("chord() refuses more keys than two hands hold", () => {
  assertThrows(() => chord("a+b+c+d+e+f"), PageError, "5 are the most");
});
