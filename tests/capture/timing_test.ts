import { assertEquals } from "@std/assert";
import type { FetchTimingInfo, ResponseData } from "../../bidi/protocol.ts";
import { encodedSize, timingOf, tookMs } from "../../capture/timing.ts";

const ZERO: FetchTimingInfo = {
  timeOrigin: 0,
  requestTime: 0,
  redirectStart: 0,
  redirectEnd: 0,
  fetchStart: 0,
  dnsStart: 0,
  dnsEnd: 0,
  connectStart: 0,
  connectEnd: 0,
  tlsStart: 0,
  requestStart: 0,
  responseStart: 0,
  responseEnd: 0,
};

const ANSWER: ResponseData = {
  url: "",
  protocol: "http/1.1",
  status: 200,
  statusText: "OK",
  fromCache: false,
  headers: [],
  mimeType: "",
  bytesReceived: 882,
  headersSize: 124,
  bodySize: 882,
  content: { size: 0 },
};

Deno.test("encodedSize() takes headers, status line and empty line off what Chrome received", () => {
  assertEquals(encodedSize(ANSWER, "chrome"), 739);
  const none = {
    ...ANSWER,
    status: 204,
    statusText: "No Content",
    bytesReceived: 64,
    headersSize: 37,
  };
  assertEquals(encodedSize(none, "chrome"), 0);
});

Deno.test("encodedSize() takes what Chrome received for the body when it is smaller than the headers", () => {
  assertEquals(encodedSize({ ...ANSWER, bytesReceived: 14, headersSize: 89 }, "chrome"), 14);
});

Deno.test("encodedSize() is 0 for what came from a cache, and never below", () => {
  assertEquals(encodedSize({ ...ANSWER, fromCache: true }, "chrome"), 0);
  assertEquals(encodedSize({ ...ANSWER, status: 304 }, "chrome"), 0);
  assertEquals(encodedSize({ ...ANSWER, bytesReceived: -1, headersSize: 36 }, "chrome"), 0);
});

Deno.test("encodedSize() is what Firefox says", () => {
  assertEquals(encodedSize({ ...ANSWER, bodySize: 739 }, "firefox"), 739);
  assertEquals(encodedSize({ ...ANSWER, bodySize: null }, "firefox"), null);
});

Deno.test("tookMs() is never negative when the clocks differ", () => {
  assertEquals(tookMs(1_000, ZERO, 900, "chrome"), 0);
});

Deno.test("timingOf() reads Chrome's relative times, which end with the headers", () => {
  const timings = {
    ...ZERO,
    dnsStart: 1,
    dnsEnd: 4,
    connectStart: 4,
    connectEnd: 20,
    tlsStart: 10,
    requestStart: 20,
    responseStart: 50,
    responseEnd: 52,
  };
  assertEquals(timingOf(timings, 1_052, "chrome"), {
    dns: 3,
    connect: 16,
    tls: 10,
    wait: 30,
    receive: 1_000,
  });
});

Deno.test("timingOf() reads Firefox's absolute times, which end with the body", () => {
  const t = 1_700_000_000_000;
  const timings = {
    ...ZERO,
    dnsStart: t,
    dnsEnd: t + 15,
    connectStart: t + 15,
    connectEnd: t + 16,
    tlsEnd: t + 16,
    requestStart: t + 20,
    responseStart: t + 30,
    responseEnd: t + 90,
  };
  assertEquals(timingOf(timings, 90, "firefox"), {
    dns: 15,
    connect: 1,
    tls: null,
    wait: 10,
    receive: 60,
  });
});

Deno.test("timingOf() is null when nothing is known", () => {
  assertEquals(timingOf(ZERO, 5, "chrome"), null);
  assertEquals(timingOf(undefined, 5, "firefox"), null);
});
