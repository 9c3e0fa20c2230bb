import { assertEquals, assertRejects } from "@std/assert";
import { Turns, TurnsTakenError } from "../../../actors/core/turns.ts";
import { countedSignal } from "../../fakes/counted_signal.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks whose end is in the test's hands. */
function setUp(most: number) {
  const turns = new Turns(most);
  const began: string[] = [];
  const { signal } = new AbortController();
  const run = (name: string, caller: AbortSignal = signal) => {
    const gate = Promise.withResolvers<string>();
    const done = turns.run(() => {
      began.push(name);
      return gate.promise;
    }, caller);
    done.catch(() => {});
    return { ...gate, done };
  };
  return { began, run };
}

Deno.test("Turns.run() runs one task at a time, in the order of arrival", async () => {
  const { began, run } = setUp(5);
  const tasks = [run("a"), run("b"), run("c")] as const;
  await settled();
  assertEquals(began, ["a"]);
  tasks[0].resolve("A");
  await settled();
  assertEquals(began, ["a", "b"]);
  tasks[1].resolve("B");
  tasks[2].resolve("C");
  assertEquals(await Promise.all(tasks.map(({ done }) => done)), ["A", "B", "C"]);
});

Deno.test("Turns.run() goes on after a task that failed", async () => {
  const { began, run } = setUp(5);
  const [first, second] = [run("a"), run("b")];
  first.reject(new Error("no"));
  await assertRejects(() => first.done, Error, "no");
  second.resolve("B");
  assertEquals([await second.done, began], ["B", ["a", "b"]]);
});

Deno.test("Turns.run() refuses a task when too many wait, and takes one again later", async () => {
  const { began, run } = setUp(1);
  const [first, second, refused] = [run("a"), run("b"), run("c")];
  await assertRejects(() => refused.done, TurnsTakenError, "1 wait already");
  first.resolve("");
  second.resolve("");
  await second.done;
  run("d").resolve("");
  await settled();
  assertEquals(began, ["a", "b", "d"]);
});

Deno.test("Turns.run() lets a waiting task leave, and gives its place to another", async () => {
  const { began, run } = setUp(1);
  const caller = new AbortController();
  const [first, leaving] = [run("a"), run("b", caller.signal)];
  caller.abort(new Error("left"));
  await assertRejects(() => leaving.done, Error, "left");
  const next = run("c");
  first.resolve("");
  next.resolve("");
  await next.done;
  assertEquals(began, ["a", "c"]);
});

Deno.test("Turns.run() listens to a caller only while it waits", async () => {
  const { run } = setUp(1);
  const { signal, listeners } = countedSignal();
  const [first, second] = [run("a"), run("b", signal)];
  assertEquals(listeners(), 1);
  first.resolve("");
  await first.done;
  assertEquals(listeners(), 0);
  second.resolve("");
  await second.done;
});

Deno.test("Turns.run() keeps a turn that was handed on from whoever comes in between", async () => {
  const { began, run } = setUp(5);
  const [first, second] = [run("a"), run("b")];
  first.resolve("");
  await first.done;
  run("c");
  await settled();
  assertEquals(began, ["a", "b"]);
  second.resolve("");
  await settled();
  assertEquals(began, ["a", "b", "c"]);
});

Deno.test("Turns.run() runs nothing for a signal that has aborted", async () => {
  const { began, run } = setUp(5);
  await assertRejects(() => run("a", AbortSignal.abort(new Error("gone"))).done, Error, "gone");
  assertEquals(began, []);
});
