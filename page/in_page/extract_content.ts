/**
 * What an element or the document says, bounded where it is read. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";

/** What {@link extractContent} takes. */
export interface ContentArgs {
  /** What is read. */
  readonly format: "text" | "html";
  /** Most characters given. */
  readonly maxChars: number;
}

/** A text, and how many characters of it were left out. */
export interface Content {
  /** The text or the markup, with an ellipsis where it was cut. */
  readonly content: string;
  /** Characters left out at its end. */
  readonly cut: number;
}

/** Reads `element`, or the document. Self-contained: it is sent to the browser as text. */
export function extractContent(
  kit: Kit,
  element: Element | null,
  args: ContentArgs,
): { value: Content } {
  const { dom } = kit;

  /** With the open shadow roots in it as templates, which is how markup says them. */
  const markup = (of: Element): string => {
    const it = dom.own(of);
    const outer = it.outerHTML;
    const shadowRoots = dom.roots().filter((root): root is ShadowRoot =>
      root instanceof ShadowRoot && dom.within(root.host, of)
    );
    if (shadowRoots.length === 0) return outer;
    const inner = it.innerHTML;
    const end = /<\/[^<>]*>$/.exec(outer)?.[0] ?? "";
    // XML has no markup for them, and writes a part in another way than where it is in the whole.
    if (!("getHTML" in it) || !outer.endsWith(inner + end)) {
      return `<!-- shadow roots are left out -->${outer}`;
    }
    const start = outer.slice(0, outer.length - inner.length - end.length);
    return start + it.getHTML({ shadowRoots }) + end;
  };

  const target: Element | null = element ??
    (args.format === "text" ? document.body : null) ?? document.documentElement;
  // A script may have removed even the root.
  if (target === null) return { value: { content: "", cut: 0 } };
  const field = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const whole = args.format === "html"
    ? markup(target)
    : field
    ? dom.secretive(target) ? "" : target.value
    : target instanceof HTMLSelectElement
    ? [...target.selectedOptions].map(({ label }) => label).join("\n")
    : kit.text.read(target);
  const content = dom.cut(whole, args.maxChars).toWellFormed();
  return { value: { content, cut: Math.max(0, whole.length - args.maxChars) } };
}
