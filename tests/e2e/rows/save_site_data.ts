/** @module */
import { assert, assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const saveSiteData: RowCase = {
  action: "save_site_data",
  html: `<script>localStorage.row = "kept"; sessionStorage.row = "kept"</script>`,
  args: {},
  // What the rows before have left in their browser is kept too.
  volatile: ["cookies", "bytes"],
  check: ({ origins, session_storage, bytes }, { origin }) => {
    assert((origins as string[]).includes(origin), `${origins}`);
    assertEquals(session_storage, origin);
    assert(Number(bytes) > 0);
  },
  bad: [],
};
