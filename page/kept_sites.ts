/**
 * What is kept of the sites a session has been on, for the next session of its workspace.
 *
 * @module
 */
import type { BytesValue, ChromePartitionKey, SameSite } from "../bidi/protocol.ts";
import type { BrowserName } from "./page.ts";

/** Bytes that may be kept of one workspace's sites, as JSON. */
export const MAX_SITE_DATA = 1_000_000;

/** One cookie. */
export interface KeptCookie {
  /** Its name; it may be empty. */
  readonly name: string;
  /** Its value. */
  readonly value: BytesValue;
  /** The host it is sent to; with a dot before it, its subdomains too. */
  readonly domain: string;
  /** The path it is sent to, and all below. */
  readonly path: string;
  /** Whether scripts cannot read it. */
  readonly httpOnly: boolean;
  /** Whether it is sent over secure connections only. */
  readonly secure: boolean;
  /** Whether it goes with requests from other sites; `default` where it does not say. */
  readonly sameSite: SameSite;
  /** When it ends, in epoch seconds; absent for one that ends with the browser. */
  readonly expiry?: number;
  /** The top-level site it is kept apart for; absent for one that is not. */
  readonly partition?: ChromePartitionKey;
}

/** Keys and values of a storage, in its order. */
export type StorageEntries = readonly (readonly [key: string, value: string])[];

/** The storage of one origin. */
export interface KeptOrigin {
  /** The origin. */
  readonly origin: string;
  /** What is in it. */
  readonly entries: StorageEntries;
}

/** All that is kept. */
export interface SiteData {
  /** When it was saved, epoch milliseconds. */
  readonly savedAt: number;
  /** The browser it is from. */
  readonly browser: BrowserName;
  /** Cookies of all sites. */
  readonly cookies: readonly KeptCookie[];
  /** The localStorage of each origin, the one that was last seen first. */
  readonly origins: readonly KeptOrigin[];
  /** The sessionStorage of the page that was open; null when it had none. */
  readonly session: KeptOrigin | null;
}

/** An origin whose storage could not be had. */
export interface FailedOrigin {
  /** The origin. */
  readonly origin: string;
  /** Why, in words. */
  readonly why: string;
}

/** Where a workspace keeps it. */
export interface KeptSites {
  /** What is kept; null for nothing. Its values are masked from now on. */
  load(): Promise<SiteData | null>;
  /** The data without what a typed secret is in, and how many cookies and entries those were. */
  withoutSecrets(data: SiteData): Promise<{ readonly data: SiteData; readonly withheld: number }>;
  /** Keeps it in place of what was kept before. Its values are masked from now on. */
  save(data: SiteData): Promise<void>;
}
