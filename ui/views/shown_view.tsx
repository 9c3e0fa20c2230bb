/**
 * Draws whatever was asked for.
 *
 * @module
 */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type {
  Body,
  CaptureOff,
  ConsoleList,
  EntryDetail,
  NetworkList,
  RequestDetail,
} from "../../http/admin/shapes.ts";
import { EntryView } from "../shared/entry_view.tsx";
import { RequestView } from "../shared/request_view.tsx";
import { call, canCall, place } from "./host.ts";
import { ListView } from "./list_view.tsx";
import type { Shown } from "./place.ts";
import { Value } from "./value.tsx";
import { type ViewName, viewOf } from "./view_of.ts";

/** The view. */
export function ShownView(): JSX.Element {
  const { shown, before, loading, trouble, turns } = place.state.value;
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // What had the keyboard went with what was drawn before.
    if (turns > 0) title.current?.focus();
  }, [turns]);
  const waiting = shown === null && trouble === null;
  return (
    <main class="view">
      {trouble !== null && <p class="notice" role="alert">{trouble}</p>}
      <header class="view-head">
        {before !== null && <button type="button" onClick={() => place.back()}>Back</button>}
        {shown !== null && (
          <h1 class="view-title" ref={title} tabIndex={-1}>
            <bdi dir="ltr">{shown.uri}</bdi>
          </h1>
        )}
        <p class="quiet view-status" role="status">
          {loading ? "Loading…" : waiting ? "Waiting for what is to be shown…" : ""}
        </p>
      </header>
      {shown !== null && draw(shown)}
    </main>
  );
}

/** Each view, by its name. */
const DRAWN: { readonly [N in ViewName]: (value: Shown["value"]) => JSX.Element } = {
  current: (value) => <Value value={value} />,
  facts: (value) => <Value value={value} />,
  console: (value) => <ListView list={as<ConsoleList | CaptureOff>(value)} />,
  network: (value) => <ListView list={as<NetworkList | CaptureOff>(value)} />,
  entry: (value) => <EntryView entry={as<EntryDetail>(value)} />,
  request: (value) => (
    <RequestView
      request={as<RequestDetail>(value)}
      fetchBody={(side) =>
        canCall() ? call<Body>("network_body", { id: value.id, side }) : Promise.reject(
          new Error("This client does not let views call tools: ask for network_body"),
        )}
    />
  ),
  document: ({ text }) => <pre class="block" tabIndex={0}>{String(text)}</pre>,
};

function draw({ uri, value: { uri: _uri, ...value } }: Shown): JSX.Element {
  const name = viewOf(uri);
  // What is off, or of no kind known here, is still shown.
  const off = value.capture === false && name !== "current";
  if (off) return <ListView list={as<CaptureOff>(value)} />;
  return name === null ? <Value value={value} /> : DRAWN[name](value);
}

function as<T>(value: unknown): T {
  return value as T;
}
