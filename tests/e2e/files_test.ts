import { assert, assertEquals, assertMatch } from "@std/assert";
import { servePages } from "../fakes/page_site.ts";
import { filesWith } from "./files_with.ts";
import { BROWSERS, Pagetap, type Result } from "./harness.ts";

const SECRET = "typed-by-secret-77";
const FORM = `<form method=post action=/upload enctype=multipart/form-data>
  <input type=file name=f multiple><button>Send</button></form><a id=get href=/get>Get</a>
  <a id=named href="/named">Named</a>`;

interface Told {
  name: string;
  uri: string;
  size: number;
  link: string;
}

function site() {
  return servePages({
    "/": FORM,
    "/upload": async (request) => {
      const files = (await request.formData()).getAll("f") as File[];
      const told = await Promise.all(
        files.map(async (file) => `${file.name}: ${await file.text()}`),
      );
      return new Response(`<!doctype html><title>${told.join("; ")}</title>`, {
        headers: { "content-type": "text/html; charset=utf-8" },
      });
    },
    "/get": () => attachment("report.csv"),
    "/named": () => attachment(`of ${SECRET}.csv`),
  });
}

function attachment(name: string): Response {
  const headers = { "content-disposition": `attachment; filename="${name}"` };
  return new Response("id\n7", { headers: { ...headers, "content-type": "text/csv" } });
}

function file(result: Result): Told {
  return result.file as Told;
}

for (const browser of BROWSERS) {
  Deno.test(`a file goes from curl through a page and back in ${browser}`, async () => {
    await using pages = site();
    const dataDir = await Deno.makeTempDir({ prefix: "pagetap-data-" });
    try {
      const pagetap = await Pagetap.start({ BROWSER: browser }, dataDir);
      let kept: Told;
      try {
        kept = await goRound(pagetap, pages.origin);
        await pagetap.post("w", "end_browser");
      } finally {
        await pagetap.stop();
      }
      // Files and links outlive the server that kept and signed them.
      await using next = await Pagetap.start({ BROWSER: browser }, dataDir);
      const described = await next.read<Told>("w", kept.uri);
      assertEquals(described.size, kept.size);
      const link = kept.link.replace(new URL(kept.link).origin, next.address);
      assertEquals(await (await fetch(link)).text(), "id\n7");
    } finally {
      await Deno.remove(dataDir, { recursive: true });
    }
  });

  Deno.test(`a download that no call keeps is told of in ${browser}`, async () => {
    await using pages = site();
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    await pagetap.session("w", { url: pages.origin }, async () => {
      const clicked = await pagetap.click("w", "get");
      const notice = 'a download of "report.csv" began and was not kept: use download to keep one';
      assertEquals(clicked.notices, [notice]);
      const kept = await pagetap.call("w", "download", { selector: { css: "#get" } });
      assertEquals([file(kept).name, kept.notices], ["report.csv", undefined]);
      const after = await pagetap.click("w", "get");
      assertEquals(after.notices, [notice]);
      const { files } = await pagetap.read<{ files: Told[] }>("w", "workspace://files");
      assertEquals(files.map(({ name }) => name), ["report.csv"]);
    });
  });
}

Deno.test("a file's name has no secret in it, on disk, in the list and in a link", async () => {
  await using pages = site();
  const dataDir = await Deno.makeTempDir({ prefix: "pagetap-data-" });
  try {
    await using pagetap = await Pagetap.start({
      PAGETAP_SECRET_S__WORD: SECRET,
      PAGETAP_SECRET_S__ORIGINS: pages.origin,
    }, dataDir);
    await pagetap.session("w", { url: pages.origin }, async () => {
      await pagetap.call("w", "execute_script", {
        script: "document.body.append(document.createElement('input'))",
      });
      const field = { css: "body > input" };
      const secret = { name: "s", key: "word" };
      await pagetap.call("w", "write", { selector: field, secret });
      const kept = await pagetap.call("w", "download", { selector: { css: "#named" } });
      assertEquals(file(kept).name, "of •••.csv");
      assertEquals(await (await fetch(file(kept).link)).text(), "id\n7");
      const list = await pagetap.read("w", "workspace://files");
      assert(!JSON.stringify([kept, list]).includes(SECRET));
      const named = [...Deno.readDirSync(`${dataDir}/workspaces`)].flatMap(({ name }) =>
        [...Deno.readDirSync(`${dataDir}/workspaces/${name}/files`)].map((each) => each.name)
      );
      assertEquals(named, ["of •••.csv"]);
      assertEquals(filesWith(dataDir, SECRET), []);
    });
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

async function goRound(pagetap: Pagetap, url: string): Promise<Told> {
  const put = await new Deno.Command("curl", {
    args: ["-s", "-T", "-", `${pagetap.address}/files/from%20curl.txt?workspace=w`],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = put.stdin.getWriter();
  await writer.write(new TextEncoder().encode("brought"));
  await writer.close();
  const { stdout } = await put.output();
  const brought: Told = JSON.parse(new TextDecoder().decode(stdout));
  assertEquals([brought.name, brought.size], ["from curl.txt", 7]);

  await pagetap.call("w", "open_session", { url });
  await pagetap.call("w", "upload_file", {
    selector: { css: "input" },
    files: [{ name: "from curl.txt" }, { name: "inline.txt", text: "given" }],
  });
  const click = { selector: { role: "button", name: "Send" }, action: "click" };
  await pagetap.call("w", "interact", click);
  // On a busy machine the answer comes after the call.
  const script = "document.title.includes('; ')";
  const sent = await pagetap.call("w", "assert", { script, wait_timeout: 20 });
  assertEquals(sent.title, "from curl.txt: brought; inline.txt: given");
  await pagetap.call("w", "navigate", { back: true });
  const kept = file(await pagetap.call("w", "download", { selector: { css: "#get" } }));
  assertMatch(kept.link, /signature=/);
  const { files } = await pagetap.read<{ files: Told[] }>("w", "workspace://files");
  assertEquals(files.map(({ name }) => name), ["report.csv", "inline.txt", "from curl.txt"]);
  return kept;
}
