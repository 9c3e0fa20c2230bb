/**
 * `write` of a secret: put into a field at once, as a password manager does, and not by keys. Keys go to
 * whatever has the focus when they arrive, which a frame of somebody else's can take, and they show a page the
 * beginnings of a value, which cannot be masked.
 *
 * @module
 */
import type { SecretRef, WriteArgs } from "./args.ts";
import { callInPage, type PageFunction } from "./evaluate.ts";
import { documentLeft, nodeLeft } from "./explain.ts";
import { finding, onElement } from "./find.ts";
import { insertText } from "./in_page/field.ts";
import { declaration } from "./in_page/kit.ts";
import { isLeaving, watchLeaving } from "./in_page/leaving_watch.ts";
import { type FillArgs, type Filled, fillField, lookAtField } from "./in_page/secret_field.ts";
import { performKeys } from "./input.ts";
import { ENTER, SHIFT } from "./keys.ts";
import { type Page, PageError } from "./page.ts";
import type { WriteResult } from "./write.ts";

const LOOK = finding(lookAtField);
const FILL: PageFunction<FillArgs, Filled> = {
  declaration: declaration(`(kit, node, args) => {
(${watchLeaving})();
return (${fillField})(kit, node, args, ${insertText});
}`),
};
const LEAVING: PageFunction<{ last: boolean }, boolean> = {
  declaration: `async (json) => [JSON.stringify((${isLeaving})(JSON.parse(json)))]`,
};

/** Milliseconds one look at the document may take. */
const LOOK_MS = 1_000;

/**
 * Puts a secret into one field of a document whose origin is among the secret's. Neither the value nor its
 * length is in the result.
 *
 * @throws {PageError} 400 no such field, or it takes no secret, or changed meanwhile; 403 its document has no
 * origin
 * @throws {Error} there is no such secret, or it is not typed there
 */
export async function writeSecret(
  page: Page,
  secret: SecretRef,
  { selector, clear = false, submit = false }: Pick<WriteArgs, "selector" | "clear" | "submit">,
): Promise<WriteResult> {
  const verb = "write a secret to";
  const { value: field, nodes, realm } = await onElement(page, LOOK, selector, null, { verb });
  const { element, origin } = field;
  if (origin === null) {
    throw new PageError(
      403,
      `Cannot ${verb} ${element}: its document has no origin of its own (it is sandboxed, or of srcdoc, ` +
        "data:, blob: or about:blank)",
    );
  }
  const text = await page.workspace.secrets.reveal(secret, origin);
  if (!field.lines && text.includes("\n")) {
    throw new PageError(
      400,
      `Cannot ${verb} ${element}: it is a single line and the secret is not`,
    );
  }
  const [node] = nodes;
  const input = { text, clear, origin };
  const { value: filled } = await callInPage(page, FILL, input, { node, realm }).catch((error) => {
    throw documentLeft(error) || nodeLeft(error)
      ? new PageError(
        400,
        `Cannot ${verb} ${element}: its document was left; look at the page again`,
      )
      : error;
  });
  if ("refused" in filled) {
    throw new PageError(400, `Cannot ${verb} ${element}: ${filled.refused}`);
  }
  const left = await pressAfter(page, realm, submit);
  const notes = [
    ...left === null ? [] : [left],
    ...filled.holds ? [] : ["the field does not hold what was written: the page changed it"],
    ...field.hides ? [] : ["the field shows what was written, and so would a screenshot"],
  ];
  return { element, how: "inserted", ...notes.length > 0 && { note: notes.join("; ") } };
}

/** Presses the key that ends the writing; gives a note when the document was left before that was due. */
async function pressAfter(page: Page, realm: string, submit: boolean): Promise<string | null> {
  if (await leaving(page, realm, submit)) {
    return `the page left for another when it was written to${
      submit ? ", so Enter was not pressed" : ""
    }`;
  }
  // A page that looks at a field when a key goes up hears one; this one does nothing anywhere.
  await performKeys(page, [submit ? ENTER : SHIFT]);
  // What Enter does is what was asked for.
  if (submit || !await leaving(page, realm, true)) return null;
  return "the page left for another when it was written to";
}

/** The document of a realm is gone, or on its way. */
async function leaving(page: Page, realm: string, last: boolean): Promise<boolean> {
  try {
    return (await callInPage(page, LEAVING, { last }, { realm, graceMs: LOOK_MS })).value;
  } catch (error) {
    if (documentLeft(error)) return true;
    if (page.signal.aborted || !(error instanceof PageError)) throw error;
    // Too busy to say.
    return false;
  }
}
