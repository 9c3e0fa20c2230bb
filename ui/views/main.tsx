/**
 * Puts the view into its document, and connects it to the host that shows it.
 *
 * @module
 */
import { render } from "preact";
import { connect, place } from "./host.ts";
import { ShownView } from "./shown_view.tsx";

const root = document.getElementById("app");
if (root !== null) {
  render(<ShownView />, root);
  connect().catch((error) => {
    place.fail(`The client did not answer: ${error instanceof Error ? error.message : error}`);
  });
}
