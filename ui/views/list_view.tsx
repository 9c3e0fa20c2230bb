/**
 * A list of console entries or of requests.
 *
 * @module
 */
import type { JSX } from "preact";
import type { CaptureOff, ConsoleList, NetworkList } from "../../http/admin/shapes.ts";
import { ConsoleRow } from "../shared/console_row.tsx";
import { count, counted } from "../shared/format.ts";
import { NetworkRow, toneOf } from "../shared/network_row.tsx";
import { canCall, place } from "./host.ts";

/** The list. */
export function ListView({ list }: { list: ConsoleList | NetworkList | CaptureOff }): JSX.Element {
  if (!list.capture) return <p class="empty">Capture is off. Turn it on with {list.how}.</p>;
  const { note, more, dropped } = list;
  const isConsole = "entries" in list;
  const things = isConsole
    ? counted(list.count, "entry", "entries")
    : counted(list.count, "request");
  const notKept = isConsole
    ? `${count(list.not_kept.debug)} debug not kept`
    : `${count(list.not_kept.static)} static not kept`;
  return (
    <>
      {note !== undefined && <p class="empty">{note}</p>}
      <ul class="plain-rows">
        {isConsole
          ? list.entries.map((entry) => (
            <Item
              key={entry.seq}
              look={`entry-${entry.level}`}
              uri={`workspace://console/${entry.seq}`}
            >
              <ConsoleRow entry={entry} />
            </Item>
          ))
          : list.requests.map((request) => (
            <Item
              key={request.id}
              look={`request-${toneOf(request)}`}
              uri={`workspace://network/${request.id}`}
            >
              <NetworkRow request={request} />
            </Item>
          ))}
      </ul>
      <footer class="foot">
        {[
          things,
          ...(more ? ["there are more"] : []),
          notKept,
          ...(dropped > 0 ? [`${count(dropped)} dropped`] : []),
        ].join(" · ")}
      </footer>
    </>
  );
}

interface ItemProps {
  readonly look: string;
  readonly uri: string;
  readonly children: JSX.Element;
}

function Item({ look, uri, children }: ItemProps): JSX.Element {
  return (
    <li class={`plain-row ${look}`}>
      {canCall()
        ? (
          <button
            type="button"
            class="row-button"
            onClick={() => void place.open(uri)}
          >
            {children}
          </button>
        )
        : <div class="row-button">{children}</div>}
    </li>
  );
}
