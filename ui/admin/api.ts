/**
 * The admin API as the page asks it. The token is kept for this tab only.
 *
 * @module
 */
import { type Signal, signal } from "@preact/signals";

const TOKEN = "pagetap-token";

/** What a token is made of; a header takes no other characters, or not as they are. */
const CHARACTERS = /^[\x21-\x7e]+$/;

/** The server refused; the message is its own sentence. */
export class Refused extends Error {
  /** Tells it from a fault. */
  override readonly name = "Refused";
  /** The HTTP status; 0 when the server was not reached. */
  readonly status: number;

  /** Makes one. */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Why another token is asked for, as the server says it; null while none is. */
export const signIn: Signal<string | null> = signal(null);

/** Whether the token that is kept was given since the page came, and let in nowhere yet. */
let untried = false;

/** Keeps a token for this tab; an empty one forgets it. */
export function keepToken(token: string): void {
  if (token === "") sessionStorage.removeItem(TOKEN);
  else sessionStorage.setItem(TOKEN, token);
  untried = token !== "";
  signIn.value = null;
}

/**
 * Asks for another token when a refusal is one of the whole page: its token is none, wrong, or not for this,
 * or was not even looked at because many were wrong. Answers whether it is.
 */
export function shutOut({ status, message }: Refused): boolean {
  const shut = status === 401 || status === 403 || (status === 429 && untried);
  if (shut) signIn.value = message;
  return shut;
}

/** Whether a token is kept. */
export function hasToken(): boolean {
  return sessionStorage.getItem(TOKEN) !== null;
}

/**
 * Asks, and answers with the open response.
 *
 * @throws {Refused} it was not answered with success
 */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = sessionStorage.getItem(TOKEN);
  if (token !== null && !CHARACTERS.test(token)) {
    throw shutting(
      new Refused(401, "This cannot be a token: one is visible ASCII characters without spaces"),
    );
  }
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  const response = await fetch(path, { ...init, headers }).catch((error) => {
    init.signal?.throwIfAborted();
    throw error instanceof TypeError ? new Refused(0, "pagetap cannot be reached") : error;
  });
  if (response.ok) {
    untried = false;
    return response;
  }
  throw shutting(new Refused(response.status, await sentenceOf(response)));
}

/** Asks for another token where this one is none or wrong. */
function shutting(refusal: Refused): Refused {
  if (refusal.status === 401) signIn.value = refusal.message;
  return refusal;
}

/**
 * Asks for JSON.
 *
 * @throws {Refused} it was not answered with success
 */
export async function askJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return await (await ask(path, signal ? { signal } : {})).json();
}

/**
 * Ends the browser of a workspace.
 *
 * @throws {Refused} it cannot be ended
 */
export async function endBrowser(key: string): Promise<void> {
  await ask(`${workspacePath(key)}/end`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
}

/**
 * Saves what a path answers as a file.
 *
 * @throws {Refused} it was not answered with success
 */
export async function download(path: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await (await ask(path)).blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}

/** The path of a workspace in the API. */
export function workspacePath(key: string): string {
  return `/admin/workspaces/${encodeURIComponent(key)}`;
}

async function sentenceOf(response: Response): Promise<string> {
  const body = await response.json().catch(() => null);
  return typeof body?.error === "string" ? body.error : `The server answered ${response.status}`;
}
