import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing";
import { keepToken, signIn } from "../../../ui/admin/api.ts";
import { followWorkspaces, trouble, workspaces } from "../../../ui/admin/workspaces.ts";
import { EventBody, pageGlobals } from "../page_globals.ts";

/** Follows the workspaces of a server that lets no one in; tells what is asked for and said then. */
async function refused(status: number, token: string | null): Promise<(string | null)[]> {
  using _page = pageGlobals(() => Response.json({ error: `no, because ${status}` }, { status }));
  using time = new FakeTime();
  workspaces.value = trouble.value = null;
  keepToken(token ?? "");
  const abort = new AbortController();
  const followed = followWorkspaces(abort.signal);
  await time.tickAsync(0);
  abort.abort();
  await followed;
  const said = [signIn.value, trouble.value];
  keepToken("");
  return said;
}

for (const status of [401, 403, 429]) {
  Deno.test(`followWorkspaces() asks for another token when one that was given is answered ${status}`, async () => {
    assertEquals(await refused(status, "t0ken"), [`no, because ${status}`, null]);
  });
}

Deno.test("followWorkspaces() sends nobody what cannot be a token, and says what one is", async () => {
  for (const token of ["a b", "t\xe4ken mit L\xfccken", "\u{1f511}"]) {
    assertEquals(await refused(401, token), [
      "This cannot be a token: one is visible ASCII characters without spaces",
      null,
    ]);
  }
});

Deno.test("followWorkspaces() only says that it is too much, and busy, where no token was given", async () => {
  for (const status of [429, 503]) {
    assertEquals(await refused(status, null), [null, `no, because ${status}`]);
  }
});

Deno.test("followWorkspaces() only says that it is too much once the token was let in", async () => {
  let status = 200;
  const events = new EventBody();
  using _page = pageGlobals((path) => {
    if (status !== 200) return Response.json({ error: "too many" }, { status });
    return path === "/admin/events" ? events.response : Response.json({ workspaces: [] });
  });
  using time = new FakeTime();
  keepToken("t0ken");
  const abort = new AbortController();
  const followed = followWorkspaces(abort.signal);
  await time.tickAsync(0);
  status = 429;
  events.end();
  await time.tickAsync(500);
  assertEquals([signIn.value, trouble.value], [null, "too many"]);
  abort.abort();
  await followed;
  keepToken("");
});
