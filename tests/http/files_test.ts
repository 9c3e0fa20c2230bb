import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { DiskUse } from "../../actors/store/disk_use.ts";
import { Files } from "../../actors/store/files.ts";
import { WorkspaceFolder } from "../../actors/store/workspace_folder.ts";
import { Masker } from "../../capture/masker.ts";
import { LINK_MS, Links } from "../../http/door/links.ts";
import { tokenForEverything, Tokens } from "../../http/door/tokens.ts";
import { HttpError } from "../../http/problem.ts";
import type { App } from "../../http/app.ts";
import { fixture, type FixtureOptions } from "../fakes/surface.ts";

const TOKEN = "a-token";
const ORIGIN = "http://localhost:4445";
const links = new Links({ key: new Uint8Array(32), now: () => Date.now() });

interface Given {
  readonly app: App;
  readonly logged: string[];
  readonly clock: { now: number };
  ask(path: string, init?: RequestInit & { token?: string | null }): Promise<Response>;
  keep(name: string, text: string): Promise<string>;
  /** A link to a file, as reading it gives. */
  linkTo(name: string): Promise<string>;
}

function withFiles(
  name: string,
  run: (given: Given) => Promise<void>,
  options: FixtureOptions = {},
): void {
  Deno.test(name, async () => {
    const root = await Deno.makeTempDir();
    try {
      const clock = { now: Date.now() };
      const disk = new DiskUse(root);
      const of = (workspace: string) =>
        new Files({
          folder: new WorkspaceFolder(root, workspace),
          disk,
          masker: new Masker(),
          now: () => clock.now,
        });
      const { app, service, logged } = fixture({
        authToken: TOKEN,
        now: () => clock.now,
        ...options,
      });
      service.answer = ({ workspace, what, args }) => {
        if (what === "files") return of(workspace);
        const uri = (args as { uri: string }).uri;
        return of(workspace).find(decodeURIComponent(uri.slice("workspace://files/".length)));
      };
      const ask: Given["ask"] = (path, { token = TOKEN, ...init } = {}) => {
        const request = new Request(path.startsWith("/") ? ORIGIN + path : path, init);
        if (!request.headers.has("host")) request.headers.set("host", "localhost:4445");
        if (token !== null) request.headers.set("authorization", `Bearer ${token}`);
        return app.handle(request);
      };
      await run({
        app,
        logged,
        clock,
        ask,
        keep: async (name, text) => {
          const saved = await of("w").save(
            { name, kind: "upload" },
            new TextEncoder().encode(text),
          );
          return saved.name;
        },
        linkTo: async (name) => {
          const uri = encodeURIComponent(`workspace://files/${encodeURIComponent(name)}`);
          const { link } = await (await ask(`/resources?workspace=w&uri=${uri}`)).json();
          return String(link);
        },
      });
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  });
}

withFiles(
  "GET /files/{name} gives a file as an attachment that runs nothing",
  async ({ ask, keep }) => {
    await keep("grüße 'x'.html", "<script>");
    const response = await ask(`/files/${encodeURIComponent("grüße 'x'.html")}?workspace=w`);
    assertEquals([response.status, await response.text()], [200, "<script>"]);
    const headers = Object.fromEntries(response.headers);
    assertEquals(headers["content-type"], "text/html");
    assertEquals(headers["content-length"], "8");
    assertEquals(headers["content-security-policy"], "sandbox; default-src 'none'");
    assertEquals(headers["x-content-type-options"], "nosniff");
    assertEquals(headers["referrer-policy"], "no-referrer");
    assertEquals(headers["cache-control"], "no-store");
    assertEquals(
      headers["content-disposition"],
      `attachment; filename="gr__e 'x'.html"; filename*=UTF-8''gr%C3%BC%C3%9Fe%20%27x%27.html`,
    );
  },
);

withFiles("HEAD /files/{name} says what there is", async ({ ask, keep }) => {
  await keep("a.txt", "hello");
  const response = await ask("/files/a.txt?workspace=w", { method: "HEAD" });
  assertEquals([response.status, response.headers.get("content-length"), await response.text()], [
    200,
    "5",
    "",
  ]);
  assertEquals((await ask("/files/b.txt?workspace=w", { method: "HEAD" })).status, 404);
});

withFiles("PUT /files/{name} keeps what is sent, and DELETE removes it", async ({ ask }) => {
  const put = async (name: string, init: RequestInit) => {
    const response = await ask(`/files/${name}?workspace=w`, { method: "PUT", ...init });
    const body = await response.json();
    assertEquals(
      response.headers.get("location"),
      `/files/${encodeURIComponent(body.name)}?workspace=w`,
    );
    return [response.status, body];
  };
  const saved = { name: "a.csv", uri: "workspace://files/a.csv", size: 3, mime: "text/csv" };
  assertEquals(await put("a.csv", { body: new Blob(["1,2"]) }), [201, saved]);
  const typed = await put("x", { body: "1", headers: { "content-type": "image/PNG; a=b" } });
  assertEquals(typed[1].mime, "image/png");
  const curl = { "content-type": "application/x-www-form-urlencoded" };
  assertEquals((await put("b.csv", { body: "1", headers: curl }))[1].mime, "text/csv");
  assertEquals((await put("none", {}))[1].size, 0);
  assertEquals(await (await ask("/files/a.csv?workspace=w")).text(), "1,2");
  const remove = () => ask("/files/a.csv?workspace=w", { method: "DELETE" });
  const removed = await remove();
  assertEquals([removed.status, await removed.json()], [200, { removed: "a.csv" }]);
  assertEquals((await remove()).status, 404);
});

withFiles(
  "PUT /files/{name} refuses what is too large, by what is said and by what comes",
  async ({ ask }) => {
    const said = await ask("/files/a?workspace=w", {
      method: "PUT",
      body: "x",
      headers: { "content-length": "99999999" },
    });
    const mebibyte = new Uint8Array(1024 * 1024);
    const comes = await ask("/files/a?workspace=w", {
      method: "PUT",
      body: new ReadableStream({ pull: (controller) => controller.enqueue(mebibyte) }),
    });
    for (const response of [said, comes]) {
      assertEquals(response.status, 413);
      assertMatch((await response.json()).error, /"a" was not kept: it has more than 50 MiB/);
    }
    assertEquals((await ask("/files/a?workspace=w")).status, 404);
  },
);

withFiles(
  "a link gives its file without a token, from whatever site it is followed",
  async ({ ask, keep, linkTo }) => {
    const name = await keep("ä b.txt", "hello");
    const link = await linkTo(name);
    assert(link.startsWith(`${ORIGIN}/files/%C3%A4%20b.txt?workspace=w&expires=`), link);
    const response = await ask(link, {
      token: null,
      headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    });
    assertEquals([response.status, await response.text()], [200, "hello"]);
    assertEquals((await ask(link, { token: null, method: "HEAD" })).status, 200);
    assertEquals(response.headers.get("content-security-policy"), "sandbox; default-src 'none'");
    for (const mode of ["cors", "no-cors", "websocket"]) {
      const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": mode };
      assertEquals((await ask(link, { token: null, headers })).status, 403);
    }
  },
);

withFiles(
  "a link that is none answers alike, whether the file or the workspace exists",
  async ({ ask, keep, linkTo, clock }) => {
    const link = await linkTo(await keep("a.txt", "hello"));
    const broken = [
      link.replace("workspace=w", "workspace=x"),
      link.replace("a.txt", "b.txt"),
      link.replace(/signature=.../, "signature=AAA"),
      `${link}&x=1`,
    ];
    const answers = await Promise.all(broken.map(async (each) => {
      const response = await ask(each, { token: null });
      return [response.status, await response.text(), [...response.headers].join()];
    }));
    clock.now += LINK_MS;
    const expired = await ask(link, { token: null });
    answers.push([expired.status, await expired.text(), [...expired.headers].join()]);
    assertEquals(answers[0]?.[0], 403);
    for (const answer of answers) assertEquals(answer, answers[0]);
  },
);

withFiles(
  "a link writes nothing, and a token is asked for where there is none",
  async ({ ask, keep, linkTo }) => {
    const link = await linkTo(await keep("a.txt", "hello"));
    for (const method of ["PUT", "DELETE"]) {
      const refused = await ask(link, { token: null, method });
      assertEquals([refused.status, refused.headers.get("allow")], [405, "GET, HEAD"]);
      assertStringIncludes((await refused.json()).error, "The link only reads");
      assertEquals((await ask(`${link}x`, { token: null, method })).status, 403);
    }
    assertEquals((await ask("/files/a.txt?workspace=w", { token: null })).status, 401);
    assertEquals((await ask("/files/a.txt?workspace=w", { token: "wrong" })).status, 401);
  },
);

withFiles(
  "files keep to their workspace, one name and one method at a time",
  async ({ ask, keep, logged }) => {
    await keep("secret-name.txt", "hello");
    const statuses = await Promise.all([
      ask("/files/secret-name.txt?workspace=other"),
      ask("/files/?workspace=w"),
      ask("/files/a/b?workspace=w"),
      ask("/files/..%2Fetc?workspace=w", { method: "PUT", body: "x" }),
      ask("/files/a%5Cb?workspace=w", { method: "PUT", body: "x" }),
      ask("/files/%E0%A4%A?workspace=w"),
      ask("/files/secret-name.txt?workspase=w"),
      ask("/files/secret-name.txt?workspace=w&workspace=w"),
      ask("/files/secret-name.txt?workspace=w", {
        method: "POST",
        headers: { "content-type": "application/json" },
      }),
      ask("/files/secret-name.txt?workspace=w", { method: "OPTIONS" }),
    ]);
    assertEquals(statuses.map(({ status }) => status), [
      404,
      400,
      400,
      400,
      400,
      400,
      400,
      400,
      405,
      204,
    ]);
    assert(logged.length > 0);
    assert(!logged.join().includes("secret-name"), logged.join("\n"));
  },
);

const revocable = new Tokens([tokenForEverything(TOKEN)], () => 0);
withFiles(
  "a token that is revoked ends what is fetched and what is brought with it",
  async ({ ask, keep }) => {
    // More than one piece, so that it is still being read.
    await keep("large.bin", "x".repeat(1024 * 1024));
    const fetched = await ask("/files/large.bin?workspace=w");
    const reader = fetched.body?.getReader();
    assert((await reader?.read())?.done === false);
    const begun = Promise.withResolvers<void>();
    const brought = ask("/files/part.bin?workspace=w", {
      method: "PUT",
      body: new ReadableStream({
        start: (controller) => controller.enqueue(new Uint8Array(1024)),
        pull: () => begun.resolve(),
      }, { highWaterMark: 2_048, size: ({ length }) => length }),
    });
    await begun.promise;
    revocable.replace([]);
    const refused = await brought;
    assertEquals([refused.status, (await refused.json()).error], [
      401,
      "The token AUTH_TOKEN was revoked or changed",
    ]);
    await assertRejects(
      async () => {
        while ((await reader?.read())?.done === false);
      },
      HttpError,
      "was revoked",
    );
  },
  { tokens: revocable },
);

withFiles("links to one workspace hold up those to no other", async ({ ask, keep, linkTo }) => {
  const link = await linkTo(await keep("a.txt", "hello"));
  const open = await Promise.all(Array.from({ length: 128 }, () => ask(link, { token: null })));
  const refused = await ask(link, { token: null });
  assertEquals(refused.status, 429);
  assertStringIncludes((await refused.json()).error, "Links to the workspace w went over 128");
  // Another's is let through, and finds that there is no such file.
  const other = links.sign({ path: "/files/a.txt", workspace: "x" });
  assertEquals((await ask(other, { token: null })).status, 404);
  assertEquals((await ask("/files/a.txt?workspace=w", { method: "HEAD" })).status, 200);
  for (const response of open) await response.body?.cancel();
  assertEquals(await (await ask(link, { token: null })).text(), "hello");
}, { links });

withFiles("a link begins as PUBLIC_URL says", async ({ keep, linkTo }) => {
  const link = await linkTo(await keep("a.txt", "hello"));
  assert(link.startsWith("https://tap.test/files/a.txt?workspace=w&"), link);
}, { publicUrl: "https://tap.test" });
