import { assertEquals } from "@std/assert";
import { FetchedValue } from "../../../ui/admin/fetched.ts";
import { pageGlobals } from "../page_globals.ts";

interface Thing {
  readonly state: string;
}

/** Something at `/thing` that may change while it is pending. */
function thing() {
  return new FetchedValue<Thing>({
    path: "/thing",
    mayChange: ({ state }) => state === "pending",
  });
}

const refusal = (status: number) => Response.json({ error: `no: ${status}` }, { status });

Deno.test("FetchedValue.refresh() asks again until what is there is at its end", async () => {
  const states = ["pending", "pending", "complete"];
  let asked = 0;
  using _page = pageGlobals(() => Response.json({ state: states[asked++] }));
  const value = thing();
  assertEquals(value.state.value, { state: "loading" });
  for (const state of [...states, "complete"]) {
    await value.refresh();
    assertEquals(value.state.value, { state: "there", value: { state } });
  }
  assertEquals(asked, 3);
  value.close();
});

Deno.test("FetchedValue.refresh() that is asked for meanwhile follows, once", async () => {
  const states = ["pending", "complete", "never asked for"];
  let asked = 0;
  using _page = pageGlobals(() => Response.json({ state: states[asked++] }));
  const value = thing();
  await Promise.all([value.refresh(), value.refresh(), value.refresh()]);
  assertEquals([value.state.value, asked], [{ state: "there", value: { state: "complete" } }, 2]);
  value.close();
});

Deno.test("FetchedValue shows on what is there while it cannot be asked for", async () => {
  const answers = [
    refusal(503),
    Response.json({ state: "pending" }),
    refusal(429),
    Response.json({ state: "complete" }),
  ];
  using _page = pageGlobals(() => answers.shift() ?? Response.error());
  const value = thing();
  await value.refresh();
  assertEquals(value.state.value, { state: "refused", message: "no: 503", final: false });
  for (const state of ["pending", "pending", "complete"]) {
    await value.refresh();
    assertEquals(value.state.value, { state: "there", value: { state } });
  }
  value.close();
});

Deno.test("FetchedValue asks no more for what there is not any more, and says so", async () => {
  const answers = [Response.json({ state: "pending" }), refusal(404)];
  using _page = pageGlobals(() => answers.shift() ?? Response.error());
  const value = thing();
  for (let i = 0; i < 3; i++) await value.refresh();
  assertEquals(value.state.value, { state: "refused", message: "no: 404", final: true });
  assertEquals(answers.length, 0);
  value.close();
});

Deno.test("FetchedValue says nothing of what it was asking for when it is closed", async () => {
  using _page = pageGlobals(() => new Promise(() => {}));
  const value = thing();
  const refreshed = value.refresh();
  value.close();
  await refreshed;
  assertEquals(value.state.value, { state: "loading" });
});
