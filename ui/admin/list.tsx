/**
 * The list of workspaces.
 *
 * @module
 */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Summary } from "../../http/admin/shapes.ts";
import { useFocusWhenLost } from "../shared/focus.ts";
import { captureWords, Pills } from "./pills.tsx";
import { hrefOf } from "./route.ts";

/** What the list shows and does. */
export interface WorkspaceListProps {
  /** The workspaces, in the order they are shown. */
  readonly list: readonly Summary[];
  /** Forgets the token; null where there is none. */
  readonly signOut: (() => void) | null;
}

/** The list. */
export function WorkspaceList({ list, signOut }: WorkspaceListProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusWhenLost(heading);
  return (
    <main class="workspaces">
      <header class="workspaces-head">
        <h1 ref={heading} tabIndex={-1}>Workspaces</h1>
        {signOut !== null && <button type="button" onClick={signOut}>Sign out</button>}
      </header>
      {list.length === 0 && (
        <p class="empty">
          There are none yet. One begins with the first open_session in it.
        </p>
      )}
      <ul class="cards">
        {list.map((summary) => {
          const { key, page, browser } = summary;
          const { state, counts } = captureWords(summary);
          const href = hrefOf({ key, tab: "console", id: null, live: false });
          return (
            <li key={key} class="card">
              <a class="card-link" href={href}>
                <bdi dir="ltr">{key}</bdi>
              </a>
              <Pills summary={summary} />
              <p class="card-page">
                <span class="quiet">{browser ?? ""}</span>{" "}
                {page !== null && (
                  <bdi dir="ltr">{page.title ? `${page.title} – ` : ""}{page.url}</bdi>
                )}
              </p>
              <p class="quiet card-capture">{state}{counts}</p>
            </li>
          );
        })}
      </ul>
    </main>
  );
}
