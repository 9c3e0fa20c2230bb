/**
 * One workspace: what capture is doing, its two tabs, and what is open beside them.
 *
 * @module
 */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Summary } from "../../http/admin/shapes.ts";
import { counted } from "../shared/format.ts";
import { EndButton } from "./end_button.tsx";
import { EntryPanel } from "./entry_detail.tsx";
import { useFocusWhenLost } from "../shared/focus.ts";
import { captureWords, Pills } from "./pills.tsx";
import { RequestPanel } from "./request_detail.tsx";
import { go, hrefOf, type Route, type TabKind } from "./route.ts";
import { Tab } from "./tab.tsx";

const TABS: readonly (readonly [TabKind, string])[] = [["console", "Console"], [
  "network",
  "Network",
]];

/** The workspace. */
export function Workspace({ summary, at }: { summary: Summary; at: Route }): JSX.Element {
  const { key, page, browser, state, timeouts, calls } = summary;
  const { tab, id, live } = at;
  const words = captureWords(summary);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusWhenLost(heading);
  return (
    <main class="workspace" aria-label={`Workspace ${key}`}>
      <header class="workspace-head">
        <a class="back" href={hrefOf({ ...at, key: null })}>Workspaces</a>
        <h1 ref={heading} tabIndex={-1}>
          <bdi dir="ltr">{key}</bdi>
        </h1>
        <Pills summary={summary} />
        {state === "live" && <EndButton workspace={key} />}
      </header>
      <p class="about">
        {page !== null && <bdi dir="ltr" class="page-title">{page.title ?? page.url}</bdi>}
        <span class="quiet">
          {[
            browser ?? "no browser yet",
            counted(calls, "call"),
            ...(timeouts === null ? [] : [`call timeout ${timeouts.call_timeout} s`]),
            ...(summary.ended === undefined ? [] : [summary.ended]),
          ].join(" · ")}
        </span>
      </p>
      <p class="capture-line">
        <span role="status">{words.state}</span>
        {words.counts}
      </p>
      <nav class="tabs" role="tablist" aria-label="Captured">
        {TABS.map(([kind, label]) => (
          <button
            key={kind}
            type="button"
            role="tab"
            id={`tab-${kind}`}
            aria-selected={kind === tab}
            aria-controls={`panel-${kind}`}
            tabIndex={kind === tab ? 0 : -1}
            onClick={() => go({ tab: kind, id: null })}
            onKeyDown={(event) => {
              if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
              const other = kind === "console" ? "network" : "console";
              go({ tab: other, id: null });
              document.getElementById(`tab-${other}`)?.focus();
            }}
          >
            {label}
          </button>
        ))}
      </nav>
      <div
        class={`panes${id === null ? "" : " with-detail"}`}
        onKeyDown={({ key, target }) => {
          // In a field Escape is the field's own.
          if (key === "Escape" && !(target instanceof HTMLInputElement)) go({ id: null });
        }}
      >
        <Tab key={`${key}-${tab}`} summary={summary} tab={tab} live={live} selected={id} />
        {id !== null && tab === "console" && <EntryPanel summary={summary} seq={id} />}
        {id !== null && tab === "network" && <RequestPanel summary={summary} id={id} />}
      </div>
    </main>
  );
}
