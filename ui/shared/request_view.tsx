/**
 * One request in full: what it was, its headers, its bodies on demand, and where its time went.
 *
 * @module
 */
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Body, HeaderShape, RequestDetail } from "../../http/admin/shapes.ts";
import { Facts } from "./facts.tsx";
import { useFocusHandedOn } from "./focus.ts";
import { bytes, clock, count, counted, duration } from "./format.ts";
import { outcomeOf } from "./network_row.tsx";

const MASK = "•••";

/** What a view of a request needs. */
export interface RequestViewProps {
  /** The request, in full. */
  readonly request: RequestDetail;
  /** Fetches one of its bodies; rejects with the sentence of a refusal. */
  fetchBody(side: Body["side"]): Promise<Body>;
}

/** The request. */
export function RequestView({ request, fetchBody }: RequestViewProps): JSX.Element {
  const { id } = request;
  return (
    <>
      <Facts facts={general(request)} />
      <Headers title="Response headers" headers={request.response_headers} />
      <Headers title="Request headers" headers={request.request_headers} />
      <BodyPart key={`${id}-in`} title="Response body" fetchBody={() => fetchBody("response")} />
      <BodyPart key={`${id}-out`} title="Request body" fetchBody={() => fetchBody("request")} />
      <Timing request={request} />
    </>
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
    ...redirects.map((hop, i) =>
      [`Redirect ${i + 1}`, `${hop.status} ${hop.method ?? method} ${hop.url}`] as const
    ),
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
  { title, fetchBody }: { title: string; fetchBody(): Promise<Body> },
): JSX.Element {
  const [asking, setAsking] = useState(false);
  const [told, setTold] = useState<Body | string | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const ask = async () => {
    if (asking) return;
    setAsking(true);
    setTold(await fetchBody().catch((error) => String(error?.message ?? error)));
    setAsking(false);
  };
  const body = typeof told === "object" ? told : null;
  const text = body?.text ?? null;
  return (
    <section>
      <h3>{title}</h3>
      {text === null && !body?.binary && (
        // One that could not be had now may be there later.
        <FetchButton
          label={`Fetch ${title.toLowerCase()}${told === null ? "" : " again"}`}
          asking={asking}
          ask={() => void ask()}
          next={() => status.current}
        />
      )}
      <p class="quiet" role="status" tabIndex={-1} ref={status}>
        {asking ? "Fetching…" : body === null ? told : aboutBody(body)}
      </p>
      {text !== null && <pre class="block" tabIndex={0}><bdi dir="ltr">{text}</bdi></pre>}
    </section>
  );
}

interface FetchButtonProps {
  readonly label: string;
  readonly asking: boolean;
  ask(): void;
  /** What has the keyboard when the button goes. */
  next(): HTMLElement | null;
}

function FetchButton({ label, asking, ask, next }: FetchButtonProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandedOn(button, next);
  return <button ref={button} type="button" aria-disabled={asking} onClick={ask}>{label}</button>;
}

function aboutBody({ mime, size, binary, truncated, why }: Body): string {
  return [
    mime ?? "no type",
    bytes(size),
    ...(binary ? ["binary: not shown"] : []),
    ...(truncated ? ["only the beginning"] : []),
    ...(why === undefined ? [] : [why]),
  ].join(", ");
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
