/**
 * What is open beside a list: a panel with a heading and a way to close it.
 *
 * @module
 */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useFocusHandedOn } from "../shared/focus.ts";
import { go } from "./route.ts";

/** The panel. */
export function Detail(
  { heading, children }: { heading: string; children: ComponentChildren },
): JSX.Element {
  const title = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => title.current?.focus(), [heading]);
  useFocusHandedOn(panel, () => document.querySelector(".list") ?? document.querySelector(".tab"));
  return (
    <aside ref={panel} class="detail" aria-label={heading}>
      <header class="detail-head">
        <h2 ref={title} tabIndex={-1}>
          <bdi dir="ltr">{heading}</bdi>
        </h2>
        <button type="button" onClick={() => go({ id: null })}>Close</button>
      </header>
      {children}
    </aside>
  );
}
