/**
 * An element found, and a point of it that a pointer reaches: in its document, and through every frame
 * around that.
 *
 * @module
 */
import type { Selector } from "./args.ts";
import { reach } from "./around.ts";
import { type FindFunction, type FindOptions, onElement } from "./find.ts";
import { aim, type AimArgs, type Aimed } from "./in_page/aim.ts";
import { declaration } from "./in_page/kit.ts";
import { watchPress } from "./in_page/press_watch.ts";
import { search } from "./in_page/search.ts";
import type { Page } from "./page.ts";

const STEP = `(kit, element, args) => (${aim})(kit, element, args, ${watchPress})`;
const AIM: FindFunction<AimArgs, Aimed> = {
  declaration: declaration(`(kit, node, args) => (${search})(kit, node, args, ${STEP})`),
};

/**
 * Aims at one element; the point is one of the viewport of the document it is in, and `realm` is where a press is
 * watched.
 *
 * @throws {PageError} 400 no such element, several, or it or a frame around it is hidden, disabled or
 * covered, and by what
 */
export async function aimAt(
  page: Page,
  selector: Selector,
  args: AimArgs,
  options: FindOptions,
): Promise<Aimed & { readonly realm: string }> {
  const { value: aimed, realm } = await onElement(page, AIM, selector, args, options);
  const { scrolled } = await reach(page, aimed, `Cannot ${options.verb} ${aimed.element}`);
  return { ...aimed, scrolled: aimed.scrolled || scrolled, realm };
}
