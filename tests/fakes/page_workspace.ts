/** What a workspace lends, with nothing behind it. @module */
import type { PageWorkspace } from "../../page/workspace.ts";

/** What a {@linkcode fakePageWorkspace} was asked. */
export interface FakePageWorkspace extends PageWorkspace {
  /** Every value that was to be masked. */
  readonly masked: string[];
}

/** Makes one. */
export function fakePageWorkspace(): FakePageWorkspace {
  const masked: string[] = [];
  return {
    masked,
    mask(secret) {
      masked.push(secret);
      return Promise.resolve();
    },
  };
}
