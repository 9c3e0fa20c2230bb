/**
 * The actions of the table in a frame of another origin: each one acts on the frame's document, or says
 * that it acts on the tab.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { ACTIONS } from "../../http/actions/table.ts";
import { servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap } from "./harness.ts";

const FORM = `<title>inner</title><h2>Inner</h2>
  <input id=name><input id=agree type=checkbox><select id=size><option>S<option value=m>M</select>
  <input id=file type=file onchange="said.textContent = this.files[0].name + ' ' + this.files[0].size">
  <a id=get href="/file" download>Get</a>
  <input id=range type=range min=0 max=100 value=0>
  <button id=ask onclick="said.textContent = confirm('Sure?')">Ask</button><p id=said>-</p>
  <script>console.log("inner is " + location.host); later = false; setTimeout(() => later = true, 300)</script>`;

/** What acts on the tab, the browser or the workspace, whatever frame was entered. */
const WHOLE = [
  ...[
    "open_session",
    "navigate",
    "tabs",
    "resize",
    "emulate",
    "print",
    "read",
    "show",
    "network_body",
  ],
  ...["save_site_data", "save_flow", "run_flow", "list_flows", "delete_flow", "end_browser"],
];

for (const browser of BROWSERS) {
  Deno.test(`every action acts in the frame that was entered in ${browser}`, async (t) => {
    let other = "";
    await using site = servePages({
      "/": () =>
        new Response(
          `<!doctype html><title>outer</title><h1>Outer</h1><input id=name>
          <iframe src="${other}/inner" width=500 height=300></iframe>`,
          {
            headers: { "content-type": "text/html" },
          },
        ),
      "/inner": FORM,
      "/file": () =>
        new Response("some,data", {
          headers: {
            "content-type": "text/csv",
            "content-disposition": "attachment; filename=a.csv",
          },
        }),
    });
    other = site.origin.replace("127.0.0.1", "localhost");
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    const call = (action: string, args: unknown = {}) => pagetap.call("w", action, args);
    const css = (id: string) => ({ css: `#${id}` });
    const said = async () => (await call("extract", { selector: css("said") })).text;
    const value = async (script: string) => (await call("execute_script", { script })).value;
    const tried = new Set<string>(["frame", ...WHOLE]);
    const step = (action: string, run: () => Promise<void>) => {
      tried.add(action);
      return t.step(action, run);
    };
    await pagetap.session("w", { url: site.origin, wait_timeout: 3 }, async () => {
      await call("frame", { selector: { css: "iframe" } });
      await step(
        "outline",
        async () => assertMatch(String((await call("outline")).outline), /Inner/),
      );
      await step("extract", async () => {
        const { text } = await call("extract");
        assert(String(text).includes("Inner") && !String(text).includes("Outer"));
      });
      await step("write", async () => {
        await call("write", { selector: css("name"), text: "in the frame" });
        assertEquals(await value(`return document.querySelector("#name").value`), "in the frame");
      });
      await step(
        "execute_script",
        async () => assertEquals(await value("return document.title"), "inner"),
      );
      await step("press_key", async () => {
        await call("press_key", { keys: "x", selector: css("name") });
        assertEquals(await value(`return document.querySelector("#name").value`), "in the framex");
      });
      await step("select", async () => {
        await call("select", { selector: css("size"), value: "m" });
        assertEquals(await value(`return document.querySelector("#size").value`), "m");
      });
      await step("fill_form", async () => {
        await call("fill_form", {
          fields: [{ selector: css("name"), value: "Ann" }, {
            selector: css("agree"),
            value: true,
          }],
        });
        const script =
          `return [document.querySelector("#name").value, document.querySelector("#agree").checked]`;
        assertEquals(await value(script), ["Ann", true]);
      });
      await step("drag", async () => {
        await call("drag", {
          from: { selector: css("range"), x: 8, y: 8 },
          to: { selector: css("range"), x: 100, y: 8 },
        });
        assert(Number(await value(`return document.querySelector("#range").value`)) > 20);
      });
      await step("assert", async () => {
        await call("assert", { script: "return later && document.title === 'inner'" });
      });
      await step("wait_for", async () => {
        await call("wait_for", { text: "Inner" });
        await call("wait_for", { text: "Outer", gone: true });
      });
      await step("screenshot", async () => {
        const { width, height } = await call("screenshot");
        assertEquals([width, height], [500, 300]);
      });
      await step("upload_file", async () => {
        await call("upload_file", {
          selector: css("file"),
          files: [{ name: "a.txt", text: "four" }],
        });
        assertEquals(await said(), "a.txt 4");
      });
      await step("download", async () => {
        const { file } = await call("download", { selector: css("get") });
        assertEquals((file as { size: number }).size, 9);
      });
      await step("cookies", async () => {
        await call("cookies", { action: "set", name: "inner", value: "abcdefgh" });
        const { cookies } = await call("cookies", { action: "list" });
        assertEquals((cookies as { domain: string }[])[0]?.domain, "localhost");
      });
      await step("interact and dialog", async () => {
        const { dialog } = await call("interact", { selector: css("ask"), action: "click" });
        assertEquals(dialog?.message, "Sure?");
        await call("dialog", { action: "accept" });
        assertEquals(await said(), "true");
      });
      tried.add("interact").add("dialog").delete("interact and dialog");
      await call("frame", { leave: "top" });
      assertEquals(await value(`return document.querySelector("#name").value`), "");
    });
    assertEquals([...tried].toSorted(), ACTIONS.map(({ name }) => name).toSorted());
  });
}
