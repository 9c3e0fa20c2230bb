import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing";
import { follow } from "../../../ui/admin/events.ts";
import { EventBody, pageGlobals } from "../page_globals.ts";

/** Counts who listens to a signal. */
class Listeners {
  count = 0;

  constructor(signal: AbortSignal) {
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    Object.assign(signal, {
      addEventListener: (...args: Parameters<typeof add>) => {
        this.count++;
        add(...args);
      },
      removeEventListener: (...args: Parameters<typeof remove>) => {
        this.count--;
        remove(...args);
      },
    });
  }
}

/** Follows a stream; tells what was heard, and whether it is open. */
function following(
  answers: (attempt: number) => Response | Promise<Response>,
  frame?: (drawn: () => void) => void,
) {
  const asked: string[] = [];
  const page = pageGlobals((path) => {
    asked.push(path);
    return answers(asked.length);
  }, frame);
  const time = new FakeTime();
  const heard: unknown[] = [];
  const batches: number[] = [];
  const opened: boolean[] = [];
  const abort = new AbortController();
  const listeners = new Listeners(abort.signal);
  const done = follow({
    path: () => Promise.resolve(`/stream?${asked.length + 1}`),
    heard: (events) => {
      heard.push(...events);
      batches.push(events.length);
    },
    open: (open) => opened.push(open),
  }, abort.signal);
  return {
    asked,
    heard,
    batches,
    opened,
    time,
    listeners,
    async [Symbol.asyncDispose]() {
      abort.abort();
      await time.tickAsync(0);
      await done;
      time[Symbol.dispose]();
      page[Symbol.dispose]();
    },
  };
}

Deno.test("follow() hears events whose lines come in pieces, and no comments", async () => {
  const body = new EventBody();
  await using stream = following(() => body.response);
  for (const chunk of [':open\n\ndata:{"a"', ":1}\n", "\ndata:2\n\n:alive\n\nda", 'ta:"ü"\n\n']) {
    body.write(chunk);
    await stream.time.tickAsync(0);
  }
  assertEquals([stream.heard, stream.opened], [[{ a: 1 }, 2, "ü"], [true]]);
  body.end();
  await stream.time.tickAsync(0);
  assertEquals(stream.opened, [true, false]);
});

Deno.test("follow() tells what came once a frame, and reads no more than a frame takes", async () => {
  const body = new EventBody();
  const frames: (() => void)[] = [];
  await using stream = following(() => body.response, (drawn) => void frames.push(drawn));
  for (let i = 0; i < 30; i++) body.tell(...Array.from({ length: 100 }, (_, j) => i * 100 + j));
  const { batches, heard } = stream;
  await stream.time.tickAsync(0);
  assertEquals(batches, []);
  for (const told of [[2_000], [2_000, 1_000]]) {
    frames.shift()?.();
    await stream.time.tickAsync(0);
    assertEquals(batches, told);
  }
  assertEquals(heard, Array.from({ length: 3_000 }, (_, i) => i));
  assertEquals(frames, []);
});

Deno.test("follow() tells what came before the connection was lost", async () => {
  const body = new EventBody();
  await using stream = following(() => body.response, () => {});
  body.tell(1, 2);
  await stream.time.tickAsync(0);
  assertEquals(stream.heard, []);
  body.fail();
  await stream.time.tickAsync(0);
  assertEquals([stream.heard, stream.opened], [[1, 2], [true, false]]);
});

Deno.test("follow() asks for its path anew each time, and waits longer each time it is refused", async () => {
  const body = new EventBody();
  await using stream = following((attempt) =>
    attempt < 4 ? Response.json({ error: "no" }, { status: 403 }) : body.response
  );
  await stream.time.tickAsync(0);
  assertEquals(stream.asked, ["/stream?1"]);
  for (const [ms, attempts] of [[999, 1], [1, 2], [1_999, 2], [1, 3], [5_000, 4]] as const) {
    await stream.time.tickAsync(ms);
    assertEquals(stream.asked.length, attempts);
  }
  assertEquals(stream.opened.at(-1), true);
});

Deno.test("follow() asks no more once it is aborted", async () => {
  const stream = following(() => Response.json({}, { status: 500 }));
  await stream.time.tickAsync(0);
  const { asked } = stream;
  await stream[Symbol.asyncDispose]();
  assertEquals(asked.length, 1);
});

Deno.test("follow() takes a stream without a sign of life for lost, and connects again", async () => {
  const bodies = [new EventBody(), new EventBody()];
  await using stream = following((attempt) => bodies[attempt - 1]?.response ?? Response.error());
  const { asked, opened, heard, time } = stream;
  for (let i = 0; i < 3; i++) {
    bodies[0]?.write(":alive\n\n");
    await time.tickAsync(39_000);
  }
  assertEquals([asked.length, opened], [1, [true]]);
  await time.tickAsync(1_000);
  assertEquals([asked.length, opened], [1, [true, false]]);
  // As after any other failure.
  await time.tickAsync(999);
  assertEquals(asked.length, 1);
  await time.tickAsync(1);
  bodies[1]?.tell("again");
  await time.tickAsync(0);
  assertEquals([asked.length, opened, heard], [2, [true, false, true], ["again"]]);
});

Deno.test("follow() does not wait for ever for an answer", async () => {
  await using stream = following(() => new Promise(() => {}));
  await stream.time.tickAsync(41_000);
  assertEquals(stream.asked, ["/stream?1", "/stream?2"]);
});

Deno.test("follow() tells what came before the silence, though nothing was drawn", async () => {
  const body = new EventBody();
  await using stream = following(() => body.response, () => {});
  body.tell(1);
  await stream.time.tickAsync(40_000);
  assertEquals([stream.heard, stream.opened], [[1], [true, false]]);
});

Deno.test("follow() leaves no listener behind by its attempts", async () => {
  await using stream = following(() => Response.json({}, { status: 500 }));
  await stream.time.tickAsync(60_000);
  assertEquals([stream.asked.length > 5, stream.listeners.count], [true, 1]);
});
