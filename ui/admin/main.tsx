/**
 * Puts the admin page into its document.
 *
 * @module
 */
import { render } from "preact";
import { App } from "./app.tsx";
import { followAddress } from "./route.ts";

const root = document.getElementById("app");
if (root !== null) {
  followAddress();
  render(<App />, root);
}
