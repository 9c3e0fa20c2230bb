/**
 * Ends the browser of a workspace.
 *
 * @module
 */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { endBrowser, Refused } from "./api.ts";
import { useFocusHandedOn } from "../shared/focus.ts";

/** The button. Ending a browser cannot be undone, so it is asked for twice. */
export function EndButton({ workspace }: { workspace: string }): JSX.Element {
  const step = useSignal<"idle" | "sure" | "ending">("idle");
  const trouble = useSignal<string | null>(null);
  const box = useRef<HTMLSpanElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  useFocusHandedOn(box, () => document.querySelector("h1"));
  const before = useRef(step.value);
  useEffect(() => {
    // One that is pressed again by mistake keeps the browser.
    if (step.value === "sure") keep.current?.focus();
    if (step.value === "idle" && before.current !== "idle") first.current?.focus();
    before.current = step.value;
  }, [step.value]);
  const end = async () => {
    if (step.value === "ending") return;
    step.value = "ending";
    try {
      await endBrowser(workspace);
      trouble.value = null;
    } catch (error) {
      trouble.value = error instanceof Refused ? error.message : String(error);
    }
    step.value = "idle";
  };
  return (
    <span class="end" ref={box}>
      {step.value === "idle"
        ? (
          <button key="end" ref={first} type="button" onClick={() => step.value = "sure"}>
            End browser
          </button>
        )
        : (
          <button
            key="really"
            type="button"
            class="danger"
            aria-disabled={step.value === "ending"}
            onClick={() => void end()}
          >
            {step.value === "ending" ? "Ending…" : "Really end it"}
          </button>
        )}
      {step.value === "sure" && (
        <button
          ref={keep}
          type="button"
          onClick={() => step.value = "idle"}
        >
          Keep it
        </button>
      )}
      {trouble.value !== null && <span class="notice" role="alert">{trouble.value}</span>}
    </span>
  );
}
