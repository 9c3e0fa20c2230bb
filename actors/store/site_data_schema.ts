/**
 * What kept site data must look like to be believed: the file may be an older version's, or have been
 * written by hand.
 *
 * @module
 */
import { z } from "zod";
import type { SiteData } from "../../page/kept_sites.ts";

const COOKIE = z.object({
  name: z.string(),
  value: z.object({ type: z.enum(["string", "base64"]), value: z.string() }),
  domain: z.string().min(1),
  path: z.string(),
  httpOnly: z.boolean(),
  secure: z.boolean(),
  sameSite: z.enum(["strict", "lax", "none", "default"]),
  expiry: z.number().exactOptional(),
  partition: z.object({ topLevelSite: z.string(), hasCrossSiteAncestor: z.boolean() })
    .exactOptional(),
});

const ORIGIN = z.object({
  origin: z.url({ protocol: /^https?$/ }),
  entries: z.array(z.tuple([z.string(), z.string()])),
});

const SITE_DATA = z.object({
  savedAt: z.number(),
  browser: z.enum(["chrome", "firefox"]),
  cookies: z.array(COOKIE),
  origins: z.array(ORIGIN),
  session: ORIGIN.nullable(),
}) satisfies z.ZodType<SiteData>;

/** The site data that a document is; null when it is none. */
export function parseSiteData(document: unknown): SiteData | null {
  const { success, data } = SITE_DATA.safeParse(document);
  return success ? data : null;
}
