/**
 * The roles there are for elements, and what is wrong with one that is none.
 *
 * @module
 */
import { cut } from "./cut.ts";
import { near } from "./nearest.ts";

/** What `role` in a page may say: the roles of WAI-ARIA 1.3. */
export const ROLES: readonly string[] = (
  "alert alertdialog application article banner blockquote button caption cell checkbox " +
  "code columnheader combobox complementary contentinfo definition deletion dialog " +
  "directory document emphasis feed figure form generic grid gridcell group heading img " +
  "image insertion link list listbox listitem log main marquee math menu menubar " +
  "menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph " +
  "presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar " +
  "search searchbox separator slider spinbutton status strong subscript superscript " +
  "switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree " +
  "treegrid treeitem"
).split(" ");

/** What an outline calls a frame, which has no role of ARIA's. */
const FRAME = "iframe";

/** Why no element can ever have a role, in words; null when one can. */
export function wrongRole(role: string): string | null {
  const wanted = role.trim().toLowerCase();
  const known = [...ROLES, FRAME];
  if (known.includes(wanted)) return null;
  const [meant] = near(wanted, known);
  const advice = meant === undefined
    ? "roles are those of ARIA, as outline shows them; name a tag by css"
    : `did you mean ${JSON.stringify(meant)}?`;
  return `there is no role ${JSON.stringify(cut(wanted, 60))}; ${advice}`;
}
