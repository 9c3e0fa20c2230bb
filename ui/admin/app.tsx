/**
 * The whole page.
 *
 * @module
 */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { signIn } from "./api.ts";
import { WorkspaceList } from "./list.tsx";
import { route } from "./route.ts";
import { SignIn } from "./sign_in.tsx";
import { Workspace } from "./workspace.tsx";
import { followWorkspaces, trouble, workspaces } from "./workspaces.ts";

/** The page. */
export function App(): JSX.Element {
  const tries = useSignal(0);
  useEffect(() => {
    const abort = new AbortController();
    void followWorkspaces(abort.signal);
    return () => abort.abort();
  }, [tries.value]);
  const why = signIn.value;
  if (why !== null) return <SignIn why={why} signedIn={() => tries.value++} />;
  const at = route.value;
  const list = workspaces.value;
  if (list === null) {
    return <main class="empty" role="status">{trouble.value ?? "Loading…"}</main>;
  }
  const summary = at.key === null ? undefined : list.get(at.key);
  return (
    <>
      {trouble.value !== null && <p class="notice" role="alert">{trouble.value}</p>}
      {summary !== undefined ? <Workspace key={summary.key} summary={summary} at={at} /> : (
        <>
          {at.key !== null && <p class="notice" role="alert">There is no workspace {at.key}.</p>}
          <WorkspaceList list={[...list.values()]} />
        </>
      )}
    </>
  );
}
