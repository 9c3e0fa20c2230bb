/**
 * The whole page.
 *
 * @module
 */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { hasToken, keepToken, signIn } from "./api.ts";
import { WorkspaceList } from "./list.tsx";
import { route } from "./route.ts";
import { SignIn } from "./sign_in.tsx";
import { Workspace } from "./workspace.tsx";
import { followWorkspaces, forgetWorkspaces, trouble, workspaces } from "./workspaces.ts";

/** The page. */
export function App(): JSX.Element {
  const tries = useSignal(0);
  const why = signIn.value;
  useEffect(() => {
    // What was refused would be refused again, and counted, for as long as the box is there.
    if (why !== null) return;
    const abort = new AbortController();
    void followWorkspaces(abort.signal);
    return () => abort.abort();
  }, [tries.value, why === null]);
  const begin = () => {
    forgetWorkspaces();
    tries.value++;
  };
  const signOut = () => {
    keepToken("");
    begin();
  };
  if (why !== null) return <SignIn why={why} signedIn={begin} />;
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
          <WorkspaceList list={[...list.values()]} signOut={hasToken() ? signOut : null} />
        </>
      )}
    </>
  );
}
