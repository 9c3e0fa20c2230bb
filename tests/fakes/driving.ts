/**
 * Tabs and frames with no browser behind them.
 *
 * @module
 */
import type { Driving, EnteredFrame } from "../../page/driving.ts";

/** What a test looks at of it. */
export interface FakeDriving extends Driving {
  /** The frames that are entered, the last one innermost. */
  readonly entered: EnteredFrame[];
}

/** One tab, in which frames can be entered. */
export function fakeDriving(): FakeDriving {
  const entered: EnteredFrame[] = [];
  const none = () => Promise.reject(new Error("not in this test"));
  return {
    entered,
    enter: (frame) => void entered.push(frame),
    leave: (to) => entered.splice(to === "top" ? 0 : -1).length > 0,
    list: () => [{ tab: "t1", url: "about:blank", driven: true }],
    open: none,
    drive: none,
    close: none,
  };
}
