import { assert, assertEquals } from "@std/assert";
import type { Hint } from "../../capture/shapes.ts";
import { type BrowserName, BROWSERS, Pagetap, startSite } from "./harness.ts";

/** How often a race is run; one miss fails. */
const TRIES = 40;

let pagetap: Pagetap;
let site: Awaited<ReturnType<typeof startSite>>;
Deno.test.beforeAll(async () => {
  [pagetap, site] = await Promise.all([Pagetap.start(), startSite()]);
});
Deno.test.afterAll(async () => {
  await Promise.all([pagetap.stop(), site.stop()]);
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function on(
  page: string,
  workspace: string,
  browser: BrowserName,
  task: () => Promise<void>,
): Promise<void> {
  return pagetap.session(workspace, { browser, url: `${site.origin}/p/${page}` }, task);
}

/** The counts of a hint, and where it points. */
function own(hint: Hint | undefined) {
  return [hint?.errors ?? 0, hint?.failed_requests ?? 0];
}

for (const browser of BROWSERS) {
  for (const when of ["sync", "microtask", "timer", "frame"]) {
    Deno.test(`a click has in its hint what its handler does, ${when}: ${browser}`, async () => {
      const workspace = `${when}-${browser}`;
      await on("attribution", workspace, browser, async () => {
        const missed: unknown[] = [];
        for (let i = 0; i < TRIES; i++) {
          const { page, call } = await pagetap.click(workspace, when);
          if (own(page).join() !== "1,1" || page?.late || page?.incomplete) {
            missed.push([call, page]);
          }
        }
        assertEquals(missed, []);
      });
    });
  }

  Deno.test(`a click has in its hint a request answered after 200 ms: ${browser}`, async () => {
    const workspace = `slow-${browser}`;
    await on("attribution", workspace, browser, async () => {
      for (let i = 0; i < TRIES; i++) {
        const { page } = await pagetap.click(workspace, "slow");
        assertEquals([...own(page), page?.late], [1, 1, undefined], `try ${i}`);
      }
    });
  });

  Deno.test(`a click has in its hint the page it navigates to: ${browser}`, async () => {
    const workspace = `nav-${browser}`;
    await on("attribution", workspace, browser, async () => {
      for (let i = 0; i < TRIES; i++) {
        const { page, url } = await pagetap.click(workspace, "nav");
        assertEquals(url, `${site.origin}/p/throws`);
        assertEquals([...own(page), page?.late], [1, 1, undefined], `try ${i}`);
        const back = await pagetap.call(workspace, "navigate", {
          url: `${site.origin}/p/attribution`,
        });
        assertEquals(back.page, undefined, `try ${i}`);
      }
    });
  });

  Deno.test(`what comes after a call had answered is told once, as late: ${browser}`, async () => {
    const workspace = `late-${browser}`;
    await on("attribution", workspace, browser, async () => {
      for (const [id, wait] of [["late", 2_000], ["debounce", 300]] as const) {
        const click = await pagetap.click(workspace, id);
        assertEquals(click.page, undefined, id);
        await sleep(wait + 400);
        const next = await pagetap.call(workspace, "extract", {});
        assertEquals(next.page, {
          errors: 0,
          failed_requests: 0,
          late: [{
            call: click.call as number,
            errors: 1,
            failed_requests: 1,
            see: `workspace://console?level=error&call=${click.call}`,
          }],
        }, id);
        const { entries } = await pagetap.console(workspace, `?level=error&call=${click.call}`);
        assertEquals(entries.length, 1, id);
        assertEquals((await pagetap.call(workspace, "extract", {})).page, undefined, id);
      }
    });
  });

  Deno.test(`a wait_for in between takes nothing of the call before it: ${browser}`, async () => {
    const workspace = `waiting-${browser}`;
    await on("attribution", workspace, browser, async () => {
      const click = await pagetap.click(workspace, "late");
      const waited = await pagetap.call(workspace, "wait_for", { text: "answered", timeout: 5 });
      assertEquals(own(waited.page), [0, 0]);
      assertEquals(
        waited.page?.late?.map((
          { call, errors, failed_requests },
        ) => [call, errors, failed_requests]),
        [[click.call as number, 1, 1]],
      );
    });
  });

  Deno.test(`what a script sets off is never an older click's: ${browser}`, async () => {
    const workspace = `set-off-${browser}`;
    await on("attribution", workspace, browser, async () => {
      const script = `setTimeout(() => {
        fetch("/e/status/500?script");
        throw new Error("set off");
      }, 150)`;
      for (let i = 0; i < 3; i++) {
        await pagetap.click(workspace, "clean");
        const ran = await pagetap.call(workspace, "execute_script", { script });
        assertEquals(ran.page, undefined, `try ${i}`);
        // Between calls, and while one only waits.
        if (i % 2 === 0) await sleep(400);
        else await pagetap.post(workspace, "wait_for", { text: "never", timeout: 0.4 });
        const query = `call=${ran.call}`;
        assertEquals((await pagetap.console(workspace, `?level=error&${query}`)).matched, 1);
        assertEquals((await pagetap.network(workspace, `?filter=failed&${query}`)).matched, 1);
      }
    });
  });

  Deno.test(`a poll that fails is nobody's: ${browser}`, async () => {
    const workspace = `poll-${browser}`;
    await on("poll", workspace, browser, async () => {
      await sleep(1_200);
      // What the load itself is told of late comes first.
      await pagetap.call(workspace, "extract", {});
      for (let i = 0; i < 10; i++) {
        for (
          const { page } of [
            await pagetap.click(workspace, "quiet"),
            await pagetap.call(workspace, "extract", {}),
          ]
        ) assertEquals([...own(page), page?.late], [0, 0, undefined], `try ${i}`);
      }
      const { page, call } = await pagetap.click(workspace, "other");
      assertEquals(own(page), [0, 1]);
      const failed = await pagetap.network(workspace, `?filter=failed&call=${call}`);
      assertEquals(failed.requests.map((row) => row.status), [503]);
      const all = await pagetap.network(workspace, "?filter=failed");
      assert(all.requests.some((row) => row.background && row.call === null));
    });
  });

  Deno.test(`a poll that fails is nobody's though the page is never left to itself: ${browser}`, async () => {
    const workspace = `pulse-${browser}`;
    const selector = { css: "#quiet" };
    await on("pulse", workspace, browser, async () => {
      const blamed: number[] = [];
      const began = performance.now();
      for (let i = 0; i < 30; i++) {
        const { page } = await pagetap.call(workspace, "interact", { selector, action: "hover" });
        if (own(page).join() !== "0,0") blamed.push(i);
        await sleep(Math.max(0, began + (i + 1) * 700 - performance.now()));
      }
      const [first] = (await pagetap.network(workspace, "?filter=failed&limit=1")).requests;
      const last = blamed.at(-1) ?? 0;
      assert(last < 15 && first?.background === true, `${blamed}: ${JSON.stringify(first)}`);
      // What a click causes is told all the same.
      for (let i = 0; i < 8; i++) {
        const { page } = await pagetap.click(workspace, "other");
        assertEquals(own(page), [0, 1], `try ${i}`);
        await sleep(200);
      }
    });
  });

  Deno.test(`a click that fails as the page polls is said to be put aside: ${browser}`, async () => {
    const workspace = `like-poll-${browser}`;
    await on("like_poll", workspace, browser, async () => {
      await sleep(2_500);
      await pagetap.call(workspace, "extract", {});
      const { page } = await pagetap.click(workspace, "buy");
      assertEquals([...own(page), page?.late], [0, 0, undefined]);
      assert((page?.background ?? 0) >= 1, JSON.stringify(page));
      // Nothing is known of the next document by what this one did.
      await pagetap.call(workspace, "navigate", { url: `${site.origin}/p/like_poll?still` });
      for (let i = 0; i < 3; i++) {
        const { page } = await pagetap.click(workspace, "buy");
        assertEquals([...own(page), page?.background], [0, 1, undefined], `try ${i}`);
      }
    });
  });

  Deno.test(`20 calls at once in two workspaces count their own only: ${browser}`, async () => {
    const names = [`two-a-${browser}`, `two-b-${browser}`];
    const [first = "", second = ""] = names;
    await on("attribution", first, browser, () =>
      on("attribution", second, browser, async () => {
        const calls = Array.from({ length: 20 }, (_, i) => ({
          workspace: names[i % 2] as string,
          id: i % 4 < 2 ? "sync" : "clean",
        }));
        const results = await Promise.all(
          calls.map(({ workspace, id }) => pagetap.click(workspace, id)),
        );
        assertEquals(
          results.map(({ page }) => own(page).join()),
          calls.map(({ id }) => id === "sync" ? "1,1" : "0,0"),
        );
        assert(results.every(({ page }) => page?.late === undefined));
      }));
  });
}
