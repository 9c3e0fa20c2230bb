/**
 * The `storage` module: the browser's cookies.
 *
 * @module
 */
import type { BytesValue } from "./network.ts";

/** When a cookie goes with requests from other sites (network.SameSite); `default` where it does not say. */
export type SameSite = "strict" | "lax" | "none" | "default";

/** Chrome's own name of the top-level site that a cookie is kept apart for. */
export interface ChromePartitionKey {
  /** The site, as `https://example.com`. */
  topLevelSite: string;
  /** Whether a frame of another site stands between. */
  hasCrossSiteAncestor: boolean;
}

/** A cookie as the browser keeps it (network.Cookie). */
export interface Cookie {
  /** Its name; it may be empty. */
  name: string;
  /** Its value. */
  value: BytesValue;
  /** The host it is sent to; with a dot before it, its subdomains too. */
  domain: string;
  /** The path it is sent to, and all below. */
  path: string;
  /** Bytes of its name and value. */
  size: number;
  /** Whether scripts cannot read it. */
  httpOnly: boolean;
  /** Whether it is sent over secure connections only. */
  secure: boolean;
  /** Chrome says `none` of one that does not say, too. */
  sameSite: SameSite;
  /** When it ends, in epoch seconds; absent for one that ends with the browser. */
  expiry?: number;
  /** Chrome only; absent for one that is not partitioned. */
  "goog:partitionKey"?: ChromePartitionKey;
}

/** A cookie to be set (storage.PartialCookie). */
export type PartialCookie =
  & Pick<Cookie, "name" | "value" | "domain">
  & Partial<
    Pick<Cookie, "path" | "httpOnly" | "secure" | "sameSite" | "expiry" | "goog:partitionKey">
  >;

/** Which cookies are meant (storage.CookieFilter); absent members match all. */
export type CookieFilter = Partial<Omit<Cookie, "goog:partitionKey">>;

/** Where cookies are kept (storage.PartitionDescriptor). */
export type PartitionDescriptor =
  | { type: "context"; context: string }
  | { type: "storageKey"; userContext?: string; sourceOrigin?: string };

/** The part of the store that a command was for (storage.PartitionKey). */
export interface PartitionKey {
  /** The user context. */
  userContext?: string;
  /** The top-level origin. */
  sourceOrigin?: string;
}

/** The commands of the module. */
export interface StorageCommands {
  /** Lists cookies; without a partition those of the default user context, partitioned ones included. */
  "storage.getCookies": {
    params: { filter?: CookieFilter; partition?: PartitionDescriptor };
    result: { cookies: Cookie[]; partitionKey: PartitionKey };
  };
  /** Sets one; Chrome drops some without a word, such as `none` without `secure`. */
  "storage.setCookie": {
    params: { cookie: PartialCookie; partition?: PartitionDescriptor };
    result: { partitionKey: PartitionKey };
  };
  /** Removes those that match. */
  "storage.deleteCookies": {
    params: { filter?: CookieFilter; partition?: PartitionDescriptor };
    result: { partitionKey: PartitionKey };
  };
}
