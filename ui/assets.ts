/**
 * What is served of the user interface: its files as text, so that they are in the bundle and the binary. The
 * scripts are built by `deno task ui`.
 *
 * @module
 */
import adminCss from "./admin/admin.css" with { type: "text" };
import adminHtml from "./admin/index.html" with { type: "text" };
import adminJs from "./dist/admin.js" with { type: "text" };
import viewsJs from "./dist/views.js" with { type: "text" };
import sharedCss from "./shared/shared.css" with { type: "text" };
import viewsCss from "./views/views.css" with { type: "text" };

/** A file that is served. */
export interface Asset {
  /** Its media type. */
  readonly type: string;
  /** What is in it. */
  readonly text: string;
}

/** The admin page's files, by path. */
export const ADMIN_ASSETS: ReadonlyMap<string, Asset> = new Map([
  ["/admin", { type: "text/html; charset=utf-8", text: adminHtml }],
  ["/admin/admin.css", { type: "text/css; charset=utf-8", text: sharedCss + adminCss }],
  ["/admin/admin.js", { type: "text/javascript; charset=utf-8", text: adminJs }],
]);

/** The view that an MCP client draws: one document with all it needs, since its frame may fetch nothing. */
export const VIEW_HTML: string = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>pagetap</title>
<style>${sharedCss}${viewsCss}</style>
</head>
<body>
<div id="app"></div>
<script type="module">${viewsJs.replaceAll("</script", "<\\/script")}</script>
</body>
</html>
`;
