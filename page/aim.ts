/**
 * An element found, and a point of it that a pointer reaches: in its document, and through every frame
 * around that.
 *
 * @module
 */
import type { Selector } from "./args.ts";
import { reach } from "./around.ts";
import { finding, type FindOptions, onElement } from "./find.ts";
import { aim, type AimArgs, type Aimed } from "./in_page/aim.ts";
import type { Page } from "./page.ts";

const AIM = finding(aim);

/**
 * Aims at one element; the point is one of the viewport of the document it is in.
 *
 * @throws {PageError} 400 no such element, several, or it or a frame around it is hidden, disabled or
 * covered, and by what
 */
export async function aimAt(
  page: Page,
  selector: Selector,
  args: AimArgs,
  options: FindOptions,
): Promise<Aimed> {
  const { value: aimed } = await onElement(page, AIM, selector, args, options);
  const { scrolled } = await reach(page, aimed, `Cannot ${options.verb} ${aimed.element}`);
  return { ...aimed, scrolled: aimed.scrolled || scrolled };
}
