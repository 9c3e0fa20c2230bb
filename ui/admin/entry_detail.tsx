/**
 * One console entry, beside the list.
 *
 * @module
 */
import type { JSX } from "preact";
import type { EntryDetail, Summary } from "../../http/admin/shapes.ts";
import { EntryView } from "../shared/entry_view.tsx";
import { workspacePath } from "./api.ts";
import { Detail } from "./detail.tsx";
import { useFetched } from "./fetched.ts";

/** The entry. */
export function EntryPanel({ summary, seq }: { summary: Summary; seq: string }): JSX.Element {
  const path = `${workspacePath(summary.key)}/console/${encodeURIComponent(seq)}`;
  const fetched = useFetched<EntryDetail>({ path, mayChange: () => false }, summary);
  return (
    <Detail heading={`Entry ${seq}`}>
      {fetched.state === "there"
        ? <EntryView entry={fetched.value} />
        : <p role="status">{fetched.state === "loading" ? "Loading…" : fetched.message}</p>}
    </Detail>
  );
}
