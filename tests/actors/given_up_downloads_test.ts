import { assertEquals } from "@std/assert";
import {
  GivenUpDownloads,
  MAX_GIVEN_UP,
  MAX_GIVEN_UP_BYTES,
} from "../../actors/given_up_downloads.ts";
import type { BidiEvent } from "../../bidi/protocol.ts";
import type { Incoming } from "../../page/files.ts";
import { FakeClock } from "../fakes/system.ts";

const WHY = "a download that was given up went on and could not be stopped";

function begin(url: string, download?: string): BidiEvent {
  const info = { context: "T", navigation: null, timestamp: 0, url };
  return {
    method: "browsingContext.downloadWillBegin",
    params: { ...info, suggestedFilename: "a.bin", ...(download && { download }) },
  };
}

function end(url: string, download?: string): BidiEvent {
  const info = { context: "T", navigation: null, timestamp: 0, url };
  return {
    method: "browsingContext.downloadEnd",
    params: { ...info, status: "canceled", ...(download && { download }) },
  };
}

function folder(size: { bytes: number }) {
  const done: string[] = [];
  const incoming: Incoming = {
    path: "/incoming",
    bytes: () => Promise.resolve(size.bytes),
    keep: () => Promise.reject(new Error("kept")),
    giveUp: () => void done.push("aside"),
    [Symbol.asyncDispose]: () => Promise.resolve(void done.push("gone")),
  };
  return { incoming, done };
}

function given() {
  const clock = new FakeClock();
  const downloads = new GivenUpDownloads(clock);
  const why: string[] = [];
  downloads.tooMuch = (reason) => why.push(reason);
  /** Time enough for a look, and for what it waits for. */
  const look = async () => {
    clock.advance(1_000);
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  const giveUp = async (incoming: Incoming) => {
    await using lent = downloads.lend(incoming);
    lent.giveUp();
  };
  return { clock, downloads, why, look, giveUp };
}

Deno.test("GivenUpDownloads.lend() keeps no folder that was not given up", async () => {
  const { clock, downloads } = given();
  const { incoming, done } = folder({ bytes: 1 });
  {
    await using lent = downloads.lend(incoming);
    assertEquals([lent.path, await lent.bytes()], ["/incoming", 1]);
  }
  assertEquals([done, clock.pending], [["gone"], 0]);
});

Deno.test("GivenUpDownloads ends the browser when what was given up grows too large", async () => {
  const { downloads, why, look, giveUp, clock } = given();
  const [one, other] = [{ bytes: MAX_GIVEN_UP_BYTES / 2 }, { bytes: MAX_GIVEN_UP_BYTES / 2 }];
  const [first, second] = [folder(one), folder(other)];
  downloads.event(begin("http://a.test/inf", "1"));
  await giveUp(first.incoming);
  downloads.event(begin("http://a.test/inf", "2"));
  await giveUp(second.incoming);
  await look();
  assertEquals([why, first.done, second.done], [[], ["aside"], ["aside"]]);
  other.bytes++;
  await look();
  assertEquals(why, [WHY]);
  await downloads.close();
  await downloads.close();
  assertEquals([first.done, second.done], [["aside", "gone"], ["aside", "gone"]]);
  assertEquals(clock.pending, 0);
});

Deno.test("GivenUpDownloads removes what was given up when all downloads have ended", async () => {
  for (const ids of [["1", "2"], [undefined, undefined]]) {
    const { clock, downloads, why, look, giveUp } = given();
    const { incoming, done } = folder({ bytes: 1 });
    for (const id of ids) downloads.event(begin("http://a.test/inf", id));
    await giveUp(incoming);
    downloads.event(end("http://a.test/inf", ids[0]));
    downloads.event(end("http://a.test/other", "3"));
    await look();
    assertEquals(done, ["aside"]);
    downloads.event(end("http://a.test/inf", ids[1]));
    await look();
    assertEquals([done, why, clock.pending], [["aside", "gone"], [], 0]);
  }
});

Deno.test("GivenUpDownloads ends the browser when too many go on", async () => {
  const { downloads, why, giveUp } = given();
  downloads.event(begin("http://a.test/slow", "1"));
  for (let i = 0; i < MAX_GIVEN_UP; i++) await giveUp(folder({ bytes: 0 }).incoming);
  assertEquals(why, []);
  await giveUp(folder({ bytes: 0 }).incoming);
  assertEquals(why, [WHY]);
  await downloads.close();
});

Deno.test("GivenUpDownloads keeps nothing for a browser that has ended", async () => {
  const { clock, downloads } = given();
  const { incoming, done } = folder({ bytes: 1 });
  {
    await using lent = downloads.lend(incoming);
    lent.giveUp();
    await downloads.close();
  }
  assertEquals([done, clock.pending], [["aside", "gone"], 0]);
});
