import { assert, assertEquals } from "@std/assert";
import { CURRENT_URI } from "../capture/uris.ts";
import { ACTIONS } from "../http/actions/table.ts";
import { RESOURCE_TEMPLATES } from "../http/mcp/resources.ts";
import { parseCommand } from "../http/settings.ts";
import { Pagetap, startSite } from "./e2e/harness.ts";

const readme = await Deno.readTextFile(new URL("../README.md", import.meta.url));

/** What stands in backticks in the first column of the table below a heading. */
function firstColumn(heading: string): string[] {
  const section = readme.slice(readme.indexOf(`\n## ${heading}`)).slice(1);
  const rows = section.slice(0, section.indexOf("\n## ")).matchAll(/^\|([^|]*)\|/gm);
  return [...rows].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? "")
  );
}

Deno.test("README is under 12 kB", () => {
  assert(new TextEncoder().encode(readme).length < 12_000);
});

Deno.test("README lists every action, in any order, and no other", () => {
  assertEquals(firstColumn("Actions").sort(), ACTIONS.map(({ name }) => name).sort());
});

Deno.test("README lists every argument of open_session", () => {
  const row = /`open_session`\s*\|(.*)\|/.exec(readme)?.[1] ?? "";
  const named = [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  const open = ACTIONS.find(({ name }) => name === "open_session");
  assertEquals(named.sort(), Object.keys(open?.input.shape ?? {}).sort());
});

Deno.test("README lists every resource", () => {
  assertEquals(
    firstColumn("Resources").sort(),
    [
      CURRENT_URI,
      ...RESOURCE_TEMPLATES.map(({ uriTemplate }) => uriTemplate),
    ].sort(),
  );
});

Deno.test("README lists every setting", () => {
  const command = parseCommand(["--help"], () => undefined);
  assert(command.kind === "help");
  const settings = [...command.text.matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name]) => name);
  assertEquals(firstColumn("Settings").sort(), settings.sort());
});

Deno.test("README's transcript goes as written", async () => {
  const [pagetap, site] = await Promise.all([Pagetap.start(), startSite()]);
  try {
    const [, transcript = ""] = /```console\n([\s\S]*?)```/.exec(readme) ?? [];
    const real = (text: string) =>
      text.replaceAll("localhost:4445", new URL(pagetap.address).host)
        .replaceAll("http://127.0.0.1:18200", site.origin);
    const steps = transcript.split(/^\$ /m).slice(1).map((step) => {
      const [command = "", ...output] = step.split("\n");
      return { command, output: output.join("\n").trimEnd() };
    });
    assert(steps.length > 5);
    const marker = "--- next ---";
    const script = steps.map(({ command }) => `${real(command)}\necho "${marker}"`).join("\n");
    const { stdout } = await new Deno.Command("bash", { args: ["-c", script], stdin: "null" })
      .output();
    const outputs = new TextDecoder().decode(stdout).split(`${marker}\n`);
    for (const [i, { command, output }] of steps.entries()) {
      assertEquals(outputs[i]?.trimEnd(), real(output), command);
    }
  } finally {
    await Promise.all([pagetap.stop(), site.stop()]);
  }
});
