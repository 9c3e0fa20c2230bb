/**
 * One request in full: what it was, its headers, its bodies on demand, and where its time went.
 *
 * @module
 */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Body, HeaderShape, RequestDetail } from "../../http/admin/shapes.ts";
import { bytes, clock, count, counted, duration } from "../shared/format.ts";
import { workspacePath } from "./api.ts";
import { Detail, Facts } from "./detail.tsx";
import { useFetched } from "./fetched.ts";
import { outcomeOf } from "./network_row.tsx";

const MASK = "•••";

/** The request. */
export function RequestPanel({ workspace, id }: { workspace: string; id: string }): JSX.Element {
  const path = `${workspacePath(workspace)}/network/${encodeURIComponent(id)}`;
  const fetched = useFetched<RequestDetail>(path);
  if (fetched.state !== "there") {
    return (
      <Detail heading={`Request ${id}`}>
        <p role="status">{fetched.state === "loading" ? "Loading…" : fetched.message}</p>
      </Detail>
    );
  }
  const request = fetched.value;
  return (
    <Detail heading={`${request.method} ${id}`}>
      <Facts facts={general(request)} />
      <Headers title="Response headers" headers={request.response_headers} />
      <Headers title="Request headers" headers={request.request_headers} />
      <BodyPart path={path} side="response" title="Response body" key={`${id}-response`} />
      <BodyPart path={path} side="request" title="Request body" key={`${id}-request`} />
      <Timing request={request} />
    </Detail>
  );
}

function general(request: RequestDetail): (readonly [string, string])[] {
  const { url, method, status_text, type, mime, size, took_ms, at, call, error, initiator } =
    request;
  const { redirects = [], from_cache, cut = 0 } = request;
  return [
    ["URL", cut > 0 ? `${url}… (${count(cut)} characters more)` : url],
    ["Method", method],
    ["Outcome", [outcomeOf(request), status_text ?? ""].join(" ").trim()],
    ...(error === null ? [] : [["Error", error] as const]),
    ["Type", [type, mime ?? ""].filter((word) => word !== "").join(", ")],
    ["Size", from_cache ? `${bytes(size)}, from a cache` : bytes(size)],
    ["Took", duration(took_ms)],
    ["At", clock(at)],
    ["Call", call === null ? "none" : String(call)],
    ...(initiator === null ? [] : [["Initiator", initiatorWords(initiator)] as const]),
    ...redirects.map(({ url, status }, i) => [`Redirect ${i + 1}`, `${status} ${url}`] as const),
  ];
}

function initiatorWords({ type, url, line }: NonNullable<RequestDetail["initiator"]>): string {
  const place = url === null ? "" : line === null ? url : `${url}:${line}`;
  return [type, place].filter((word) => word !== "").join(" ");
}

function Headers(
  { title, headers }: { title: string; headers: readonly HeaderShape[] },
): JSX.Element {
  const masked = headers.filter(({ value }) => value.includes(MASK)).length;
  return (
    <section>
      <h3>
        {title}{" "}
        <span class="quiet">
          {counted(headers.length, "header")}
          {masked > 0 && `, ${count(masked)} masked`}
        </span>
      </h3>
      {headers.length > 0 && (
        <Facts facts={headers.map(({ name, value }) => [name, value] as const)} />
      )}
    </section>
  );
}

/** A body is asked for only when somebody wants it: it comes from the browser. */
function BodyPart(
  { path, side, title }: { path: string; side: Body["side"]; title: string },
): JSX.Element {
  const [wanted, setWanted] = useState(false);
  const fetched = useFetched<Body>(wanted ? `${path}/body?side=${side}` : null);
  return (
    <section>
      <h3>{title}</h3>
      {!wanted && (
        <button type="button" onClick={() => setWanted(true)}>Fetch {title.toLowerCase()}</button>
      )}
      {wanted && fetched.state === "loading" && <p role="status">Fetching…</p>}
      {wanted && fetched.state === "refused" && <p role="status">{fetched.message}</p>}
      {wanted && fetched.state === "there" && <BodyText body={fetched.value} />}
    </section>
  );
}

function BodyText({ body }: { body: Body }): JSX.Element {
  const { text, mime, size, binary, truncated, why } = body;
  const about = [
    mime ?? "no type",
    bytes(size),
    ...(binary ? ["binary: not shown"] : []),
    ...(truncated ? ["only the beginning"] : []),
    ...(why === undefined ? [] : [why]),
  ].join(", ");
  return (
    <>
      <p class="quiet" role="status">{about}</p>
      {text !== null && <pre class="block" tabIndex={0}><bdi dir="ltr">{text}</bdi></pre>}
    </>
  );
}

const PARTS = [
  ["dns", "DNS"],
  ["connect", "Connect"],
  ["tls", "TLS"],
  ["wait", "Wait"],
  ["receive", "Receive"],
] as const;

function Timing({ request: { timing, took_ms } }: { request: RequestDetail }): JSX.Element {
  if (timing === null) {
    return (
      <section>
        <h3>Timing</h3>
        <p class="quiet">The browser did not say where the time went.</p>
      </section>
    );
  }
  const parts = PARTS.map(([part, label]) => ({ label, ms: timing[part] }));
  const most = Math.max(1, took_ms ?? 0, ...parts.map(({ ms }) => ms ?? 0));
  return (
    <section>
      <h3>Timing</h3>
      <dl class="timing">
        {parts.map(({ label, ms }) => (
          <div key={label} class="fact">
            <dt>{label}</dt>
            <dd>
              <span class="bar" style={{ width: `${Math.round(100 * (ms ?? 0) / most)}%` }} />
              <span class="bar-label">{ms === null ? "did not happen" : duration(ms)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
