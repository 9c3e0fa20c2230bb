/** The names of what can be read of a workspace: URIs, their templates, and links to them. @module */

/** The workspace itself. */
export const CURRENT_URI = "workspace://current";

/** The console's entries. */
export const CONSOLE_URI = "workspace://console";

/** The requests. */
export const NETWORK_URI = "workspace://network";

/** The console's entries, chosen; any subset of the parameters, in any order. */
export const CONSOLE_TEMPLATE =
  "workspace://console{?level,pages,text,call,limit,before,after}" as const;

/** One console entry. */
export const ENTRY_TEMPLATE = "workspace://console/{seq}" as const;

/** The requests, chosen; any subset of the parameters, in any order. */
export const NETWORK_TEMPLATE =
  "workspace://network{?filter,pages,url,method,status,call,limit,before,after}" as const;

/** One request. */
export const REQUEST_TEMPLATE = "workspace://network/{id}" as const;

/** The files that are kept. */
export const FILES_URI = "workspace://files";

/** One file. */
export const FILE_TEMPLATE = "workspace://files/{name}" as const;

/** What is kept of sites for the next session. */
export const SITE_DATA_URI = "workspace://site-data";

/** Where the errors that the call caused are listed. */
export function consoleSee(call: number): string {
  return `${CONSOLE_URI}?level=error&call=${call}`;
}

/** Where the requests that the call made and that failed are listed. */
export function networkSee(call: number): string {
  return `${NETWORK_URI}?filter=failed&call=${call}`;
}

/** Where the request of this id is shown in full. */
export function requestUri(id: string): string {
  return `${NETWORK_URI}/${encodeURIComponent(id)}`;
}

/** Where the entry of this number is shown in full. */
export function entryUri(seq: number): string {
  return `${CONSOLE_URI}/${seq}`;
}

/** Where the file of this name is described. */
export function fileUri(name: string): string {
  return `${FILES_URI}/${encodeURIComponent(name)}`;
}
