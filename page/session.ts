/**
 * What a session is set to while it runs, and what another browser in its place is set to as well.
 *
 * @module
 */
import type { Emulation } from "./emulation.ts";
import type { Viewport } from "./viewport.ts";

/** The session of the workspace that an action runs in. */
export interface PageSession {
  /** The size its tabs are set to. */
  viewport(): Promise<Viewport>;
  /** Keeps the size that its tabs were set to, for those to come and for the next session. */
  resized(viewport: Viewport): Promise<void>;
  /** What it pretends. */
  emulation(): Promise<Emulation>;
  /** Has the values of credentials among request headers masked from now on. */
  maskHeaders(headers: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Keeps what the browser was told to pretend, also for one that is opened in its place, and lets its pages have
   * the location; gives what may be shown of it.
   */
  emulates(emulation: Emulation): Promise<object>;
}
