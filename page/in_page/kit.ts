/**
 * The parts that in-page functions share, and how they become one text to send.
 *
 * An in-page function runs in the browser, from the text that `Function.prototype.toString` gives. It
 * may use what it is passed and the browser's globals, and nothing else of its module: no import, no
 * constant outside it, since a bundler renames or moves those.
 *
 * @module
 */
import { type Dom, dom } from "./dom.ts";
import { type Finder, finder } from "./finder.ts";
import { type Hints, hints } from "./hints.ts";
import { type Names, names } from "./names.ts";
import { type RefGiver, refGiver } from "./ref_giver.ts";
import { ROLES } from "../roles.ts";
import { type RenderedText, renderedText } from "./rendered_text.ts";
import { urlLike } from "./url_like.ts";

/** What every in-page function is passed first. */
export interface Kit {
  /** The flat tree. */
  readonly dom: Dom;
  /** Roles and names. */
  readonly names: Names;
  /** Elements by selector. */
  readonly finder: Finder;
  /** What a search that failed tells. */
  readonly hints: Hints;
  /** What a person reads. */
  readonly text: RenderedText;
  /** URLs by a part or a glob. */
  readonly urlLike: typeof urlLike;
  /** Refs for elements, which are then handed back. */
  readonly refs: RefGiver;
  /** Elements to hand back as references, beside the function's value. */
  readonly nodes: Element[];
}

/** A function that runs in the page, and what it takes and gives: both JSON. */
export type InPage<A, R> = (kit: Kit, node: Element | null, args: A) => R | Promise<R>;

const KIT = `(() => {
const dom = (${dom})();
const names = (${names})(dom, ${JSON.stringify(ROLES)});
const finder = (${finder})(dom, names);
const hints = (${hints})(dom, names, finder);
const nodes = [];
return { dom, names, finder, hints, text: (${renderedText})(dom), refs: (${refGiver})(dom, nodes), urlLike: ${urlLike}, nodes };
})()`;

/** The same as {@link declaration} for a function that takes nothing. */
export function bareDeclaration(main: string): string {
  return `async () => [JSON.stringify(await (${main})() ?? null)]`;
}

/**
 * The function declaration that runs `main` in a page: it takes the arguments as one JSON text and,
 * where there is one, a node; it gives the value as one JSON text, then the nodes. JSON, since
 * a lone surrogate in a plain string stops Chrome's session for good, and JSON escapes it.
 */
export function declaration(main: string): string {
  return `async (json, node) => {
const kit = ${KIT};
const value = await (${main})(kit, node ?? null, JSON.parse(json));
return [JSON.stringify(value ?? null), ...kit.nodes];
}`;
}
