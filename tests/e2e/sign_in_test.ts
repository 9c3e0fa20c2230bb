import { assert, assertEquals } from "@std/assert";
import type { ConsoleList, NetworkList } from "../../capture/shapes.ts";
import { servePages } from "../fakes/page_site.ts";
import { encodingsOf, tell } from "./encodings.ts";
import { filesWith } from "./files_with.ts";
import { BROWSERS, Pagetap } from "./harness.ts";

const PASSWORD = 'correct "horse" & 9 battery';
const SESSION = "sess-4711-abcdef0123";

/** A site that is signed in to by a form, and knows who is by a cookie. */
function shop() {
  const html = { "content-type": "text/html; charset=utf-8" };
  const respond = (body: string, headers: Record<string, string> = {}) =>
    new Response(`<!doctype html><link rel=icon href="data:,">${body}`, {
      headers: { ...html, ...headers },
    });
  return servePages({
    "/": (request) =>
      respond(
        request.headers.get("cookie")?.includes(SESSION)
          ? "<title>welcome back</title>"
          : `<title>sign in</title><form method=post action=/in><input name=user>
             <input name=password type=password><button>Sign in</button></form>`,
      ),
    "/in": async (request) => {
      const form = await request.formData();
      return form.get("password") === PASSWORD
        ? respond(`<title>welcome ${form.get("user")}</title>`, {
          "set-cookie": `session=${SESSION}; HttpOnly; Path=/; Max-Age=1000`,
        })
        : respond("<title>wrong</title>");
    },
  });
}

for (const browser of BROWSERS) {
  Deno.test(`a sign-in that was typed by secret is kept, and the password is not, in ${browser}`, async () => {
    const data = await Deno.makeTempDir({ prefix: "pagetap-sign-in-" });
    try {
      await using site = shop();
      const url = `${site.origin}/`;
      await using pagetap = await Pagetap.start({
        BROWSER: browser,
        PAGETAP_SECRET_SHOP__PASSWORD: PASSWORD,
        PAGETAP_SECRET_SHOP__ORIGINS: `https://shop.test ${site.origin}`,
      }, data);
      const said: unknown[] = [];
      const call = async (tool: string, args: object = {}) => {
        const result = await pagetap.call("w", tool, args);
        said.push(result);
        return result;
      };
      await call("open_session", { url, capture: true });
      await call("write", { selector: { css: "[name=user]" }, text: "ann" });
      const secret = { name: "shop", key: "password" };
      await call("write", { selector: { css: "[name=password]" }, secret, submit: true });
      assertEquals((await call("wait_for", { url: "*/in" })).title, "welcome ann");
      for (const uri of ["workspace://console?pages=5", "workspace://network?pages=5"]) {
        said.push(await pagetap.read<ConsoleList | NetworkList>("w", uri));
      }
      const { requests } = await pagetap.network("w", "?method=POST&pages=5");
      const [posted] = requests;
      assert(posted !== undefined);
      const { text } = await call("network_body", { id: posted.id, side: "request" });
      assertEquals(text, "user=ann&password=•••");
      await call("save_site_data");
      await call("end_browser");
      assertEquals((await call("open_session", { url })).title, "welcome back");
      said.push(await pagetap.read("w", "workspace://site-data"));
      for (const [name, encoded] of Object.entries(encodingsOf(PASSWORD))) {
        const bytes = tell(name, encoded);
        const needle = JSON.stringify(bytes).slice(1, -1);
        assert(!JSON.stringify(said).includes(needle), `${name} was said`);
        assert(!pagetap.log.includes(bytes), `${name} was logged`);
        assertEquals(filesWith(data, bytes), [], name);
      }
    } finally {
      await Deno.remove(data, { recursive: true });
    }
  });
}
