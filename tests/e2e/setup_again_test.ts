import { assertEquals, assertMatch } from "@std/assert";
import { servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap } from "./harness.ts";
import { until } from "./until.ts";

const SEEN = `return [navigator.language, screen.width, innerWidth, devicePixelRatio,
  await fetch("/header").then((r) => r.text())]`;

/** The browser's own process of a server: the one whose profile is in this folder, and that has no parent there. */
function browserIn(folder: string): number {
  const inside = [...Deno.readDirSync("/proc")].map(({ name }) => Number(name)).filter((pid) => {
    try {
      return pid > 0 && Deno.readTextFileSync(`/proc/${pid}/environ`).includes(`TMPDIR=${folder}`);
    } catch {
      return false;
    }
  });
  const named = inside.filter((pid) => /^Name:\s+(?:chrom(?!edriver)|firefox)/m.test(status(pid)));
  const [first] = named.filter((pid) =>
    !named.includes(Number(/^PPid:\s+(\d+)$/m.exec(status(pid))?.[1]))
  );
  if (first === undefined) throw new Error("no browser runs");
  return first;
}

function status(pid: number): string {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/status`);
  } catch {
    return "";
  }
}

for (const browser of BROWSERS) {
  Deno.test(`a killed ${browser} comes back as it was resized, and emulates what it did`, async () => {
    const folder = Deno.makeTempDirSync({ prefix: "pagetap-setup-" });
    await using site = servePages({
      "/": "<title>here",
      "/header": ({ headers }) => new Response(headers.get("authorization")),
    });
    await using pagetap = await Pagetap.start({ TMPDIR: folder });
    await pagetap.call("w", "open_session", { browser, url: `${site.origin}/` });
    await pagetap.call("w", "resize", { preset: "phone" });
    await pagetap.call("w", "emulate", {
      locale: "de-DE",
      screen: { width: 400, height: 900 },
      headers: { authorization: "Bearer abc12345" },
    });
    await pagetap.call("w", "navigate", { reload: true });
    const seen = async () => await pagetap.call("w", "execute_script", { script: SEEN });
    const expected = ["de-DE", 400, 390, 3, "•••"];
    assertEquals((await seen()).value, expected);
    Deno.kill(browserIn(folder), "SIGKILL");
    await until(async () =>
      (await pagetap.read<{ live: boolean }>("w", "workspace://current")).live === false
    );
    const again = await seen();
    assertMatch(JSON.stringify(again.reopened), /ended unexpectedly/);
    assertEquals([again.value, again.notices], [expected, undefined]);
    await pagetap.call("w", "end_browser");
    await pagetap.stop();
    Deno.removeSync(folder, { recursive: true });
  });
}
