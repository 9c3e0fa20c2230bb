import { assertEquals, assertLess, assertThrows } from "@std/assert";
import { Mailbox, type MailboxBounds } from "../../../actors/core/mailbox.ts";
import { random } from "../../fakes/random.ts";

interface Mail {
  readonly id: number;
  readonly bytes: number;
  readonly rank: number | null;
}

const bySize = {
  sizeOf: (mail: Mail) => mail.bytes,
  rank: (mail: Mail) => mail.rank,
};

function mail(id: number, rank: number | null = 0, bytes = 1): Mail {
  return { id, bytes, rank };
}

/** A mailbox of mails, with the ids of what it lost. */
function box(bounds: Partial<MailboxBounds<Mail>>) {
  const lost: number[] = [];
  const mailbox = new Mailbox<Mail>(
    { capacity: 3, overflow: "displace-oldest", ...bySize, ...bounds },
    (mail) => lost.push(mail.id),
  );
  return { mailbox, lost };
}

function drain(mailbox: Mailbox<Mail>): number[] {
  const ids: number[] = [];
  while (mailbox.length > 0) ids.push(mailbox.take()?.id ?? NaN);
  return ids;
}

Deno.test("Mailbox.take() answers messages in the order they were offered, across ranks", () => {
  const { mailbox } = box({ capacity: 5 });
  for (const [id, rank] of [[1, 1], [2, 0], [3, null], [4, 1], [5, 0]] as const) {
    assertEquals(mailbox.offer(mail(id, rank)), "accepted");
  }
  assertEquals(drain(mailbox), [1, 2, 3, 4, 5]);
});

Deno.test("Mailbox.take() answers undefined when empty", () => {
  const { mailbox } = box({});
  assertEquals(mailbox.take(), undefined);
  mailbox.offer(mail(1));
  mailbox.take();
  assertEquals(mailbox.take(), undefined);
  assertEquals(mailbox.length, 0);
});

Deno.test("Mailbox.offer() refuses the new message when full and set to refuse", () => {
  const { mailbox, lost } = box({ capacity: 2, overflow: "refuse" });
  mailbox.offer(mail(1));
  mailbox.offer(mail(2));
  assertEquals(mailbox.offer(mail(3, null)), "refused");
  assertEquals(lost, [3]);
  assertEquals(drain(mailbox), [1, 2]);
  assertEquals(mailbox.offer(mail(4)), "accepted");
});

Deno.test("Mailbox.offer() displaces the oldest when full and set to displace", () => {
  const { mailbox, lost } = box({ capacity: 2 });
  mailbox.offer(mail(1));
  mailbox.offer(mail(2));
  assertEquals(mailbox.offer(mail(3)), "displaced");
  assertEquals(lost, [1]);
  assertEquals(drain(mailbox), [2, 3]);
});

Deno.test("Mailbox.offer() displaces the oldest of the lowest rank, not the oldest of all", () => {
  const { mailbox, lost } = box({});
  mailbox.offer(mail(1, 1));
  mailbox.offer(mail(2, 0));
  mailbox.offer(mail(3, 0));
  assertEquals(mailbox.offer(mail(4, 1)), "displaced");
  assertEquals(mailbox.offer(mail(5, 1)), "displaced");
  assertEquals(mailbox.offer(mail(6, 1)), "displaced");
  assertEquals(lost, [2, 3, 1]);
  assertEquals(drain(mailbox), [4, 5, 6]);
});

Deno.test("Mailbox.offer() refuses a message of a lower rank than all that could go", () => {
  const { mailbox, lost } = box({ capacity: 2 });
  mailbox.offer(mail(1, 1));
  mailbox.offer(mail(2, null));
  assertEquals(mailbox.offer(mail(3, 0)), "refused");
  assertEquals(lost, [3]);
  assertEquals(drain(mailbox), [1, 2]);
});

Deno.test("Mailbox.offer() never displaces a message without a rank", () => {
  const { mailbox, lost } = box({ capacity: 2 });
  mailbox.offer(mail(1, null));
  mailbox.offer(mail(2, 5));
  assertEquals(mailbox.offer(mail(3, null)), "displaced");
  assertEquals(mailbox.offer(mail(4, null)), "refused");
  assertEquals(mailbox.offer(mail(5, 9)), "refused");
  assertEquals(lost, [2, 4, 5]);
  assertEquals(drain(mailbox), [1, 3]);
});

Deno.test("Mailbox.offer() ranks all the same when no rank is given", () => {
  const lost: number[] = [];
  const mailbox = new Mailbox<number>(
    { capacity: 1, overflow: "displace-oldest" },
    (n) => lost.push(n),
  );
  mailbox.offer(1);
  mailbox.offer(2);
  assertEquals(lost, [1]);
  assertEquals(mailbox.take(), 2);
});

Deno.test("Mailbox.offer() displaces as many as the bytes of the new message need", () => {
  const { mailbox, lost } = box({ capacity: 10, maxBytes: 10 });
  for (const id of [1, 2, 3]) mailbox.offer(mail(id, 0, 3));
  assertEquals(mailbox.offer(mail(4, 0, 6)), "displaced");
  assertEquals(lost, [1, 2]);
  assertEquals(mailbox.bytes, 9);
  assertEquals(drain(mailbox), [3, 4]);
  assertEquals(mailbox.bytes, 0);
});

Deno.test("Mailbox.offer() displaces nothing for a message that would not fit even then", () => {
  const { mailbox, lost } = box({ capacity: 10, maxBytes: 10 });
  mailbox.offer(mail(1, 0, 3));
  mailbox.offer(mail(2, null, 6));
  assertEquals(mailbox.offer(mail(3, 0, 5)), "refused");
  assertEquals(mailbox.offer(mail(4, 0, 11)), "refused");
  assertEquals(lost, [3, 4]);
  assertEquals(drain(mailbox), [1, 2]);
});

Deno.test("Mailbox.offer() refuses what is bigger than maxBytes even when empty", () => {
  const { mailbox } = box({ maxBytes: 10 });
  assertEquals(mailbox.offer(mail(1, null, 11)), "refused");
  assertEquals(mailbox.offer(mail(2, null, 10)), "accepted");
});

Deno.test("Mailbox counts what it took in, displaced, refused, and its peak", () => {
  const { mailbox } = box({ capacity: 2, maxBytes: 10 });
  mailbox.offer(mail(1));
  mailbox.offer(mail(2));
  mailbox.offer(mail(3));
  mailbox.offer(mail(4, 0, 11));
  drain(mailbox);
  mailbox.offer(mail(5));
  const { length, bytes, accepted, displaced, refused, peak } = mailbox;
  assertEquals(
    { length, bytes, accepted, displaced, refused, peak },
    { length: 1, bytes: 1, accepted: 4, displaced: 1, refused: 1, peak: 2 },
  );
});

Deno.test("Mailbox.offer() is whole when onLost offers again", () => {
  const taken: number[] = [];
  const mailbox: Mailbox<number> = new Mailbox<number>(
    { capacity: 2, overflow: "displace-oldest" },
    (n) => {
      if (n < 3) mailbox.offer(n + 10);
    },
  );
  for (const n of [1, 2, 3]) mailbox.offer(n);
  while (mailbox.length > 0) taken.push(mailbox.take() ?? NaN);
  // 3 displaced 1, whose 11 displaced 2, whose 12 displaced 3.
  assertEquals(taken, [11, 12]);
  assertEquals(mailbox.displaced, 3);
});

Deno.test("Mailbox refuses bounds that bound nothing", () => {
  for (const capacity of [0, -1, 1.5, NaN, Infinity]) {
    assertThrows(() => new Mailbox({ capacity, overflow: "refuse" }), RangeError, "capacity");
  }
  for (const maxBytes of [0, -1, NaN]) {
    assertThrows(() => box({ maxBytes }), RangeError, "maxBytes");
  }
  assertThrows(
    () => new Mailbox({ capacity: 1, maxBytes: 1, overflow: "refuse" }),
    TypeError,
    "sizeOf",
  );
});

Deno.test("Mailbox.offer() throws and takes nothing in when a size or a rank is no number", () => {
  const { mailbox } = box({});
  for (const bytes of [NaN, -1, Infinity]) {
    assertThrows(() => mailbox.offer(mail(1, 0, bytes)), RangeError, "size");
  }
  assertThrows(() => mailbox.offer(mail(1, NaN)), RangeError, "rank");
  assertEquals(mailbox.length, 0);
  assertEquals(mailbox.accepted, 0);
});

/** What a mailbox must do, as plainly as it can be said. */
class Model {
  held: Mail[] = [];
  lost: number[] = [];
  readonly capacity: number;
  readonly maxBytes: number;
  readonly overflow: "refuse" | "displace-oldest";

  constructor(capacity: number, maxBytes: number, overflow: "refuse" | "displace-oldest") {
    this.capacity = capacity;
    this.maxBytes = maxBytes;
    this.overflow = overflow;
  }

  offer(mail: Mail): string {
    const gone: Mail[] = [];
    const rank = mail.rank ?? Infinity;
    const left = () => this.held.filter((held) => !gone.includes(held));
    const fits = () =>
      left().length < this.capacity &&
      left().reduce((sum, held) => sum + held.bytes, mail.bytes) <= this.maxBytes;
    while (!fits()) {
      const candidates = left().filter((held) => held.rank !== null && held.rank <= rank);
      const lowest = Math.min(...candidates.map((held) => held.rank ?? Infinity));
      const victim = candidates.find((held) => held.rank === lowest);
      if (this.overflow === "refuse" || victim === undefined) {
        this.lost.push(mail.id);
        return "refused";
      }
      gone.push(victim);
    }
    this.held = [...left(), mail];
    this.lost.push(...gone.map((held) => held.id));
    return gone.length > 0 ? "displaced" : "accepted";
  }
}

Deno.test("Mailbox does what the plain model does, whatever is offered and taken", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const next = random(seed);
    const capacity = 1 + next(8);
    const maxBytes = 1 + next(30);
    const overflow = next(4) === 0 ? "refuse" : "displace-oldest";
    const { mailbox, lost } = box({ capacity, maxBytes, overflow });
    const model = new Model(capacity, maxBytes, overflow);
    for (let id = 0; id < 150; id++) {
      const where = `seed ${seed}, step ${id}`;
      if (next(3) === 0) {
        assertEquals(mailbox.take(), model.held.shift(), where);
      } else {
        const offered = mail(id, next(5) === 0 ? null : next(3), next(12));
        assertEquals(mailbox.offer(offered), model.offer(offered), where);
      }
      assertEquals(mailbox.length, model.held.length, where);
      assertEquals(mailbox.bytes, model.held.reduce((sum, held) => sum + held.bytes, 0), where);
      assertEquals(lost, model.lost, where);
    }
    assertEquals(drain(mailbox), model.held.map((held) => held.id), `seed ${seed}`);
  }
});

/** Milliseconds for 50 000 messages to pass through a full mailbox of `capacity`. */
function cost(capacity: number): number {
  const mailbox = new Mailbox<number>({ capacity, overflow: "displace-oldest" });
  for (let n = 0; n < capacity; n++) mailbox.offer(n);
  const start = performance.now();
  for (let n = 0; n < 50_000; n++) mailbox.offer(n);
  return performance.now() - start;
}

Deno.test("Mailbox.offer() costs no more when it holds a hundred times as many", () => {
  cost(1_000);
  // A queue that shifts an array would take a hundred times as long; the rest is for a busy machine.
  assertLess(cost(100_000), 20 * cost(1_000) + 100);
});

Deno.test("Mailbox.offer() forgets ranks that came only once", () => {
  const mailbox = new Mailbox<number>({
    capacity: 10,
    overflow: "displace-oldest",
    rank: (n) => n,
  });
  const start = performance.now();
  for (let n = 0; n < 20_000; n++) {
    mailbox.offer(n);
    mailbox.take();
  }
  // Looking through 20 000 empty ranks for each of 20 000 messages would take seconds.
  assertLess(performance.now() - start, 1_000);
});
