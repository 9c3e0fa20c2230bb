/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const cookies: RowCase = {
  action: "cookies",
  html: `<p>cookies<script>document.cookie = "lang=en; path=/; SameSite=Lax"</script>`,
  args: { action: "list" },
  async check({ cookies }, at) {
    const lang = { name: "lang", value: "•••", domain: "127.0.0.1", path: "/", expires: null };
    const flags = { http_only: false, secure: false, same_site: "lax", size: 6 };
    assertEquals(cookies, [{ ...lang, ...flags }]);
    const value = `value-0f-${at.browser}`;
    const set = await at.call("cookies", { action: "set", name: "sid", value, http_only: true });
    const sid = { ...lang, ...flags, name: "sid", http_only: true, same_site: "default" };
    assertEquals(set.set, { ...sid, size: 3 + value.length });
    const cookie = await at.call("execute_script", { script: `return "said ${value}"` });
    assertEquals(cookie.value, "said •••");
    const cleared = await at.call("cookies", { action: "clear", name: "sid" });
    assertEquals(cleared.cleared, 1);
    assertEquals((await at.call("cookies", { action: "list", domain: "none.test" })).cookies, []);
  },
  bad: [
    { what: "no action", args: {}, status: 400, says: /"action" is required/ },
    {
      what: "an action there is none of",
      args: { action: "eat" },
      status: 400,
      says: /one of list, set, clear/,
    },
    {
      what: "one that is set without a value",
      args: { action: "set", name: "a" },
      status: 400,
      says: /give name and value of what is set/,
    },
    {
      what: "one that is set for every host",
      args: { action: "set", name: "a", value: "b", all: true },
      status: 400,
      says: /all is for list and clear/,
    },
    {
      what: "a value of what is listed",
      args: { action: "list", value: "b", secure: true },
      status: 400,
      says: /value and secure can be given with set only/,
    },
    {
      what: "a domain and all",
      args: { action: "clear", domain: "a.test", all: true },
      status: 400,
      says: /give one of domain and all/,
    },
    {
      what: "a value no cookie has",
      args: { action: "set", name: "a", value: "b;c" },
      status: 400,
      says: /its value must be printable ASCII/,
    },
    {
      what: "a site policy that needs a secure one",
      args: { action: "set", name: "a", value: "b", same_site: "none" },
      status: 400,
      says: /with same_site none it must be secure/,
    },
    {
      what: "a domain that is none",
      args: { action: "set", name: "a", value: "b", domain: "a b" },
      status: 400,
      says: /its domain must be a host's name/,
    },
    {
      what: "no time to last",
      args: { action: "set", name: "a", value: "b", max_age: 0 },
      status: 400,
      says: /an integer from 1 to 34560000/,
    },
  ],
  after: (at) => at.call("cookies", { action: "clear", all: true }),
};
