import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ActionError } from "../../../actors/action_error.ts";
import { ACTIONS } from "../../../http/actions/table.ts";
import { fakeContext } from "../../fakes/context.ts";
import { FakeService } from "../../fakes/service.ts";

const options = fakeContext();

function run(name: string, args: unknown): Promise<unknown> {
  const action = ACTIONS.find((action) => action.name === name);
  assert(action !== undefined, name);
  return action.run(new FakeService(), "w", args, options);
}

Deno.test("ACTIONS has every action once, under a path of its name", () => {
  const names = ACTIONS.map(({ name }) => name);
  assertEquals(new Set(names).size, names.length);
  assertEquals(
    ACTIONS.map(({ path }) => path),
    names.map((name) => `/browser/${name.replaceAll("_", "-")}`),
  );
  // In the order a session goes.
  assertEquals([names[0], names.at(-1)], ["open_session", "end_browser"]);
});

Deno.test("no action that is refused the second time says that it can be repeated", () => {
  const repeatable = ACTIONS.filter(({ annotations }) => annotations.idempotentHint === true);
  assert(!repeatable.some(({ name }) => name === "end_browser"));
});

Deno.test("what may only be looked at is what only looks, and the others say whether they destroy", () => {
  for (const { name, scope, scopesWith = {}, annotations } of ACTIONS) {
    const { readOnlyHint, destructiveHint } = annotations;
    const changes = [scope, ...Object.values(scopesWith)].some((each) => each !== "observe");
    assertEquals(readOnlyHint, !changes, name);
    assertEquals(destructiveHint === undefined, readOnlyHint, name);
  }
});

Deno.test("an action that only adds a file of the page is none that destroys", () => {
  for (const { name, annotations } of ACTIONS) {
    if (name !== "screenshot" && name !== "print") continue;
    assertEquals([name, annotations.destructiveHint], [name, false]);
  }
});

const selector = { css: "a" };
const refused: [string, string, unknown, string][] = [
  [
    "open_session",
    "half a viewport",
    { width: 800 },
    "open_session: give width and height, or neither",
  ],
  [
    "navigate",
    "nowhere",
    {},
    "navigate: give exactly one of url, back, forward, reload; found none",
  ],
  [
    "navigate",
    "two ways",
    { url: "http://a.test", back: true },
    "navigate: give exactly one of url, back, forward, reload; found url and back",
  ],
  [
    "navigate",
    "a way that is not taken",
    { reload: false },
    "navigate: give exactly one of url, back, forward, reload; found none",
  ],
  [
    "wait_for",
    "nothing",
    { gone: true },
    "wait_for: give exactly one of selector, text, url, request; found none",
  ],
  [
    "wait_for",
    "two things",
    { selector, text: "a" },
    "wait_for: give exactly one of selector, text, url, request; found selector and text",
  ],
  [
    "wait_for",
    "a request of any kind",
    { request: {} },
    'wait_for: give "request" at least one of url, method, status',
  ],
  [
    "wait_for",
    "the end of a request",
    { request: { url: "/api" }, gone: true },
    "wait_for: gone goes with selector, text or url",
  ],
  [
    "screenshot",
    "an element and all",
    { selector, full_page: true },
    "screenshot: give selector or full_page, not both",
  ],
  [
    "screenshot",
    "a PNG's quality",
    { quality: 5 },
    'screenshot: quality goes with format "jpeg" only',
  ],
  [
    "drag",
    "half a point",
    { from: { x: 1 }, to: { selector } },
    'drag: "from" needs both x and y, or neither',
  ],
  ["drag", "nowhere", { from: { selector }, to: {} }, 'drag: "to" needs a selector, or x and y'],
  [
    "select",
    "no option",
    { selector },
    "select: give exactly one of label, value, index; found none",
  ],
  [
    "fill_form",
    "a field without a value",
    { fields: [{ selector, value: false }, { selector }] },
    "fill_form: field 2 needs exactly one of value, secret",
  ],
  [
    "execute_script",
    "arguments nested without end",
    { script: "1", args: [JSON.parse(`${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`)] },
    'execute_script: "args" may be nested at most 100 deep',
  ],
  [
    "assert",
    "arguments nested without end",
    { script: "1", args: [JSON.parse(`${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`)] },
    'assert: "args" may be nested at most 100 deep',
  ],
  [
    "dialog",
    "an answer to dismiss with",
    { action: "dismiss", text: "x" },
    'dialog: text goes with action "accept" only',
  ],
];
for (const [name, what, args, sentence] of refused) {
  Deno.test(`${name} refuses ${what}`, async () => {
    const error = await assertRejects(() => run(name, args), ActionError);
    assertEquals({ status: error.status, message: error.message }, {
      status: 400,
      message: sentence,
    });
  });
}

Deno.test("network_body asks for the response when no side is named", async () => {
  const service = new FakeService();
  const action = ACTIONS.find(({ name }) => name === "network_body");
  await action?.run(service, "w", { id: "1.2" }, options);
  assertEquals(service.asked, [
    { workspace: "w", what: "network_body", args: { id: "1.2", side: "response" } },
  ]);
});

Deno.test("network_body takes the uri of a request for its id", async () => {
  const service = new FakeService();
  const action = ACTIONS.find(({ name }) => name === "network_body");
  await action?.run(service, "w", { id: "workspace://network/1.3" }, options);
  assertEquals(service.asked.map(({ args }) => args), [{ id: "1.3", side: "response" }]);
  for (const id of [1.3, "", "workspace://console/3", "a b"]) {
    const { message } = await assertRejects(
      async () => await action?.run(service, "w", { id }, options),
      ActionError,
    );
    assertStringIncludes(message, 'must be a request\'s id in quotes, such as "3.7", or its uri');
  }
});

Deno.test("save_flow keeps no flow that has the value of a secret in it", async () => {
  const service = new FakeService();
  service.secret = "s3cret-word";
  const action = ACTIONS.find(({ name }) => name === "save_flow");
  const save = async (text: string) => {
    const step = { tool: "write", arguments: { selector: { css: "#a" }, text } };
    return await action?.run(service, "w", { name: "f", flow: { steps: [step] } }, options);
  };
  const { status, message } = await assertRejects(() => save("s3cret-word!"), ActionError);
  assertEquals(status, 400);
  assertStringIncludes(message, "which is not kept: name the secret in its place");
  assert(!message.includes("s3cret"), message);
});

Deno.test("ACTIONS pass the caller's signal and ear on", async () => {
  const given: unknown[] = [];
  const service = new FakeService((_asked, options) => {
    given.push(options);
    return {};
  });
  const told = fakeContext({ progress: () => {} });
  for (const action of ACTIONS) {
    if (action.name === "end_browser" || action.name === "outline") {
      await action.run(service, "w", {}, told);
    }
  }
  assertEquals(given, [told, told]);
});
