/**
 * What is open beside a list: a panel with a heading and a way to close it.
 *
 * @module
 */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { go } from "./route.ts";

/** The panel. */
export function Detail(
  { heading, children }: { heading: string; children: ComponentChildren },
): JSX.Element {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [heading]);
  return (
    <aside
      class="detail"
      aria-label={heading}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <header class="detail-head">
        <h2 ref={title} tabIndex={-1}>
          <bdi dir="ltr">{heading}</bdi>
        </h2>
        <button type="button" onClick={close}>Close</button>
      </header>
      {children}
    </aside>
  );
}

/** Back to the list, and to where the keyboard was. */
function close(): void {
  go({ id: null });
  document.querySelector<HTMLElement>(".list")?.focus();
}
