import { assert, assertAlmostEquals, assertEquals, assertMatch } from "@std/assert";
import { Ajv, type AnySchemaObject } from "ajv/dist/ajv.js";
import schemas from "har-schema";
import type { Kept, RequestDetail } from "../../../capture/shapes.ts";
import { harOf } from "../../../http/admin/har.ts";
import { framesOf, type Recorded, replay, scenarios } from "../../capture/replay.ts";

interface Entry {
  pageref?: string;
  startedDateTime: string;
  time: number;
  request: {
    method: string;
    url: string;
    headers: { name: string; value: string }[];
    queryString: { name: string; value: string }[];
  };
  response: {
    status: number;
    redirectURL: string;
    content: { size: number; mimeType: string };
    bodySize: number;
    _error?: string;
  };
  timings: Record<string, number>;
  comment?: string;
  _initiator?: unknown;
}

interface Har {
  log: {
    creator: object;
    browser?: object;
    pages: { id: string; startedDateTime: string; title: string }[];
    entries: Entry[];
  };
}

// The schemas are of an older draft, and name formats that are looked at here by hand.
const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false });
for (const schema of Object.values(schemas)) ajv.addSchema(schema as AnySchemaObject);

function har(kept: Partial<Kept>, browser: string | null = "chrome"): Har {
  const made = harOf({ pages: [], entries: [], requests: [], ...kept }, {
    browser,
    version: "1.2.3",
  });
  // What is undefined is not in the file.
  return JSON.parse(JSON.stringify(made));
}

const REQUEST: RequestDetail = {
  id: "1.1",
  seq: 1,
  nav: 1,
  call: 4,
  at: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  method: "GET",
  url: "https://shop.test/a?q=x%20y&token=•••",
  status: 200,
  status_text: "OK",
  type: "fetch",
  mime: "text/plain",
  size: 12,
  took_ms: 100,
  state: "complete",
  failed: false,
  error: null,
  class: null,
  from_cache: false,
  context: "c1",
  navigation: false,
  request_headers: [{ name: "authorization", value: "•••" }],
  response_headers: [{ name: "content-type", value: "text/plain" }],
  initiator: { type: "script", url: "https://shop.test/app.js", line: 12 },
  timing: { dns: 5, connect: 30, tls: 20, wait: 40, receive: 10 },
  uri: "workspace://network/1.1",
};

function entryOf(change: Partial<RequestDetail>): Entry {
  const [entry] = har({ requests: [{ ...REQUEST, ...change }] }).log.entries;
  assert(entry !== undefined);
  return entry;
}

function assertValid(file: Har): void {
  const valid = ajv.validate("har.json", file);
  assert(valid, ajv.errorsText());
  const { pages, entries } = file.log;
  const ids = new Set(pages.map(({ id }) => id));
  for (const { startedDateTime } of [...pages, ...entries]) {
    assertMatch(startedDateTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  for (const { pageref, time, timings } of entries) {
    assert(pageref === undefined || ids.has(pageref), pageref);
    const { ssl = -1, connect = -1, ...others } = timings;
    for (const part of ["send", "wait", "receive"]) assert((timings[part] ?? -1) >= 0, part);
    assert(Object.values(timings).every((ms) => ms === -1 || ms >= 0));
    assert(ssl <= connect || ssl === -1, "the handshake is in the connection's time");
    const sum = [connect, ...Object.values(others)].filter((ms) => ms > 0)
      .reduce((sum, ms) => sum + ms, 0);
    assertAlmostEquals(time, sum, 1e-6);
  }
  assertEquals(
    entries.map(({ startedDateTime }) => startedDateTime),
    [
      ...entries.map(({ startedDateTime }) => startedDateTime),
    ].sort(),
  );
}

Deno.test("the schemas refuse what is no HAR", () => {
  assertEquals(
    ajv.validate("har.json", { log: { version: "1.2", creator: {}, entries: [] } }),
    false,
  );
});

for (const browser of ["chromium", "firefox"] satisfies Recorded[]) {
  for (const scenario of scenarios(browser)) {
    Deno.test(`harOf() makes a valid HAR of what ${browser} did in ${scenario}`, () => {
      const { capture, end } = replay(browser, framesOf(browser, scenario));
      const kept = capture.kept(end);
      const file = har(kept, browser);
      assertValid(file);
      assertEquals(file.log.entries.length, kept.requests.length);
    });
  }
}

Deno.test("harOf() keeps what is masked masked", () => {
  const { request } = entryOf({});
  assertEquals(request.headers, REQUEST.request_headers);
  assertEquals(request.queryString, [{ name: "q", value: "x y" }, { name: "token", value: "•••" }]);
  for (const browser of ["chromium", "firefox"] satisfies Recorded[]) {
    const { capture, end } = replay(browser, framesOf(browser, "secrets"));
    const kept = capture.kept(end);
    const masks = JSON.stringify(kept.requests).split("•••").length;
    const text = JSON.stringify(har(kept));
    assert(masks > 1 && text.split("•••").length >= masks, "masks were lost");
  }
});

Deno.test("harOf() tells where the time went, and -1 for what did not happen", () => {
  assertEquals(entryOf({}).timings, {
    blocked: 15,
    dns: 5,
    connect: 30,
    ssl: 20,
    send: 0,
    wait: 40,
    receive: 10,
  });
  assertEquals(entryOf({}).time, 100);
  const reused = entryOf({
    timing: { dns: null, connect: null, tls: null, wait: 90, receive: 10 },
  });
  const { blocked, dns, connect, ssl } = reused.timings;
  assertEquals([reused.time, blocked, dns, connect, ssl], [100, -1, -1, -1, -1]);
  assertEquals(entryOf({ timing: null }).timings, { send: 0, wait: 100, receive: 0 });
});

Deno.test("harOf() tells what was not answered as DevTools does: with a status of 0", () => {
  const none = { status: null, status_text: null, mime: null, size: null, response_headers: [] };
  const failed = entryOf({ ...none, state: "failed", failed: true, error: "net::ERR_ABORTED" });
  assertEquals([failed.response.status, failed.response._error, failed.comment], [
    0,
    "net::ERR_ABORTED",
    "net::ERR_ABORTED",
  ]);
  assertEquals([failed.response.bodySize, failed.response.content], [
    -1,
    { size: -1, mimeType: "x-unknown" },
  ]);
  const pending = entryOf({ ...none, state: "pending", took_ms: null, timing: null });
  assertEquals([pending.response.status, pending.time, pending.comment], [
    0,
    0,
    "not answered yet; its time is not known",
  ]);
});

Deno.test("harOf() tells redirects, initiators and pages", () => {
  const hops = { redirects: [{ url: "https://shop.test/old", status: 302, response_headers: [] }] };
  assertEquals(entryOf(hops).comment, "redirected from https://shop.test/old");
  const form = { method: "POST", url: "https://shop.test/login", status: 303 };
  assertEquals(
    entryOf({ redirects: [{ ...form, response_headers: [] }] }).comment,
    "redirected from POST https://shop.test/login",
  );
  const answered = [{ name: "Location", value: "/next" }];
  assertEquals(entryOf({ response_headers: answered }).response.redirectURL, "/next");
  assertEquals(entryOf({})._initiator, {
    type: "script",
    url: "https://shop.test/app.js",
    lineNumber: 11,
  });
  assertEquals("_initiator" in entryOf({ initiator: null }), false);
  const { log } = har({
    pages: [{ nav: 2, url: "https://b.test/", at: 2_000 }, {
      nav: 1,
      url: "https://a.test/",
      at: 1_000,
    }],
    requests: [{ ...REQUEST, at: 2_000, nav: 2 }, { ...REQUEST, at: 1_000, nav: 1 }, {
      ...REQUEST,
      at: 500,
      nav: 0,
    }],
  });
  assertEquals(log.pages.map(({ id, title }) => [id, title]), [["page_1", "https://a.test/"], [
    "page_2",
    "https://b.test/",
  ]]);
  assertEquals(log.entries.map(({ pageref }) => pageref), [undefined, "page_1", "page_2"]);
});

Deno.test("harOf() takes data: URLs, and one that cannot be read", () => {
  const urls = ["data:text/plain,•••", "not a url", "https://x.test/?a=%E0%A4%A"];
  const file = har({ requests: urls.map((url) => ({ ...REQUEST, url })) });
  assertValid(file);
  assertEquals(file.log.entries.map(({ request }) => request.url), urls);
  assertEquals(har({}, null).log.browser, undefined);
});
