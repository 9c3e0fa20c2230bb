/**
 * A field that a secret is put into: looked at first, without the secret, then filled in one go in which the
 * document cannot be changed for another. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";
import type { Step } from "./search.ts";

/** A field that takes a secret. The field itself is handed back. */
export interface SecretField {
  /** The field in words. */
  readonly element: string;
  /** The origin of its document; null where it is opaque or not the document's own (`data:`, `srcdoc`, sandboxed). */
  readonly origin: string | null;
  /** It takes line breaks. */
  readonly lines: boolean;
  /** It shows dots for what is typed. */
  readonly hides: boolean;
}

/** Says whether `element` takes a secret, and touches nothing. Self-contained: it is sent as text. */
export function lookAtField(kit: Kit, element: Element): Step<SecretField> {
  const { dom, finder } = kit;
  const TYPES = ["text", "password", "email", "tel", "url", "search", "number"];
  const field = element instanceof HTMLLabelElement ? element.control ?? element : element;
  const input = field instanceof HTMLInputElement;
  const why = dom.hidden(field);
  if (why) return { refused: why, wait: true };
  if (!(field instanceof HTMLTextAreaElement) && !(input && TYPES.includes(field.type))) {
    return { refused: "secrets go into text inputs and text areas only", wait: false };
  }
  if (field.matches(":disabled")) return { refused: "it is disabled", wait: true };
  if (field.readOnly) return { refused: "it is read-only", wait: true };
  kit.nodes.push(field);
  const web = location.protocol === "http:" || location.protocol === "https:";
  return {
    value: {
      element: finder.show(field),
      origin: web && self.origin === location.origin ? self.origin : null,
      lines: !input,
      hides: input && field.type === "password",
    },
  };
}

/** What {@link fillField} takes. */
export interface FillArgs {
  /** The secret. */
  readonly text: string;
  /** What is there goes. */
  readonly clear: boolean;
  /** The origin that the secret was revealed for. */
  readonly origin: string;
}

/** What became of a field: whether it holds what it should, or why it was not filled. */
export type Filled = { readonly holds: boolean } | { readonly refused: string };

/**
 * Puts text into `field`, unless it or its document is not what it was. Self-contained: it is sent as text.
 *
 * @param insert puts text in place of what is selected
 */
export function fillField(
  kit: Kit,
  field: Element | null,
  args: FillArgs,
  insert: (kit: Kit, node: Element | null, args: { readonly text: string }) => boolean,
): Filled {
  const text = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!text || !field.isConnected || field.ownerDocument !== document) {
    return { refused: "it left the document" };
  }
  if (self.origin !== args.origin || location.origin !== args.origin) {
    return { refused: "its document is no longer what it was" };
  }
  field.focus();
  // Whatever the page does as it is told of the focus, what has it now is what is written to.
  if (kit.dom.focused() !== field) return { refused: "it does not keep the focus" };
  if (field.readOnly || field.matches(":disabled")) return { refused: "it takes no text" };
  kit.dom.keepSecret(field);
  const wanted = args.clear ? args.text : field.value + args.text;
  // Not every kind of field can put its caret behind what is there.
  field.select();
  if (!insert(kit, field, { text: wanted })) return { refused: "it takes no text" };
  return { holds: field.value === wanted };
}
