/**
 * One console entry in full.
 *
 * @module
 */
import type { JSX } from "preact";
import type { EntryDetail } from "../../http/admin/shapes.ts";
import { Facts } from "./facts.tsx";
import { clock, count } from "./format.ts";

/** The entry. */
export function EntryView({ entry }: { entry: EntryDetail }): JSX.Element {
  const { level, type, at, call, text, cut = 0, repeat = 1, stack, args, background } = entry;
  return (
    <>
      <Facts
        facts={[
          ["Level", level],
          ["Type", type],
          ["At", clock(at)],
          [
            "Call",
            call === null ? background ? "none: it comes all the time" : "none" : String(call),
          ],
          ...(repeat > 1 ? [["Repeated", `${count(repeat)} times`] as const] : []),
        ]}
      />
      <h3>Text</h3>
      <pre class="block" tabIndex={0}><bdi dir="ltr">{text}</bdi></pre>
      {cut > 0 && <p class="quiet">{count(cut)} characters more were not kept.</p>}
      {args.length > 0 && (
        <>
          <h3>Arguments</h3>
          <pre class="block" tabIndex={0}><bdi dir="ltr">{JSON.stringify(args, null, 2)}</bdi></pre>
        </>
      )}
      {stack.length > 0 && (
        <>
          <h3>Stack</h3>
          <ol class="stack">
            {stack.map((frame, i) => (
              <li key={i}>
                <bdi dir="ltr">
                  {frame.function === "" ? "(anonymous)" : frame.function} {frame.url}:{frame.line}:
                  {frame.column}
                </bdi>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}
