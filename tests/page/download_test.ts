import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { download } from "../../page/download.ts";
import { PageError } from "../../page/page.ts";
import { FakePage, gives } from "../fakes/page.ts";
import { type Pages, testInBrowsers } from "../fakes/page_site.ts";
import type { RealPage } from "../fakes/real_page.ts";

function attached(disposition: string, body: () => BodyInit = () => "hello") {
  const headers = {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; ${disposition}`,
  };
  return () => new Response(body(), { headers });
}

/** A body that begins and then breaks after `ms`; never ends when that is null. */
function begun(ms: number | null): ReadableStream<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(1_000));
      if (ms !== null) timer = setTimeout(() => controller.error(new Error("broken")), ms);
    },
    cancel: () => clearTimeout(timer),
  });
}

const PAGES: Pages = {
  "/": `<a id=plain href=/plain>Plain</a> <a id=blob>Blob</a>
    <a id=tab target=_blank href=/plain>Tab</a> <a id=page href=/page>Page</a>
    <a id=data download="d.txt" href="data:text/plain,of%20data">Data</a>
    <form method=post action=/post><button id=post>Post</button></form>
    <button id=two>Two</button>
    <script>
      blob.href = URL.createObjectURL(new Blob(["of a blob"]));
      blob.download = "b.txt";
      two.onclick = () => { plain.click(); setTimeout(() => data.click(), 100) };
    </script>`,
  "/page": "<p>a page",
  "/shown.json": () => Response.json({ a: 1 }),
  "/error.json": () => Response.json({ a: 1 }, { status: 500 }),
  "/shown.svg": () =>
    new Response("<svg xmlns='http://www.w3.org/2000/svg'/>", {
      headers: { "content-type": "image/svg+xml" },
    }),
  "/links": "<a id=gone download href=/none>gone</a><a id=error href=/error.json>error</a>",
  "/plain": attached('filename="a b.csv"', () => "1,2"),
  "/post": attached('filename="post.bin"', () => "posted"),
  "/broken": attached('filename="broken.bin"', () => begun(300)),
  "/slow": attached('filename="slow.bin"', () => begun(null)),
  "/hostile": attached('filename="../../x"'),
  "/con": attached('filename="CON"'),
  "/rtl": attached("filename*=UTF-8''a%E2%80%AEgpj.exe"),
  "/elsewhere": ({ url }) => {
    const location = new URL("/plain", url).href.replace("127.0.0.1", "localhost");
    return new Response(null, { status: 302, headers: { location } });
  },
  "/long": attached(`filename="${"n".repeat(300)}.txt"`),
};

function textOf(page: RealPage, name: string): string {
  return new TextDecoder().decode(page.workspace.files.kept.get(name)?.bytes);
}

testInBrowsers(
  "download() keeps what a click fetches, whatever it is",
  PAGES,
  async ({ page, origin }) => {
    for (
      const [id, name, text] of [
        ["plain", "a b.csv", "1,2"],
        ["data", "d.txt", "of data"],
        ["blob", "b.txt", "of a blob"],
        ["post", "post.bin", "posted"],
        ["tab", "a b.csv", "1,2"],
      ] as const
    ) {
      const { file, element, note } = await download(page, { selector: { css: `#${id}` } });
      assertEquals([file.name, file.size, note], [name, text.length, undefined], id);
      assertMatch(element ?? "", new RegExp(`id="${id}"`));
      assertEquals(textOf(page, name), text);
    }
    assertEquals(page.workspace.files.kept.get("post.bin")?.url, `${origin}/post`);
  },
);

testInBrowsers(
  "download() keeps what is at a URL, and leaves the page where it was",
  PAGES,
  async ({ page, origin }) => {
    const { file, element } = await download(page, { url: `${origin}/plain` });
    assertEquals([file.name, file.mime, file.size, element], ["a b.csv", "text/csv", 3, undefined]);
    assertEquals(await page.evaluate("location.pathname"), "/");
  },
);

testInBrowsers(
  "download() keeps nothing that a redirect has fetched where no page may be taken",
  PAGES,
  async ({ page, origin }) => {
    page.forbidden = (url) => new URL(url).hostname === "localhost" ? "it is forbidden" : null;
    await assertRejects(
      () => download(page, { url: `${origin}/elsewhere` }),
      PageError,
      "The download was not kept: it is forbidden",
    );
    assertEquals(page.workspace.files.kept.size, 0);
    const { file } = await download(page, { selector: { css: "#blob" } });
    assertEquals(file.name, "b.txt");
  },
);

testInBrowsers(
  "download() keeps also what a browser shows, unless it is a page",
  PAGES,
  async ({ page, origin }) => {
    const json = await download(page, { url: `${origin}/shown.json` });
    assertEquals([json.file.name, json.file.size], ["shown.json", 7]);
    const svg = await download(page, { url: `${origin}/shown.svg` });
    assertEquals([svg.file.name, svg.file.mime], ["shown.svg", "image/svg+xml"]);
    // It is still shown; what is told of next is another.
    const { file } = await download(page, { url: `${origin}/plain` });
    assertEquals([file.name, page.workspace.files.kept.size], ["a b.csv", 3]);
  },
);

testInBrowsers(
  "download() passes on a name as the browser made it",
  PAGES,
  async ({ page, origin }) => {
    for (
      const [path, name] of [["hostile", "_.._x"], ["con", "CON"], ["rtl", "a_gpj.exe"]] as const
    ) {
      const { file } = await download(page, { url: `${origin}/${path}` });
      assertEquals(file.name, name);
    }
    const long = download(page, { url: `${origin}/long` });
    if (page.browser === "firefox") assertMatch((await long).file.name, /^n{200,}\.txt$/);
    else {await assertRejects(
        () => long,
        PageError,
        "its name has 304 bytes, and a file's name may have 255",
      );}
  },
);

testInBrowsers(
  "download() says of further downloads that they were not kept",
  PAGES,
  async ({ page }) => {
    page.workspace.files.incoming = ((incoming) => async () => {
      const folder = await incoming.call(page.workspace.files);
      return {
        ...folder,
        keep: async (...args) => {
          await page.sleep(500);
          return await folder.keep(...args);
        },
      };
    })(page.workspace.files.incoming);
    const { file, note } = await download(page, { selector: { css: "#two" } });
    assertEquals([file.name, note], ["a b.csv", "1 more downloads began and were not kept"]);
  },
);

testInBrowsers(
  "download() refuses what is no download, breaks or takes too long",
  PAGES,
  async ({ page, origin }) => {
    const refused = async (args: Parameters<typeof download>[1], status: number, says: RegExp) => {
      const error = await assertRejects(() => download(page, args), PageError);
      assertMatch(error.message, says);
      assertEquals(error.status, status);
    };
    await refused({ url: "localhost:1/x" }, 400, /the scheme is missing/);
    await refused({ url: "file:///etc/passwd" }, 403, /file: is forbidden/);
    await refused({ url: "http://127.0.0.1:1/x" }, 400, /cannot be reached/);
    await refused({ url: `${origin}/error.json` }, 400, /and the server answered 500/);
    await refused({ selector: { css: "#none" } }, 400, /no element matches/);
    await refused(
      { url: `${origin}/broken` },
      400,
      /gave up the download of "broken.bin": the connection broke/,
    );
    await refused(
      { url: `${origin}/slow`, timeout: 0.3 },
      504,
      /of "slow.bin" did not end within 0.3 s/,
    );
    await page.go(`${origin}/`);
    await refused(
      { selector: { css: "#page" }, wait_timeout: 0.5 },
      504,
      /was clicked, and no download began within 0.5 s/,
    );
    await refused(
      { url: `${origin}/page`, wait_timeout: 0.5 },
      504,
      /was taken to .*\/page, and no download began/,
    );
    await page.go(`${origin}/links`);
    await refused(
      { selector: { css: "#gone" } },
      400,
      page.browser === "chrome"
        ? /gave up .* an error, such as 404, or the connection broke, .* does not say which$/
        : /was clicked, and the server answered 404$/,
    );
    await page.go(`${origin}/links`);
    await refused(
      { selector: { css: "#error" } },
      400,
      /was clicked, and the server answered 500$/,
    );
    assertEquals(page.workspace.files.kept.size, 0);
  },
);

testInBrowsers(
  "download() leaves nothing behind when its caller leaves",
  PAGES,
  async ({ page, origin }) => {
    const left = new AbortController();
    const folders: string[] = [];
    const { files } = page.workspace;
    const incoming = files.incoming.bind(files);
    files.incoming = async () => {
      const folder = await incoming();
      folders.push(folder.path ?? "");
      return folder;
    };
    page.signal = left.signal;
    const heard = page.listen.bind(page);
    page.listen = (options) =>
      heard({
        ...options,
        heard(event) {
          options.heard(event);
          if (event.method === "browsingContext.downloadWillBegin") left.abort(new Error("left"));
        },
      });
    await assertRejects(() => download(page, { url: `${origin}/slow` }), Error, "left");
    assertEquals(page.sent.slice(-2), ["browser.setDownloadBehavior", "session.unsubscribe"]);
    for (const folder of folders) {
      await assertRejects(
        () => Deno.stat(folder),
        Deno.errors.NotFound,
      );
    }
    assertEquals([folders.length, files.kept.size], [1, 0]);
  },
);

testInBrowsers(
  "download() denies downloads again, also after a failure",
  PAGES,
  async ({ page, origin }) => {
    const ends: string[] = [];
    await download(page, { url: `${origin}/plain` });
    await download(page, { selector: { css: "#page" }, wait_timeout: 0.1 }).catch(() => {});
    const ear = await page.listen({
      events: ["browsingContext.downloadEnd"],
      heard: (event) => {
        if (event.method === "browsingContext.downloadEnd") ends.push(event.params.status);
      },
    });
    await page.go(`${origin}/`);
    await page.evaluate("data.click()");
    while (ends.length === 0) await page.sleep(20);
    assertEquals(ends, ["canceled"]);
    await ear.stop();
  },
);

Deno.test("download() stops at the size limit while it arrives", async () => {
  const page = new FakePage((method) =>
    method === "script.callFunction" ? gives({ url: "", origin: 0 }) : {}
  );
  const disposed: boolean[] = [];
  page.incoming = () =>
    Promise.resolve({
      path: null,
      bytes: () => Promise.resolve(51 * 1024 * 1024),
      keep: () => Promise.reject(new Error("kept")),
      giveUp: () => void disposed.push(false),
      [Symbol.asyncDispose]: () => Promise.resolve(void disposed.push(true)),
    });
  const tell = page.listen.bind(page);
  page.listen = async (options) => {
    const ear = await tell(options);
    page.tell({
      method: "browsingContext.downloadWillBegin",
      params: {
        context: "T",
        navigation: null,
        timestamp: 0,
        url: "http://a.test/big",
        suggestedFilename: "big.iso",
      },
    });
    return ear;
  };
  const error = await assertRejects(() => download(page, { url: "http://a.test/big" }), PageError);
  assertEquals(error.status, 413);
  assertMatch(
    error.message,
    /"big.iso" was not kept: it has more than 50 MiB; the browser goes on/,
  );
  // Given up before it is disposed of.
  assertEquals(disposed, [false, true]);
  const behaviours = page.sent.filter(({ method }) => method === "browser.setDownloadBehavior");
  assertEquals(behaviours.map(({ params }) => params), [
    { downloadBehavior: null },
    { downloadBehavior: { type: "denied" } },
  ]);
});
