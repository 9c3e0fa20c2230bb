/**
 * One tab of a workspace: its toolbar, its rows, and a line on what is not shown.
 *
 * @module
 */
import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Summary } from "../../http/admin/shapes.ts";
import { download, Refused, workspacePath } from "./api.ts";
import { ConsoleRow } from "../shared/console_row.tsx";
import { chipsOf, hasText } from "./filters.ts";
import { footerOf } from "./footer.ts";
import { NetworkRow, toneOf } from "../shared/network_row.tsx";
import { go, type TabKind } from "./route.ts";
import { type AnyRow, CapturedRows, LiveRows, type RowsState } from "./rows.ts";
import { Toolbar } from "./toolbar.tsx";
import { VirtualList } from "./virtual_list.tsx";

/** What a tab is of. */
export interface TabProps {
  /** The workspace, as it is now. */
  readonly summary: Summary;
  /** Which tab it is. */
  readonly tab: TabKind;
  /** Whether it shows the live tail. */
  readonly live: boolean;
  /** What is open beside it; null for nothing. */
  readonly selected: string | null;
}

/** The tab. */
export function Tab({ summary, tab, live, selected }: TabProps): JSX.Element {
  const { key } = summary;
  const pages = useSignal(1);
  const chip = useSignal("all");
  const text = useSignal("");
  const said = useSignal<string | null>(null);
  // What was cleared and paused is of one source, and goes with it.
  const { source, clearedAt, frozen } = useMemo(() => {
    const options = { key, tab, pages: pages.value };
    return {
      source: live ? new LiveRows(options) : new CapturedRows(options),
      clearedAt: signal(0),
      frozen: signal<RowsState | null>(null),
    };
  }, [key, tab, live, pages.value]);
  useEffect(() => () => source.close(), [source]);
  // The list of workspaces is told of every change: that is when there may be something new.
  useEffect(() => {
    if (source instanceof CapturedRows) void source.refresh();
  }, [source, summary]);

  const state = frozen.value ?? source.state.value;
  const uncleared = state.rows.filter(({ seq }) => live || seq > clearedAt.value);
  const present = uncleared.filter((row) => hasText(row, text.value));
  const chips = chipsOf(tab).map((each) => ({ ...each, count: present.filter(each.shows).length }));
  const chosen = chips.find(({ id }) => id === chip.value);
  const rows = chosen === undefined ? present : present.filter(chosen.shows);
  const saving = tab === "console"
    ? { path: "console.jsonl", name: `${key}.jsonl`, label: "Save JSON lines" }
    : { path: "har", name: `${key}.har`, label: "Save HAR" };
  const save = () => {
    said.value = null;
    download(`${workspacePath(key)}/${saving.path}`, saving.name).catch((error) =>
      said.value = error instanceof Refused ? error.message : String(error)
    );
  };

  return (
    <section
      class="tab"
      role="tabpanel"
      id={`panel-${tab}`}
      aria-labelledby={`tab-${tab}`}
      tabIndex={-1}
    >
      <Toolbar
        chips={chips}
        chip={chip.value}
        chooseChip={(id) => chip.value = id}
        text={text.value}
        changeText={(value) => text.value = value}
        pages={pages.value}
        changePages={(value) => pages.value = value}
        clear={() => {
          clearedAt.value = Math.max(0, ...state.rows.map(({ seq }) => seq));
          if (source instanceof LiveRows) source.clear();
          if (frozen.value !== null) frozen.value = source.state.value;
        }}
        live={live}
        paused={frozen.value !== null}
        pause={(paused) => frozen.value = paused ? source.state.value : null}
        save={summary.capture && !live ? save : null}
        saves={saving.label}
      />
      {said.value !== null && <p class="notice" role="alert">{said.value}</p>}
      {state.trouble !== null && <p class="notice" role="alert">{state.trouble}</p>}
      {rows.length > 0
        ? (
          <VirtualList<AnyRow>
            label={tab === "console" ? "Console" : "Requests"}
            rows={rows}
            keyOf={keyOf}
            render={(row) =>
              "text" in row ? <ConsoleRow entry={row} /> : <NetworkRow request={row} />}
            classOf={classOf}
            isOpen={(row) => row.kept !== false && idOf(row) === selected}
            choose={(row) => row.kept !== false && go({ id: idOf(row) })}
          />
        )
        : (
          <p class="empty">
            {emptyWords({ state, summary, live, filtered: uncleared.length > 0 })}
          </p>
        )}
      <footer class="foot" aria-live="off">
        {footerOf({ tab, live, state, shown: rows.length })}
      </footer>
    </section>
  );
}

let told = 0;
const keys = new WeakMap<AnyRow, string>();

/** What tells a row from the others; of lines in the tail several may have one number, or none. */
function keyOf(row: AnyRow): string {
  if (!("text" in row)) return row.id;
  if (row.kept === undefined) return String(row.seq);
  const key = keys.get(row) ?? `told-${++told}`;
  keys.set(row, key);
  return key;
}

function idOf(row: AnyRow): string {
  return "text" in row ? String(row.seq) : row.id;
}

function classOf(row: AnyRow): string {
  if ("text" in row) return `entry entry-${row.level}`;
  return `request request-${toneOf(row)}`;
}

interface Nothing {
  readonly state: RowsState;
  readonly summary: Summary;
  readonly live: boolean;
  /** There are rows, and none of them passes the filter. */
  readonly filtered: boolean;
}

/** What it means that there is nothing. */
function emptyWords({ state, summary, live, filtered }: Nothing): string {
  const { head, rows, open, seen } = state;
  const { capture, how = "" } = summary;
  if (!capture) return `Capture is off. Turn it on with ${how}.`;
  if (filtered) return "Nothing matches the filter.";
  if (rows.length > 0 || (live && seen > 0)) return "Cleared. What comes next is shown here.";
  if (live) return open ? "Listening: nothing yet." : "Connecting…";
  if (head === null) return "Loading…";
  return head.capture ? head.note ?? "Nothing." : `Capture is off. Turn it on with ${head.how}.`;
}
