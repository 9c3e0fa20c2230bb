import { assertEquals } from "@std/assert";
import type { NetworkBase } from "../../bidi/protocol.ts";
import { isCounted, isHeard, isStatic, isStream, requestType } from "../../capture/request_type.ts";
import { type Said, sent } from "./events.ts";

const typeOf = (said: Said) =>
  requestType(sent({ initiatorType: null, ...said }).params as NetworkBase);

Deno.test("requestType() takes what loads a document for one", () => {
  for (const destination of ["document", "iframe", "frame"]) {
    assertEquals(typeOf({ navigation: "n", destination }), "document");
  }
  assertEquals(typeOf({ resourceType: "Document" }), "document");
});

Deno.test("requestType() takes Firefox's object with its parent's navigation for no document", () => {
  assertEquals(typeOf({ navigation: "n", destination: "object" }), "other");
  assertEquals(typeOf({ navigation: "n", destination: "embed" }), "other");
});

Deno.test("requestType() goes by the destination first, which Firefox fills in", () => {
  const types = {
    style: "stylesheet",
    image: "image",
    font: "font",
    script: "script",
    worker: "script",
    sharedworker: "script",
    serviceworker: "script",
    audio: "media",
    video: "media",
    track: "media",
    report: "other",
  };
  for (const [destination, type] of Object.entries(types)) {
    assertEquals(typeOf({ destination }), type);
  }
});

Deno.test("requestType() goes by Chrome's resource type where the destination is empty", () => {
  const types = {
    Fetch: "fetch",
    XHR: "xhr",
    Font: "font",
    Media: "media",
    TextTrack: "media",
    Image: "image",
    Script: "script",
    Stylesheet: "stylesheet",
    EventSource: "other",
    Ping: "other",
    Manifest: "other",
    toString: "other",
  };
  for (const [resourceType, type] of Object.entries(types)) {
    assertEquals(typeOf({ resourceType }), type);
  }
});

Deno.test("requestType() goes by the initiator at last", () => {
  assertEquals(typeOf({ initiatorType: "fetch" }), "fetch");
  assertEquals(typeOf({ initiatorType: "xmlhttprequest" }), "xhr");
  assertEquals(typeOf({}), "other");
});

Deno.test("isStatic() and isCounted() share no type", () => {
  const all = [
    "document",
    "stylesheet",
    "image",
    "font",
    "script",
    "media",
    "fetch",
    "xhr",
    "download",
    "other",
  ] as const;
  assertEquals(all.filter(isStatic), ["stylesheet", "image", "font", "script", "media"]);
  assertEquals(all.filter(isCounted), ["document", "fetch", "xhr"]);
});

Deno.test("isStream() knows the answers that have no end", () => {
  const streams = ["text/event-stream", "multipart/x-mixed-replace", "application/x-ndjson"];
  for (const mime of streams) assertEquals(isStream(mime), true);
  for (const mime of [null, "text/plain", "application/json"]) assertEquals(isStream(mime), false);
});

Deno.test("isHeard() is what a script can tell of", () => {
  assertEquals([isHeard("fetch"), isHeard("script"), isHeard("image")], [true, true, false]);
});
