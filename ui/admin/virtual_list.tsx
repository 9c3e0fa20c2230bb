/**
 * A long list of which only what is seen is in the page. Rows have one height; the keyboard moves through
 * them, and a reader is told how many there are.
 *
 * @module
 */
import { type ComponentChildren, type JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useFocusHandedOn } from "../shared/focus.ts";

/** Rows drawn beyond what is seen, on either side. */
const MARGIN = 8;

/** What a list shows. */
export interface VirtualListProps<R> {
  /** What it is a list of, for a reader. */
  readonly label: string;
  /** The rows, first to last. */
  readonly rows: readonly R[];
  /** What tells a row from the others. */
  keyOf(row: R): string;
  /** What the row looks like. */
  render(row: R): ComponentChildren;
  /** How the row is marked, as classes. */
  classOf(row: R): string;
  /** Whether the row is the one that is open. */
  isOpen(row: R): boolean;
  /** The row was chosen, with the pointer or Enter. */
  choose(row: R): void;
}

/** The list. */
export function VirtualList<R>(props: VirtualListProps<R>): JSX.Element {
  const { label, rows, keyOf, render, classOf, isOpen, choose } = props;
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  const [rowHeight, setRowHeight] = useState(30);
  const [active, setActive] = useState<string | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      setHeight(element.clientHeight);
      setRowHeight(parseFloat(getComputedStyle(element).getPropertyValue("--row-height")) || 30);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useFocusHandedOn(box, () => document.querySelector(".tab"));
  const activeAt = rows.findIndex((row) => keyOf(row) === active);
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN);
  const last = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + MARGIN);
  const anchored = useAnchor(box, rows, keyOf, rowHeight, top);
  useEffect(() => {
    if (anchored !== null) setTop(anchored);
  }, [anchored]);

  const move = (to: number) => {
    const at = Math.max(0, Math.min(rows.length - 1, to));
    const row = rows[at];
    const element = box.current;
    if (row === undefined || element === null) return;
    setActive(keyOf(row));
    const y = at * rowHeight;
    if (y < element.scrollTop) element.scrollTop = y;
    if (y + rowHeight > element.scrollTop + height) element.scrollTop = y + rowHeight - height;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: activeAt + 1,
      ArrowUp: activeAt - 1,
      PageDown: activeAt + page,
      PageUp: activeAt - page,
      Home: 0,
      End: rows.length - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) {
      event.preventDefault();
      move(to);
    } else if (event.key === "Enter" || event.key === " ") {
      const row = rows[activeAt];
      if (row === undefined) return;
      event.preventDefault();
      choose(row);
    }
  };

  const shown = rows.slice(first, last);
  return (
    <div
      class="list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      ref={box}
      aria-activedescendant={activeAt >= first && activeAt < last ? idOf(active) : undefined}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div
        class="list-space"
        role="presentation"
        style={{ height: `${rows.length * rowHeight}px` }}
      >
        {shown.map((row, i) => {
          const key = keyOf(row);
          return (
            <div
              key={key}
              id={idOf(key)}
              role="option"
              aria-selected={isOpen(row)}
              aria-setsize={rows.length}
              aria-posinset={first + i + 1}
              class={`row ${classOf(row)}${key === active ? " active" : ""}`}
              style={{ transform: `translateY(${(first + i) * rowHeight}px)` }}
              onClick={() => {
                setActive(key);
                choose(row);
              }}
            >
              {render(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Keeps what is read in its place while rows come in above it; null when nothing has moved. */
function useAnchor<R>(
  box: { readonly current: HTMLDivElement | null },
  rows: readonly R[],
  keyOf: (row: R) => string,
  rowHeight: number,
  top: number,
): number | null {
  const before = useRef<{ key: string; at: number } | null>(null);
  const [moved, setMoved] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const anchor = before.current;
    if (element !== null && anchor !== null && element.scrollTop > 0) {
      const at = rows.findIndex((row) => keyOf(row) === anchor.key);
      if (at >= 0 && at !== anchor.at) {
        element.scrollTop += (at - anchor.at) * rowHeight;
        setMoved(element.scrollTop);
      }
    }
    const at = Math.floor((element?.scrollTop ?? top) / rowHeight);
    const row = rows[at];
    before.current = row === undefined ? null : { key: keyOf(row), at };
  }, [rows, top, rowHeight]);
  return moved;
}

function idOf(key: string | null): string {
  return `row-${key ?? "none"}`;
}
