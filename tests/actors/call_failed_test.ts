import { assertEquals } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { CallFailed } from "../../actors/call_failed.ts";

Deno.test("CallFailed.of() says how much may be the page's own of what failed while the call ran", () => {
  const page = { errors: 0, failed_requests: 0, background: 2 };
  const failure = CallFailed.of(new ActionError(400, "no element matches"), { page });
  assertEquals(
    failure.message,
    "no element matches. This call caused 0 page error(s) and 0 failed request(s). " +
      "2 more in its window may be the page's own: what it fails at by itself.",
  );
  assertEquals(failure.page, page);
});
