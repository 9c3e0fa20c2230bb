/**
 * The box that asks for the token.
 *
 * @module
 */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { hasToken, keepToken } from "./api.ts";

/** The box; `signedIn` is told when there is a token to try. */
export function SignIn({ why, signedIn }: { why: string; signedIn(): void }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <main class="sign-in">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          keepToken(field.current?.value.trim() ?? "");
          signedIn();
        }}
      >
        <h1>pagetap</h1>
        <label>
          <span>Token</span>
          <input ref={field} type="password" autocomplete="off" required />
        </label>
        <p class="quiet">It needs the scope admin, and is kept for this tab only.</p>
        {hasToken() && <p class="notice" role="alert">{why}</p>}
        <button type="submit">Sign in</button>
      </form>
    </main>
  );
}
