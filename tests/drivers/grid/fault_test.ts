import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { refusal, sentence, unreachable, withoutIds } from "../../../drivers/grid/fault.ts";

const INFO = "Host info: host: 'vm', ip: '127.0.0.1'\nBuild info: version: '4.48.0'\n" +
  "System info: os.name: 'Linux'\nDriver info: driver.version: unknown";

Deno.test("sentence() takes the driver's words out of the Grid's", () => {
  const message = "Could not start a new session. Error while creating session with the driver " +
    "service. Stopping driver service: Could not start a new session. Response code 500. " +
    `Message: session not created\nfrom unknown error: cannot create default profile directory \n${INFO}`;
  assertEquals(
    sentence({ error: "session not created", message }),
    "session not created: from unknown error: cannot create default profile directory",
  );
});

Deno.test("sentence() keeps the Grid's own words without facts about its machine", () => {
  const message = `Unable to find provider for session\n${INFO}`;
  assertEquals(sentence({ error: "x", message }), "Unable to find provider for session");
  assertEquals(sentence({ error: "session not created", message: INFO }), "session not created");
});

Deno.test("sentence() is bounded", () => {
  assertEquals(sentence({ error: "x", message: "y".repeat(5_000) }).length, 300);
});

Deno.test("withoutIds() masks both browsers' session ids, and whatever is called one", () => {
  for (
    const id of ["be637cb9547b156221d0f190f1beb102", "265c1f2c-171b-4063-bba0-be7378ea8b7f"]
  ) assertEquals(withoutIds(`no ${id}.`), "no •••.");
  assertEquals(withoutIds("find session with ID: abc-1. Gone"), "find session with ID: •••. Gone");
});

Deno.test("refusal() tells what stands before a Grid from the Grid", () => {
  const words = (status: number, value?: unknown) => {
    const { message, advice } = refusal(status, value);
    return `${message}; ${advice}`;
  };
  assertStringIncludes(
    words(401),
    "user and password that GRID_URL does not give (HTTP 401); put them into",
  );
  assertStringIncludes(words(302), "a redirect (HTTP 302); give GRID_URL the address it leads to");
  assertStringIncludes(words(404), "no WebDriver under that address (HTTP 404); correct the port");
  assertStringIncludes(words(502), "HTTP 502 and nothing of WebDriver; look at its log");
  const error = { error: "session not created", message: "no memory" };
  assertEquals(words(500, error), "said: no memory; null");
});

Deno.test("unreachable() says what a failed fetch means", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const failed = (url: string) => fetch(url).then(() => null, (error) => unreachable(error));
  const refused = await failed(`http://127.0.0.1:${port}/`);
  assertEquals(refused?.message, "refused the connection");
  assertEquals(refused?.advice, "start it, or correct GRID_URL");
  assert(unreachable(new TypeError("whatever")).message.includes("without an answer"));
});
