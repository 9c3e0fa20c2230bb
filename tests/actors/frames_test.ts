/**
 * Every recorded scenario of both browsers as raw text frames through the real Connection, Subscriber
 * and Workspace, read back by URI, against what FACTS says is right.
 */
import { assertEquals } from "@std/assert";
import type {
  ConsoleList,
  Hint,
  NavigationMark,
  NetworkList,
  RequestDetail,
} from "../../capture/shapes.ts";
import {
  firstTree,
  type Frame,
  framesOf,
  type Reading,
  type Recorded,
  requestIds,
  scenarios,
} from "../capture/replay.ts";
import { expected, summary } from "../capture/summary.ts";
import { fakeBrowser } from "../fakes/browser.ts";
import { fakeWorkspace } from "../fakes/workspace.ts";

const RECORDED: readonly Recorded[] = ["chromium", "firefox"];
const ALL = "pages=5&limit=1000";

/** Opens a session with capture, and plays the frames to it while a call that navigates runs. */
async function play(recorded: Recorded, frames: readonly Frame[]): Promise<Reading> {
  const contexts = firstTree(frames);
  const workspace = fakeWorkspace({
    now: (frames[0]?.at ?? 0) - 1_000,
    browser: fakeBrowser({
      browser: recorded === "chromium" ? "chrome" : "firefox",
      answers: { "browsingContext.getTree": () => ({ contexts }) },
    }),
  });
  const { clock, now, read } = workspace;
  await now(workspace.open({ capture: true }));
  const { transport } = workspace.browser.newest();
  const played = Promise.withResolvers<object>();
  const answer = workspace.call({
    name: "navigate",
    effect: "navigation",
    seconds: 3_600,
    run: () => played.promise,
  });
  const marks = new Map<number, NavigationMark>();
  const note = async () => {
    const { pages: [newest] } = await now(read<NetworkList>("workspace://network?pages=5&limit=1"));
    if (newest !== undefined) marks.set(newest.nav, newest);
  };
  for (const { text, at } of frames) {
    await workspace.elapse(at - clock.now());
    transport.frame(text);
    workspace.runAll();
    if (!/"method":"(?:log|network)\./.test(text) || marks.size === 0) await note();
  }
  await note();
  const found = (id: string) => read<RequestDetail>(`workspace://network/${id}`).catch(() => null);
  const details = await now(Promise.all([...requestIds()].map(found)));
  const reading = {
    marks,
    requests: details.filter((detail) => detail !== null),
    console: await now(read<ConsoleList>(`workspace://console?level=all&${ALL}`)),
    network: await now(read<NetworkList>(`workspace://network?filter=all&${ALL}`)),
  };
  played.resolve({});
  await workspace.elapse(1_000);
  const { page } = await now(answer);
  await workspace.stop();
  return { ...reading, hint: page as Hint | undefined };
}

for (const browser of RECORDED) {
  const right = expected(browser);

  for (const scenario of scenarios(browser)) {
    Deno.test(`Workspace reads ${browser}/${scenario} as FACTS says`, async () => {
      const found = summary(scenario, await play(browser, framesOf(browser, scenario)));
      assertEquals(found, right.get(scenario));
    });
  }
}
