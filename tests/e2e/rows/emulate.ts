/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const emulate: RowCase = {
  action: "emulate",
  html: `<p>here`,
  args: {
    locale: "de-DE",
    timezone: "Asia/Tokyo",
    geolocation: { latitude: 48.1, longitude: 11.5 },
    user_agent: "Agent/1",
    screen: { width: 400, height: 900 },
    headers: { "x-one": "1", authorization: "Bearer abc12345" },
  },
  check: async ({ emulated }, at) => {
    const shown = {
      locale: "de-DE",
      timezone: "Asia/Tokyo",
      geolocation: { latitude: 48.1, longitude: 11.5 },
      user_agent: "Agent/1",
      screen: { width: 400, height: 900 },
      headers: { "x-one": "•••", authorization: "•••" },
    };
    assertEquals<unknown>(emulated, shown);
    const current = await at.call("read", { uri: "workspace://current" });
    assertEquals<unknown>(current.emulated, shown);
    const script = `const { coords } = await new Promise((...to) =>
        navigator.geolocation.getCurrentPosition(...to));
      return [navigator.language, navigator.userAgent, screen.width, coords.latitude]`;
    const { value } = await at.call("execute_script", { script });
    assertEquals(value, ["de-DE", "Agent/1", 400, 48.1]);
    const secret = await at.call("execute_script", { script: "return 'abc' + '12345'" });
    assertEquals(secret.value, "•••");
  },
  bad: [
    { what: "nothing", args: {}, status: 400, says: /give what is to be emulated, or reset/ },
    {
      what: "no locale",
      args: { locale: "no such!", timezone: "UTC" },
      status: 400,
      says: /Cannot emulate locale "no such!": (chrome|firefox) says .*; nothing was changed/,
    },
    {
      what: "no time zone",
      args: { locale: "fr", timezone: "Nowhere/City" },
      status: 400,
      says: /Cannot emulate timezone "Nowhere\/City": .*; nothing was changed/,
    },
    {
      what: "no place",
      args: { geolocation: { latitude: 91, longitude: 0 } },
      status: 400,
      says: /"geolocation\.latitude" must be a number from -90 to 90/,
    },
    {
      what: "no user agent",
      args: { user_agent: "a\nb" },
      status: 400,
      says: /"user_agent" must be/,
    },
    {
      what: "no name of a header",
      args: { headers: { "x one": "1" } },
      status: 400,
      says: /"x one" is no name of a header/,
    },
    {
      what: "a header in two spellings",
      args: { headers: { "x-one": "1", "X-One": "2" } },
      status: 400,
      says: /"X-One" is given twice/,
    },
    {
      what: "a header of the browser's own",
      args: { headers: { Host: "a.test" } },
      status: 400,
      says: /"Host" is the browser's own/,
    },
    {
      what: "a value that none may have",
      args: { headers: { "x-one": "a\r\nx-two: b" } },
      status: 400,
      says: /the value of the header "x-one" has characters none may have/,
    },
  ],
  after: (at) => at.call("emulate", { reset: true }),
};
