/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const resize: RowCase = {
  action: "resize",
  html: `<p>size`,
  args: { preset: "phone" },
  check: async ({ width, height, device_pixel_ratio }, at) => {
    assertEquals([width, height, device_pixel_ratio], [390, 844, 3]);
    const script = "return [innerWidth, innerHeight, devicePixelRatio]";
    assertEquals((await at.call("execute_script", { script })).value, [390, 844, 3]);
  },
  bad: [
    { what: "no size", args: {}, status: 400, says: /give preset, or width and height/ },
    {
      what: "half a size",
      args: { width: 500 },
      status: 400,
      says: /give width and height, or neither/,
    },
    {
      what: "a size and a preset",
      args: { preset: "phone", width: 500, height: 500 },
      status: 400,
      says: /not both/,
    },
    {
      what: "a preset there is none of",
      args: { preset: "watch" },
      status: 400,
      says: /one of phone, tablet, desktop/,
    },
    {
      what: "too small a size",
      args: { width: 1, height: 500 },
      status: 400,
      says: /"width" must be an integer from 100 to 8000/,
    },
    {
      what: "too many pixels",
      args: { width: 8000, height: 8000, device_pixel_ratio: 2 },
      status: 400,
      says: /256 million pixels, and 64 million are the most/,
    },
  ],
  after: (at) => at.call("resize", { preset: "desktop" }),
};
