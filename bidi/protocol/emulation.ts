/**
 * The `emulation` module, and `permissions` of the Permissions specification: what a page is told of where it
 * runs.
 *
 * @module
 */
import type { Empty } from "./empty.ts";

/** Whom an override is for: tabs, or every tab of user contexts, those to come included. */
export type EmulationScope = { contexts: string[] } | { userContexts: string[] };

/** Where the device is (emulation.GeolocationCoordinates). */
export interface GeolocationCoordinates {
  /** Degrees, -90 to 90. */
  latitude: number;
  /** Degrees, -180 to 180. */
  longitude: number;
  /** Metres; 1 by default. */
  accuracy?: number;
}

/** The commands of both modules; null takes an override back. */
export interface EmulationCommands {
  /** Says where the device is; a page must still be allowed to ask. */
  "emulation.setGeolocationOverride": {
    params: { coordinates: GeolocationCoordinates | null } & EmulationScope;
    result: Empty;
  };
  /** Sets the language of scripts and of the `accept-language` header. */
  "emulation.setLocaleOverride": {
    params: { locale: string | null } & EmulationScope;
    result: Empty;
  };
  /** Cuts the network off. */
  "emulation.setNetworkConditions": {
    params: { networkConditions: { type: "offline" } | null } & EmulationScope;
    result: Empty;
  };
  /** Sets the size of the screen, in CSS pixels. */
  "emulation.setScreenSettingsOverride": {
    params: { screenArea: { width: number; height: number } | null } & EmulationScope;
    result: Empty;
  };
  /** Sets the time zone, by its IANA name or its offset, such as `+05:30`. */
  "emulation.setTimezoneOverride": {
    params: { timezone: string | null } & EmulationScope;
    result: Empty;
  };
  /** Sets the user agent, of scripts and of the header. */
  "emulation.setUserAgentOverride": {
    params: { userAgent: string | null } & EmulationScope;
    result: Empty;
  };
  /** Answers for the person what a page of an origin may do; `prompt` has it ask again. */
  "permissions.setPermission": {
    params: {
      descriptor: { name: string };
      state: "granted" | "denied" | "prompt";
      origin: string;
    };
    result: Empty;
  };
}
