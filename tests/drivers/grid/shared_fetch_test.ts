import { assertEquals } from "@std/assert";
import { SharedFetch } from "../../../drivers/grid/shared_fetch.ts";
import { FakeTime } from "./fake_time.ts";

function fixture() {
  const time = new FakeTime();
  const answers: ((value: string) => void)[] = [];
  const shared = new SharedFetch(
    () => new Promise<string>((resolve) => answers.push(resolve)),
    () => time.now(),
  );
  return { time, answers, shared };
}

Deno.test("SharedFetch.get() fetches once for all who ask meanwhile", async () => {
  const { time, answers, shared } = fixture();
  const first = shared.get(100);
  await time.advance(100);
  const second = shared.get(100);
  assertEquals(answers.length, 1);
  answers[0]?.("a");
  assertEquals(await first, { number: 1, at: 0, value: "a" });
  assertEquals(await second, await first);
});

Deno.test("SharedFetch.get() fetches anew for who wants it newer than one under way", async () => {
  const { time, answers, shared } = fixture();
  const old = shared.get(0);
  await time.advance(10);
  const fresh = shared.get(5);
  answers[1]?.("b");
  assertEquals((await fresh).number, 2);
  answers[0]?.("a");
  assertEquals((await old).value, "a");
  assertEquals((await shared.get(Infinity)).value, "b");
});

Deno.test("SharedFetch.get() gives the last while it is young enough", async () => {
  const { time, answers, shared } = fixture();
  const first = shared.get(0);
  answers[0]?.("a");
  await first;
  await time.advance(1_000);
  assertEquals((await shared.get(1_000)).value, "a");
  shared.get(999);
  assertEquals(answers.length, 2);
});
