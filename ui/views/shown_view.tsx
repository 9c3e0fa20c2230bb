/**
 * Draws whatever was asked for.
 *
 * @module
 */
import type { JSX } from "preact";
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
import { call, canCall, refused, type Shown, shown } from "./host.ts";
import { ListView } from "./list_view.tsx";
import { Value } from "./value.tsx";
import { type ViewName, viewOf } from "./view_of.ts";

/** The view. */
export function ShownView(): JSX.Element {
  const now = shown.value;
  const why = refused.value;
  return (
    <main class="view">
      {why !== null && <p class="notice" role="alert">{why}</p>}
      {now === null
        ? why === null && <p class="empty" role="status">Waiting for what is to be shown…</p>
        : (
          <>
            <h1 class="view-title">
              <bdi dir="ltr">{now.uri}</bdi>
            </h1>
            {draw(now)}
          </>
        )}
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
