import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { CommandName, Params, Result } from "../../bidi/protocol.ts";
import type { Selector } from "../../page/args.ts";
import { extract } from "../../page/extract.ts";
import { outline } from "../../page/outline.ts";
import { type Page, PageError } from "../../page/page.ts";
import { pressKey } from "../../page/press_key.ts";
import { write, type WriteResult } from "../../page/write.ts";
import { until } from "../e2e/until.ts";
import type { RealPage } from "../fakes/real_page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const PASSWORD = 'hunter22 "é" of-the-shop';
const LINES = "-----BEGIN-----\nline two";

const PAGE =
  `<title>form</title><form novalidate onsubmit="event.preventDefault(); sent.push(word.value)">
  <input id=word type=password value=ab><input id=user><input id=mail type=email value=x@y.z>
  <input id=short type=password maxlength=5><textarea id=area>before </textarea>
  <label id=label>Word <input id=labelled type=password></label>
  <input id=locked readonly><input id=off disabled><input id=date type=date>
  <select id=select><option>a</select><div id=rich contenteditable></div><button>Send</button>
</form><div id=host></div>
<script>
  const sent = [], heard = [];
  host.attachShadow({ mode: "open" }).innerHTML = "<input id=inner type=password>";
  for (const type of ["keydown", "keyup", "input"]) {
    addEventListener(type, (e) => heard.push(type + " " + (e.key ?? e.target.id)), true);
  }
</script>`;

/** Keeps what the page is told, and for which origin. */
function hide(page: RealPage): string[] {
  page.workspace.hidden.set("shop/password", PASSWORD);
  page.workspace.hidden.set("shop/lines", LINES);
  const asked: string[] = [];
  const { reveal } = page.workspace.secrets;
  Object.assign(page.workspace.secrets, {
    reveal(ref: Parameters<typeof reveal>[0], origin: string) {
      asked.push(origin);
      return reveal(ref, origin);
    },
  });
  return asked;
}

const secret = { name: "shop", key: "password" };
const at = (id: string): Selector => ({ css: `#${id}` });

testInBrowsers("write() puts a secret into a field", { "/": PAGE }, async ({ t, page, origin }) => {
  const asked = hide(page);
  page.waitTimeoutMs = 200;
  const put = (id: string, args: object = {}) => write(page, { selector: at(id), secret, ...args });

  await t.step(
    "masked first, then whole, in one go, and neither it nor its length is told",
    async () => {
      const result = await put("word", { clear: true });
      assertEquals<WriteResult>(result, {
        element: '<input id="word" type="password">',
        how: "inserted",
      });
      assertEquals(await page.evaluate("word.value"), PASSWORD);
      assertEquals([page.workspace.masked, asked], [[PASSWORD], [origin]]);
      assertEquals(
        await page.evaluate("heard.join()"),
        "input word,keydown Shift,keyup Shift",
      );
    },
  );

  await t.step("after what is there, in fields of every kind that shows text", async () => {
    for (const [id, before] of [["mail", "x@y.z"], ["area", "before "], ["user", ""]]) {
      const { note = "" } = await put(id ?? "");
      assertEquals(await page.evaluate(`${id}.value`), before + PASSWORD);
      assertEquals(note, "the field shows what was written, and so would a screenshot");
    }
    await put("labelled", { selector: at("label") });
    assertEquals(await page.evaluate("labelled.value"), PASSWORD);
    await put("inner");
    assertEquals(await page.evaluate("host.shadowRoot.querySelector('input').value"), PASSWORD);
  });

  await t.step("lines go into a text area, and into nothing else", async () => {
    const lines = { name: "shop", key: "lines" };
    await put("area", { secret: lines, clear: true });
    assertEquals(await page.evaluate("area.value"), LINES);
    await assertRejects(() => put("word", { secret: lines }), PageError, "it is a single line");
  });

  await t.step("what the page cut is said, and no length", async () => {
    const result = await put("short");
    assertEquals(await page.evaluate("short.value"), PASSWORD.slice(0, 5));
    assertEquals(result.note, "the field does not hold what was written: the page changed it");
    assertEquals(Object.keys(result).toSorted(), ["element", "how", "note"]);
  });

  await t.step("nor by what is written after it", async () => {
    for (const [id, hides] of [["user", "text"], ["word", "password"]] as const) {
      const element = `<input id="${id}"${hides === "password" ? ' type="password"' : ""}>`;
      await put(id, { clear: true });
      await page.evaluate(`${id}.maxLength = ${PASSWORD.length}`);
      const answers = [];
      for (const text of ["", PASSWORD.slice(-1), "x"]) {
        answers.push(await write(page, { selector: at(id), text }));
      }
      assertEquals<WriteResult[]>(answers, Array(3).fill({ element, how: "typed" }));
      await page.evaluate(`${id}.removeAttribute("maxlength")`);
    }
  });

  await t.step("submit presses Enter", async () => {
    await put("word", { clear: true, submit: true });
    assertEquals(await page.evaluate("sent.join()"), PASSWORD);
  });

  await t.step(
    "what the field holds is not told from then on, also when a key changed it",
    async () => {
      await put("user", { clear: true });
      await pressKey(page, { selector: at("user"), keys: "Backspace" });
      assertEquals(await page.evaluate("user.value"), PASSWORD.slice(0, -1));
      await page.evaluate("word.type = 'text'");
      const told = [
        await extract(page, { selector: at("user") }),
        await extract(page, { selector: at("word") }),
        await outline(page, {}),
        await write(page, { selector: at("user"), text: "x", clear: false }),
      ];
      assertEquals(JSON.stringify(told).includes("hunter"), false, JSON.stringify(told));
      assertStringIncludes(JSON.stringify(told), "•••");
    },
  );

  const refused: [string, string][] = [
    ["locked", "it is read-only"],
    ["off", "it is disabled"],
    ["date", "text inputs and text areas only"],
    ["select", "text inputs and text areas only"],
    ["rich", "text inputs and text areas only"],
  ];
  for (const [id, why] of refused) {
    await t.step(`refuses #${id}, before the secret is looked for`, async () => {
      const before = asked.length;
      await assertRejects(() => put(id), PageError, why);
      assertEquals(asked.length, before);
    });
  }

  await t.step("a secret that may not be typed leaves the field as it is", async () => {
    const before = await page.evaluate("word.value");
    await assertRejects(() => put("word", { secret: { name: "no", key: "no" } }), Error, "none on");
    assertEquals(await page.evaluate("word.value"), before);
  });
});

const FRAMES: Record<string, (other: string) => string> = {
  "of another host": (other) => `<iframe id=f src="${other}/frame"></iframe>`,
  "with srcdoc": () => `<iframe id=f srcdoc="<input id=word type=password>"></iframe>`,
  "sandboxed": () => `<iframe id=f sandbox="allow-scripts" src="/frame"></iframe>`,
  "of data:": () => `<iframe id=f src="data:text/html,<input id=word type=password>"></iframe>`,
  "of a blob": () =>
    `<iframe id=f></iframe><script>f.src = URL.createObjectURL(new Blob(["<input id=word type=password>"], {type: "text/html"}))</script>`,
  "of about:blank": () =>
    `<iframe id=f></iframe><script>f.contentDocument.body.innerHTML = "<input id=word type=password>"</script>`,
};

const FRAME_PAGES = {
  "/frame":
    `<title>frame</title><form onsubmit="event.preventDefault();document.title='sent '+word.value.length"><input id=word type=password></form>`,
  ...Object.fromEntries(
    Object.entries(FRAMES).map(([kind, body]) => [
      `/${encodeURIComponent(kind)}`,
      (request: Request) => {
        const other = new URL("/", request.url);
        other.hostname = "localhost";
        return new Response(`<!doctype html><title>top</title>${body(other.origin)}`, {
          headers: { "content-type": "text/html; charset=utf-8" },
        });
      },
    ]),
  ),
  "/": "start",
};

testInBrowsers(
  "write() asks of a frame what its own document is",
  FRAME_PAGES,
  async ({ t, page, origin }) => {
    const asked = hide(page);
    for (const kind of Object.keys(FRAMES)) {
      await t.step(`a frame ${kind}`, async () => {
        page.context = page.top;
        await page.go(`${origin}/${encodeURIComponent(kind)}`);
        const { contexts } = await page.send("browsingContext.getTree", { root: page.top });
        page.context = contexts[0]?.children?.[0]?.context ?? "";
        const put = () => write(page, { selector: at("word"), secret, submit: true });
        const before = asked.length;
        if (kind === "of another host") {
          await put();
          assertEquals(asked.slice(before), [origin.replace("127.0.0.1", "localhost")]);
          assertEquals(await page.evaluate("word.value"), PASSWORD);
          assertEquals(await page.evaluate("document.title"), `sent ${PASSWORD.length}`);
          return;
        }
        const error = await assertRejects(put, PageError, "its document has no origin of its own");
        assertEquals([error.status, asked.length], [403, before]);
        // The page's own realm is reached in all of them.
        assertEquals(await page.evaluate("document.querySelector('#word').value"), "");
      });
    }
    page.context = page.top;
  },
);

const THIEF = "http://localhost";
const SWAP_PAGES = {
  "/": `<title>shop</title><input id=word type=password>`,
  "/thief": `<title>thief</title><input id=word type=password autofocus>
    <script>const seen = []; for (const type of ["keydown", "input", "beforeinput", "paste"]) addEventListener(type, (e) => seen.push(e.key ?? e.data ?? type), true)</script>`,
};

/** The page, with something done just before the secret is sent to it. */
function justBefore(page: RealPage, act: () => Promise<unknown>): Page {
  let done = false;
  return new Proxy(page as Page, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (name !== "send") return typeof value === "function" ? value.bind(target) : value;
      return async <M extends CommandName>(
        method: M,
        params: Params<M>,
        options?: { timeoutMs?: number },
      ): Promise<Result<M>> => {
        if (!done && JSON.stringify(params).includes("hunter22")) {
          done = true;
          await act();
        }
        return await target.send(method, params, options);
      };
    },
  });
}

testInBrowsers(
  "write() gives a secret to no document but the one it looked at",
  SWAP_PAGES,
  async ({ t, page, origin }) => {
    hide(page);
    const { port } = new URL(origin);
    const put = (each: Page) => write(each, { selector: at("word"), secret });

    await t.step("the tab is elsewhere when it is to be typed", async () => {
      const swapped = justBefore(page, () => page.go(`${THIEF}:${port}/thief`));
      const error = await assertRejects(() => put(swapped), PageError, "its document was left");
      assertEquals(error.status, 400);
      assertEquals(await page.evaluate("word.value + seen.join()"), "");
    });

    await t.step("the same page is there again", async () => {
      await page.go(`${origin}/`);
      const swapped = justBefore(page, () => page.go(`${origin}/?again`));
      await assertRejects(() => put(swapped), PageError, "its document was left");
      assertEquals(await page.evaluate("word.value"), "");
    });

    await t.step("the field is gone, or its document was written anew", async () => {
      for (
        const act of ["word.remove()", "document.open(), document.write('<input id=word>'), 1"]
      ) {
        await page.go(`${origin}/`);
        const swapped = justBefore(page, () => page.evaluate(act));
        await assertRejects(() => put(swapped), PageError, "Cannot write a secret to");
      }
    });

    await t.step("a frame of another site takes the focus, and gets nothing", async () => {
      await page.go(`${origin}/`);
      await page.evaluate(
        `new Promise((done) => { const f = document.createElement("iframe"); f.id = "thief"; f.onload = done; f.src = "${THIEF}:${port}/thief"; document.body.append(f) }).then(() => 1)`,
      );
      await page.evaluate("word.onfocus = () => thief.focus(), 1");
      // Firefox gives the focus back to the field.
      const refused = await put(page).then(() => "", ({ message }) => String(message));
      if (page.browser === "chrome") assertStringIncludes(refused, "it does not keep the focus");
      await page.evaluate(
        "word.onfocus = null, word.value = '', word.oninput = () => thief.focus(), 1",
      );
      await put(page);
      assertEquals(await page.evaluate("word.value"), PASSWORD);
      const { contexts } = await page.send("browsingContext.getTree", { root: page.top });
      page.context = contexts[0]?.children?.[0]?.context ?? "";
      const seen = await page.evaluate("word.value + seen.join('')");
      page.context = page.top;
      assertEquals(String(seen).replaceAll("Shift", ""), "");
    });
  },
);

testInBrowsers(
  "write() of a secret says when the page left meanwhile",
  SWAP_PAGES,
  async ({ t, page, origin }) => {
    hide(page);
    page.waitTimeoutMs = 300;
    const { port } = new URL(origin);
    const thief = `${THIEF}:${port}/thief`;
    const left = "the page left for another when it was written to";
    const noted = (args: object = {}) =>
      write(page, { selector: at("word"), secret, ...args }).then(({ note = "" }) => note);

    const arrived = () =>
      until(() => page.evaluate("document.title === 'thief'").catch(() => false));

    for (const submit of [false, true]) {
      await t.step(
        `as it was told of the focus${submit ? ", and presses no Enter" : ""}`,
        async () => {
          await page.go(`${origin}/`);
          await page.evaluate(`word.onfocus = () => { location = "${thief}" }, 1`);
          const wanted = left + (submit ? ", so Enter was not pressed" : "");
          assertStringIncludes(await noted({ submit }), wanted);
          await arrived();
          assertEquals(await page.evaluate("word.value + seen.join()"), "");
        },
      );
    }

    await t.step("as it was told of a key, and not as Enter was pressed", async () => {
      await page.go(`${origin}/`);
      await page.evaluate(`word.onkeydown = () => { location = "${thief}" }, 1`);
      assertEquals(await noted({ submit: true }), "");
      await arrived();
      await page.go(`${origin}/`);
      await page.evaluate(`word.onkeydown = () => { location = "${thief}" }, 1`);
      assertEquals(await noted(), left);
      await arrived();
    });

    await t.step("and nothing of one that stays", async () => {
      await page.go(`${origin}/`);
      await page.evaluate(`word.oninput = () => { location.hash = "#part" }, 1`);
      assertEquals(await noted(), "");
    });
  },
);
