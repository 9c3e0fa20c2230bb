/**
 * `tabs`: which tabs there are, another one, and which of them calls act on.
 *
 * @module
 */
import type { TabsArgs } from "./args.ts";
import type { TabShape } from "./driving.ts";
import { address, navigate } from "./navigate.ts";
import { type Page, PageError } from "./page.ts";

/** What `tabs` answers. */
export interface TabsResult {
  /** Every tab, oldest first, as they are now. */
  readonly tabs: readonly TabShape[];
  /** The page of a new tab had not loaded when the time was up. */
  readonly loading?: true;
  /** Why a new tab is on no page: a download began, or the server sent no content. */
  readonly stayed?: string;
}

/**
 * Lists, opens, switches to or closes a tab. One that is opened or switched to is driven from then on.
 *
 * @throws {PageError} 400 there is no such tab, it is the last, or its URL cannot be reached; 403 a URL that
 * may not be navigated to
 */
export async function tabs(page: Page, { action, tab, url }: TabsArgs): Promise<TabsResult> {
  const { driving } = page;
  switch (action) {
    case "list":
      break;
    case "open":
      return { ...await open(page, url), tabs: driving.list() };
    case "switch":
      await driving.drive(tab ?? "");
      break;
    case "close":
      await driving.close(tab);
  }
  return { tabs: driving.list() };
}

async function open(page: Page, url: string | undefined): Promise<object> {
  // Refused before there is a tab.
  if (url !== undefined) address(page, url);
  const opened = await page.driving.open();
  if (url === undefined) return {};
  try {
    return await navigate(opened, { url });
  } catch (error) {
    // Nothing is left of a page that is not there.
    if (error instanceof PageError) await opened.driving.close().catch(() => {});
    throw error;
  }
}
