/**
 * One request, beside the list.
 *
 * @module
 */
import type { JSX } from "preact";
import type { Body, RequestDetail, Summary } from "../../http/admin/shapes.ts";
import { RequestView } from "../shared/request_view.tsx";
import { askJson, workspacePath } from "./api.ts";
import { Detail } from "./detail.tsx";
import { useFetched } from "./fetched.ts";

/** The request; asked for again when its workspace has changed, until it is at its end. */
export function RequestPanel({ summary, id }: { summary: Summary; id: string }): JSX.Element {
  const path = `${workspacePath(summary.key)}/network/${encodeURIComponent(id)}`;
  const mayChange = ({ state }: RequestDetail) => state === "pending";
  const fetched = useFetched({ path, mayChange }, summary);
  return (
    <Detail heading={`Request ${id}`}>
      {fetched.state === "there"
        ? (
          <RequestView
            request={fetched.value}
            fetchBody={(side) => askJson<Body>(`${path}/body?side=${side}`)}
          />
        )
        : <p role="status">{fetched.state === "loading" ? "Loading…" : fetched.message}</p>}
    </Detail>
  );
}
