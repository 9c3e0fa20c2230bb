/** What is shown of URLs once the driven tab has gone on to another document. @module */
import type { Strip } from "./exchange.ts";
import type { Masker } from "./masker.ts";
import type { Navigations } from "./navigations.ts";

/** What URLs of the document with this number lose now. */
export type StripOf = (nav: number) => Strip;

/** URLs of other documents than the current one lose their query and fragment. */
export function stripOlderPages(
  mask: Pick<Masker, "withoutQuery">,
  navigations: Pick<Navigations, "documentOf" | "current">,
): StripOf {
  const strip = (url: string) => mask.withoutQuery(url);
  return (nav) => navigations.documentOf(nav) === navigations.current ? null : strip;
}
