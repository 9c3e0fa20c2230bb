/**
 * What is wrong with an open, found before anything is changed.
 *
 * @module
 */
import { cut } from "../page/cut.ts";
import { ActionError } from "./action_error.ts";
import type { NavigationRules } from "./navigation_rules.ts";
import type { OpenArgs } from "./service.ts";

/** Why it is refused, or null. */
export function refuseOpen(args: OpenArgs, navigation: NavigationRules): ActionError | null {
  const url = args.url?.trim();
  if (url === undefined) return null;
  if (!URL.canParse(url)) {
    const what = `open_session failed: "${cut(url, 200)}" is not a URL`;
    return new ActionError(400, `${what}; give it whole, such as https://example.com/`);
  }
  const why = navigation.forbidden(url);
  return why === null ? null : new ActionError(403, why);
}
