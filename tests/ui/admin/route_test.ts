import { assertEquals } from "@std/assert";
import { hrefOf, parseRoute, type Route } from "../../../ui/admin/route.ts";

const HOME: Route = { key: null, tab: "console", id: null, live: false };

for (
  const [hash, route] of [
    ["", HOME],
    ["#/", HOME],
    ["#/w/", HOME],
    ["#/elsewhere/x", HOME],
    ["#/w/shop", { ...HOME, key: "shop" }],
    ["#/w/shop/console/12", { ...HOME, key: "shop", id: "12" }],
    ["#/w/shop/network?live", { ...HOME, key: "shop", tab: "network", live: true }],
    ["#/w/shop/other/", { ...HOME, key: "shop" }],
    ["#/w/a%2Fb/network/1.2?live", { key: "a/b", tab: "network", id: "1.2", live: true }],
    ["#/w/%E0%A4%A/console", { ...HOME, key: "%E0%A4%A" }],
  ] as const
) {
  Deno.test(`parseRoute() reads ${JSON.stringify(hash)}`, () => {
    assertEquals(parseRoute(hash), route);
  });
}

for (
  const route of [
    HOME,
    { key: "shop", tab: "console", id: null, live: true },
    { key: "a/b?c#d %", tab: "network", id: "3.7", live: false },
    { key: "ü", tab: "network", id: "x?live", live: true },
  ] satisfies Route[]
) {
  Deno.test(`hrefOf() writes ${hrefOf(route)}, which parseRoute() reads`, () => {
    assertEquals(parseRoute(hrefOf(route)), route);
  });
}
