/**
 * What a browser pretends of where it runs: one BiDi command each, over every tab there is and to come.
 *
 * @module
 */
import type { CommandName, GeolocationCoordinates, Params, Result } from "../bidi/protocol.ts";
import { EVERY_TAB } from "./viewport.ts";

/** What a session emulates; what is absent is the browser's own. */
export interface Emulation {
  /** Language of scripts and of `accept-language`. */
  readonly locale?: string;
  /** Its IANA name or offset. */
  readonly timezone?: string;
  /** Where the device is. */
  readonly geolocation?: GeolocationCoordinates;
  /** Of scripts and of the header. */
  readonly user_agent?: string;
  /** CSS pixels of the screen. */
  readonly screen?: { readonly width: number; readonly height: number };
  /** The network is cut off. */
  readonly offline?: true;
  /** What requests carry besides their own; null for a value that is not known any more. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** The name of something that is emulated. */
export type Emulated = keyof Emulation;

/** Sends one command. */
export type Send = <M extends CommandName>(method: M, params: Params<M>) => Promise<Result<M>>;

const SETTERS: Readonly<Record<Emulated, (send: Send, to: Emulation) => Promise<unknown>>> = {
  locale: (send, { locale = null }) =>
    send("emulation.setLocaleOverride", { locale, ...EVERY_TAB }),
  timezone: (send, { timezone = null }) =>
    send("emulation.setTimezoneOverride", { timezone, ...EVERY_TAB }),
  geolocation: (send, { geolocation: coordinates = null }) =>
    send("emulation.setGeolocationOverride", { coordinates, ...EVERY_TAB }),
  user_agent: (send, { user_agent: userAgent = null }) =>
    send("emulation.setUserAgentOverride", { userAgent, ...EVERY_TAB }),
  screen: (send, { screen: screenArea = null }) =>
    send("emulation.setScreenSettingsOverride", { screenArea, ...EVERY_TAB }),
  offline: (send, { offline }) =>
    send("emulation.setNetworkConditions", {
      networkConditions: offline ? { type: "offline" } : null,
      ...EVERY_TAB,
    }),
  headers: (send, { headers = {} }) =>
    send("network.setExtraHeaders", {
      headers: Object.entries(headers).flatMap(([name, value]) =>
        value === null ? [] : [{ name, value: { type: "string", value } }]
      ),
      ...EVERY_TAB,
    }),
};

/**
 * All that can be emulated, in the order it is set. The headers are last: what is set after them cannot fail, so
 * they are never put back, which their values might not be known for.
 */
export const EMULATED: readonly Emulated[] = [
  "locale",
  "timezone",
  "geolocation",
  "user_agent",
  "screen",
  "offline",
  "headers",
];

/**
 * Sets one of them to what `emulation` says, or takes it back when that says nothing.
 *
 * @throws {BidiError} the browser refused it, or does not support it
 */
export async function setEmulated(send: Send, name: Emulated, emulation: Emulation): Promise<void> {
  await SETTERS[name](send, emulation);
}
