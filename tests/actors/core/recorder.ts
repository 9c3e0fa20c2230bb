/** An actor in a test's hands. @module */
import { spawn } from "../../../actors/core/actor.ts";
import type { Behaviour, Exit, MailboxOptions } from "../../../actors/core/types.ts";
import { fakeSystem } from "../../fakes/system.ts";

export const roomy: MailboxOptions<unknown> = { capacity: 1_000, overflow: "refuse" };

/** An actor that keeps what it handled, in a system that runs when told. */
export function recorder<M>(
  behaviour: Partial<Behaviour<M>> = {},
  options: MailboxOptions<M> = { capacity: 1_000, overflow: "refuse" },
) {
  const fake = fakeSystem();
  const handled: M[] = [];
  const exits: Exit[] = [];
  const ref = spawn<M>(fake.system, "rec", {
    handle: (message) => void handled.push(message),
    close: (exit) => void exits.push(exit),
    ...behaviour,
  }, options);
  return { ...fake, handled, exits, ref };
}

/** A `handle` that takes as long as the test wants. */
export function gate() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { promise, open: () => resolve(), fail: reject };
}
