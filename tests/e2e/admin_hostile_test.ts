import { assert, assertEquals, assertLess } from "@std/assert";
import { completed, logged, sent } from "../capture/events.ts";
import { AdminTarget } from "./admin_target.ts";
import { BROWSERS, Pagetap } from "./harness.ts";
import { until } from "./until.ts";

const ESC = "\u001b";
/** What a page may say to hurt whoever reads it. */
const HOSTILE = [
  "<img src=x onerror=\"document.title='pwned'\"><script>document.title='pwned'</script>",
  `${ESC}[31mred${ESC}]0;title\u0007 and ${ESC}[2J`,
  "\u202emoc.live\u202c \u2067abc\u2069 \u0645\u0631\u062d\u0628\u0627",
  "x".repeat(4_096),
  "javascript:document.title='pwned'",
];
const LONG_URL = `https://site.test/${"u".repeat(65_536)}`;

/** What the page looks like, as its own script sees it. */
const LOOK = `const list = document.querySelector(".list");
  const rows = [...document.querySelectorAll(".row")];
  return { title: document.title, rows: rows.length,
    texts: rows.map((row) => row.querySelector(".text").textContent),
    elements: rows.flatMap((row) => [...row.querySelectorAll("img,script,a,iframe,object")]).length,
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    heights: [...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height)))],
    overlong: rows.filter((row) => row.scrollWidth > row.clientWidth + 1 && getComputedStyle(row).overflow !== "hidden").length };`;

interface Look {
  title: string;
  rows: number;
  texts: string[];
  elements: number;
  wide: number;
  heights: number[];
  overlong: number;
}

for (const browser of BROWSERS) {
  Deno.test(`what a hostile page says is text on the admin page in ${browser}`, async (t) => {
    await using target = await AdminTarget.start();
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    const say = await target.open("shop");
    say(...HOSTILE.map((text) => logged(text)));
    say(sent({ url: LONG_URL }), completed({ url: LONG_URL, status: 200 }));
    const look = async () =>
      (await pagetap.call("w", "execute_script", { script: LOOK })).value as Look;
    await pagetap.session(
      "w",
      { url: `${target.address}/admin#/w/shop/console`, capture: true },
      async () => {
        for (const width of [1280, 390]) {
          await pagetap.call("w", "resize", { width, height: 800 });
          for (const [tab, count] of [["console", HOSTILE.length], ["network", 1]] as const) {
            await t.step(`${tab} at ${width}`, async () => {
              await pagetap.call("w", "navigate", {
                url: `${target.address}/admin#/w/shop/${tab}`,
              });
              await pagetap.call("w", "wait_for", {
                selector: { css: `.list [aria-setsize="${count}"]:first-child` },
              });
              const seen = await look();
              assertEquals([seen.title, seen.rows, seen.elements, seen.wide], [
                "pagetap",
                count,
                0,
                0,
              ]);
              assertEquals([seen.heights.length, seen.overlong], [1, 0]);
              if (tab === "console") {
                assert(seen.texts.some((text) => text.startsWith("<img src=x onerror=")));
                assert(!seen.texts.join("").includes(ESC));
              }
            });
          }
        }
        await t.step("a row opens as text too", async () => {
          const { entries } = await (await fetch(`${target.address}/admin/workspaces/shop/console`))
            .json();
          for (const { seq } of entries as { seq: number }[]) {
            await pagetap.call("w", "navigate", {
              url: `${target.address}/admin#/w/shop/console/${seq}`,
            });
            await pagetap.call("w", "wait_for", { selector: { css: ".detail pre" } });
            const { title, elements, wide } = await look();
            assertEquals([title, elements, wide], ["pagetap", 0, 0]);
          }
        });
        await t.step("and the page itself has said nothing, and asked nobody else", async () => {
          const { entries } = await pagetap.console("w", "?pages=5");
          assertEquals(entries.map(({ text }) => text), []);
          const { requests } = await pagetap.network("w", "?pages=5&limit=1000");
          const hosts = new Set(requests.map(({ url }) => new URL(url).host));
          assertEquals([...hosts], [new URL(target.address).host]);
        });
      },
    );
  });

  Deno.test(`10 000 rows a second leave the admin page answering in ${browser}`, async () => {
    await using target = await AdminTarget.start();
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    const say = await target.open("shop");
    await pagetap.session(
      "w",
      { url: `${target.address}/admin#/w/shop/console?live` },
      async () => {
        await pagetap.call("w", "wait_for", { text: "Listening: nothing yet." });
        const before = await heap(pagetap);
        let told = 0;
        let clicks = 0;
        let slowest = 0;
        const end = Date.now() + 10_000;
        const began = Date.now();
        const feeding = (async () => {
          while (Date.now() < end) {
            const due = Math.min(900, (Date.now() - began) * 10 - told);
            say(...Array.from({ length: due }, () => logged(`line ${++told}`)));
            // No more at once than a subscriber holds: what it lost would be a gap, and not the tail's.
            await pause(20);
            while (await target.entries("shop") < told) await pause(5);
          }
        })();
        while (Date.now() < end - 500) {
          slowest = Math.max(slowest, await clickMs(pagetap));
          clicks++;
        }
        await feeding;
        await until(
          async () => {
            const { live, dropped } = await footer(pagetap);
            return live + dropped === told;
          },
          10_000,
          async () => [
            told,
            await footer(pagetap),
            await pagetap.call("w", "extract", { selector: { css: ".foot" } }),
          ],
        );
        const { live, dropped } = await footer(pagetap);
        assertEquals(live + dropped, told);
        assert(told > 60_000 && clicks > 5, `${told} rows, ${clicks} clicks`);
        assertLess(slowest, 200, `a click took ${slowest} ms`);
        const { rows } = (await pagetap.call("w", "execute_script", { script: LOOK }))
          .value as Look;
        assertLess(rows, 100, "rows are virtualised");
        if (before !== null) assertLess((await heap(pagetap)) ?? 0, before + 40_000_000);
      },
    );
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Milliseconds from a click on the page to what it changes. */
async function clickMs(pagetap: Pagetap): Promise<number> {
  const script = `const chip = document.querySelectorAll(".chip")[1];
    const pressed = chip.getAttribute("aria-pressed");
    const began = performance.now();
    chip.click();
    await new Promise((resolve) => {
      const look = () => chip.isConnected && chip.getAttribute("aria-pressed") === pressed
        ? requestAnimationFrame(look) : resolve();
      look();
    });
    const took = performance.now() - began;
    document.querySelectorAll(".chip")[0].click();
    return took;`;
  return (await pagetap.call("w", "execute_script", { script })).value as number;
}

/** What the footer of the live tail counts. */
async function footer(pagetap: Pagetap): Promise<{ live: number; dropped: number }> {
  const { text } = await pagetap.call("w", "extract", { selector: { css: ".foot" } });
  const number = (pattern: RegExp) =>
    Number((pattern.exec(String(text))?.[1] ?? "0").replaceAll(",", ""));
  return { live: number(/Live · ([\d,]+) entr/), dropped: number(/([\d,]+) dropped/) };
}

/** Bytes of the page's heap; null where the browser does not say. */
async function heap(pagetap: Pagetap): Promise<number | null> {
  const { value } = await pagetap.call("w", "execute_script", {
    script: "return performance.memory?.usedJSHeapSize ?? null",
  });
  return value as number | null;
}
