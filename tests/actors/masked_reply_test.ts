import { assertEquals, assertInstanceOf, assertMatch } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { maskedReply, maskResult } from "../../actors/masked_reply.ts";
import type { CallResult } from "../../actors/service.ts";
import { Masker } from "../../capture/masker.ts";

const SECRET = "hunter22-and-more";

function masker(): Masker {
  const made = new Masker();
  made.bind(SECRET);
  return made;
}

Deno.test("maskResult() masks every text, however deep, and names too", () => {
  const said = `it is ${SECRET}`;
  const masked = maskResult({
    call: 3,
    title: said,
    value: {
      list: [said, { [SECRET]: 1, password: "p4ss", deep: { said } }],
      none: null,
      yes: true,
    },
    notices: [said],
    dialog: { type: "alert", message: said },
  }, masker());
  assertEquals(masked, {
    call: 3,
    title: "it is •••",
    value: {
      list: ["it is •••", { "•••": 1, password: "•••", deep: { said: "it is •••" } }],
      none: null,
      yes: true,
    },
    notices: ["it is •••"],
    dialog: { type: "alert", message: "it is •••" },
  });
});

Deno.test("maskResult() masks a number that a page gave when it holds a secret, or a secret's name says so", () => {
  const made = masker();
  made.bind("4111111111111111");
  made.bind("1280");
  assertEquals(maskResult({ value: 4111111111111111 }, made), { value: "•••" });
  const value = {
    card: [4111111111111111, -41111111111111110, 41, 1.5],
    otp: 12,
    token: [7, [8], { kept: 9, of: "it" }],
    none: true,
  };
  assertEquals(maskResult({ value }, made), {
    value: {
      card: ["•••", "•••", 41, 1.5],
      otp: "•••",
      token: ["•••", ["•••"], { kept: 9, of: "it" }],
      none: true,
    },
  });
  const ours = { call: 1280, width: 1280, page: { errors: 1280, failed_requests: 0 } };
  assertEquals(maskResult(ours, made), ours, "what is counted and measured here");
});

Deno.test("maskResult() masks every text that a secret's member holds in a list", () => {
  const value = { password: ["a", ["b"], { kept: "c" }], names: ["d"] };
  assertEquals(maskResult({ value }, masker()), {
    value: { password: ["•••", ["•••"], { kept: "c" }], names: ["d"] },
  });
});

Deno.test("maskResult() keeps members by whatever name", () => {
  const value: unknown = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}');
  const masked = JSON.stringify(maskResult({ value }, masker()));
  assertEquals(masked, '{"value":{"__proto__":{"a":1},"constructor":2}}');
});

Deno.test("maskResult() answers of a text beyond what any action gives the start, and how much more there was", () => {
  const title = `${SECRET} `.repeat(100_000);
  const { title: shown, url } = maskResult({ title, url: `https://a.test/${title}` }, masker());
  for (const text of [String(shown), String(url)]) {
    assertEquals([text.includes("hunter"), text.length < 410_000], [false, true]);
    assertMatch(text, /•••… \d+ more$/);
  }
});

Deno.test("maskResult() masks a URL as one, also inside a text", () => {
  const url = "https://u:p4ssw0rd@a.test/?token=abc";
  assertEquals(maskResult({ url, notices: [`at ${url} it stopped`] }, masker()), {
    url: "https://•••@a.test/?token=•••",
    notices: ["at https://•••@a.test/?token=••• it stopped"],
  });
});

Deno.test("maskResult() tells the start of a long URL, and how much more there was", () => {
  const url = `http://shop.test/?q=${"x".repeat(10_000)}`;
  const told = String(maskResult({ call: 1, url } as CallResult, masker()).url);
  assertEquals(told, `${url.slice(0, 4_096)}… ${url.length - 4_096} more`);
});

Deno.test("maskResult() leaves an image alone", () => {
  const data = btoa(SECRET).repeat(3);
  assertEquals(maskResult({ data, mime: "image/png" }, masker()), { data, mime: "image/png" });
});

Deno.test("maskResult() ends in a mask where a value goes on deeper than any action answers", () => {
  let value: unknown = SECRET;
  for (let depth = 0; depth < 200; depth++) value = [value];
  assertEquals(JSON.stringify(maskResult({ value }, masker())).includes(SECRET), false);
});

Deno.test("maskedReply() masks results and the texts of errors, which keep their status", () => {
  const answered: CallResult[] = [];
  const failed: Error[] = [];
  const reply = maskedReply({
    ok: (result) => void answered.push(result),
    fail: (error) => void failed.push(error),
  }, masker());
  reply.ok({ said: SECRET });
  reply.fail(new ActionError(409, `"${SECRET}" is open`));
  assertEquals(answered, [{ said: "•••" }]);
  const [error] = failed;
  assertInstanceOf(error, ActionError);
  assertEquals([error.status, error.message], [409, '"•••" is open']);
});

Deno.test("maskResult() lets a page teach no value that hides what is pagetap's", () => {
  const taught = new Masker();
  for (
    const token of [
      'button "Delete" [ref=e1]',
      "workspace://console?level=error&call=",
      "level=error&call=1",
      "127.0.0.1:1",
      "a phrase of 5 words",
    ]
  ) taught.url(`https://a.test/?token=${encodeURIComponent(token)}`);
  const see = "workspace://console?level=error&call=12";
  const result = {
    call: 12,
    url: "http://127.0.0.1:19614/p",
    outline: '- button "Delete" [ref=e1]\n- button "Other" [ref=e2]',
    page: { errors: 1, failed_requests: 0, see, late: [{ call: 11, see }] },
  };
  assertEquals(maskResult(result, taught), result);
  assertEquals(maskResult({ value: "a phrase of 5 words", text: "a phrase of 5 words" }, taught), {
    value: "•••",
    text: "•••",
  });
  let said = "";
  const reply = maskedReply({
    ok: () => {},
    fail: (error) => void (said = error.message),
  }, taught);
  const error = `no element matches; use outline to see what there is: read ${see}.`;
  reply.fail(new ActionError(400, error));
  assertEquals(said, error);
});
