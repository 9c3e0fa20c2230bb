/**
 * One workspace: what capture is doing, its two tabs, and what is open beside them.
 *
 * @module
 */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Summary } from "../../http/admin/shapes.ts";
import { counted } from "../shared/format.ts";
import { endBrowser, Refused } from "./api.ts";
import { EntryPanel } from "./entry_detail.tsx";
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
  return (
    <main class="workspace" aria-label={`Workspace ${key}`}>
      <header class="workspace-head">
        <a class="back" href={hrefOf({ ...at, key: null })}>Workspaces</a>
        <h1>
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
      <p class="capture-line" role="status">{captureWords(summary)}</p>
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
      <div class={`panes${id === null ? "" : " with-detail"}`}>
        <Tab key={`${key}-${tab}-${live}`} summary={summary} tab={tab} live={live} selected={id} />
        {id !== null && tab === "console" && <EntryPanel workspace={key} seq={id} />}
        {id !== null && tab === "network" && <RequestPanel workspace={key} id={id} />}
      </div>
    </main>
  );
}

/** Ending a browser cannot be undone, so it is asked for twice. */
function EndButton({ workspace }: { workspace: string }): JSX.Element {
  const step = useSignal<"idle" | "sure" | "ending">("idle");
  const trouble = useSignal<string | null>(null);
  const end = async () => {
    step.value = "ending";
    try {
      await endBrowser(workspace);
      trouble.value = null;
    } catch (error) {
      trouble.value = error instanceof Refused ? error.message : String(error);
    }
    step.value = "idle";
  };
  return (
    <span class="end">
      {step.value === "idle" && (
        <button type="button" onClick={() => step.value = "sure"}>End browser</button>
      )}
      {step.value !== "idle" && (
        <>
          <button
            type="button"
            class="danger"
            disabled={step.value === "ending"}
            onClick={() => void end()}
          >
            {step.value === "ending" ? "Ending…" : "Really end it"}
          </button>
          {step.value === "sure" && (
            <button type="button" onClick={() => step.value = "idle"}>Keep it</button>
          )}
        </>
      )}
      {trouble.value !== null && <span class="notice" role="alert">{trouble.value}</span>}
    </span>
  );
}
