/**
 * The admin page.
 *
 * @module
 */
import { render } from "preact";

const root = document.getElementById("app");
if (root !== null) render(<h1>pagetap</h1>, root);
