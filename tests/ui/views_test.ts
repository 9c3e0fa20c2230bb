import { assert, assertEquals } from "@std/assert";
import { RESOURCE_TEMPLATES, RESOURCES } from "../../http/mcp/resources.ts";
import { VIEW_HTML } from "../../ui/assets.ts";
import { viewOf } from "../../ui/views/view_of.ts";

/** A URI of a template: every parameter filled in. */
function filled(template: string): string {
  return template
    .replace(
      /\{\?([^}]+)\}/,
      (_all, names: string) => `?${names.split(",").map((name) => `${name}=1`).join("&")}`,
    )
    .replace(/\{[^}]+\}/g, "1");
}

for (const { uri } of RESOURCES) {
  Deno.test(`there is a view for ${uri}`, () => assert(viewOf(uri) !== null));
}

for (const { uriTemplate } of RESOURCE_TEMPLATES) {
  Deno.test(`there is a view for ${uriTemplate}`, () => {
    assert(viewOf(filled(uriTemplate)) !== null);
    assert(viewOf(uriTemplate.replace(/\{\?[^}]+\}/, "").replace(/\{[^}]+\}/g, "1")) !== null);
  });
}

Deno.test("viewOf() knows no view for what is none of ours", () => {
  for (const uri of ["", "workspace://", "workspace://nothing", "https://example.com/"]) {
    assertEquals(viewOf(uri), null);
  }
});

Deno.test("the view's document holds its script whole", () => {
  assertEquals(VIEW_HTML.split("<script").length, VIEW_HTML.split("</script>").length);
  assertEquals(VIEW_HTML.match(/<\/script>/g)?.length, 1);
});
