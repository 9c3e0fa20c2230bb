/**
 * One request, beside the list.
 *
 * @module
 */
import type { JSX } from "preact";
import type { Body, RequestDetail } from "../../http/admin/shapes.ts";
import { RequestView } from "../shared/request_view.tsx";
import { askJson, workspacePath } from "./api.ts";
import { Detail } from "./detail.tsx";
import { useFetched } from "./fetched.ts";

/** The request. */
export function RequestPanel({ workspace, id }: { workspace: string; id: string }): JSX.Element {
  const path = `${workspacePath(workspace)}/network/${encodeURIComponent(id)}`;
  const fetched = useFetched<RequestDetail>(path);
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
