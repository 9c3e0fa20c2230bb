/** What masking costs on the hot path: `deno bench tests/capture/masker_bench.ts`. */
import { Masker } from "../../capture/masker.ts";

const masker = new Masker();
for (let n = 0; n < 10; n++) {
  masker.learnHeaders([
    { name: "authorization", value: `Bearer ${crypto.randomUUID()}` },
    { name: "cookie", value: `session=${crypto.randomUUID().replaceAll("-", "")}` },
  ]);
}

const line =
  "[app] rendered 42 rows in 17.3 ms (cache hit ratio 0.93), waiting for the next animation frame now";
const stack =
  "TypeError: Cannot read properties of undefined (reading 'id')\n    at load (https://example.org/assets/app.js:10:5)";
const url = "https://example.org/assets/images/products/1024/large.webp";
const query = "https://example.org/search?q=shoes&page=2&sort=price&lang=en#results";
const secret = "https://example.org/cb?code=abc123&state=xyz&access_token=abcdef0123456789";
const cookies = Array.from({ length: 10 }, (_, n) => `name${n}=value-number-${n}`).join("; ");
const json = JSON.stringify(
  Array.from(
    { length: 200 },
    (_, id) => ({ id, name: `Item ${id}`, price: id * 1.5, tags: ["a", "b"] }),
  ),
);

Deno.bench("text: an ordinary line of 100 characters", { group: "text", baseline: true }, () => {
  masker.text(line);
});
Deno.bench("text: an error with a stack frame", { group: "text" }, () => {
  masker.text(stack);
});
Deno.bench("url: nothing to mask", { group: "url", baseline: true }, () => {
  masker.url(url);
});
Deno.bench("url: an ordinary query", { group: "url" }, () => {
  masker.url(query);
});
Deno.bench("url: three members to mask", { group: "url" }, () => {
  masker.url(secret);
});
Deno.bench("header: an ordinary value", { group: "header", baseline: true }, () => {
  masker.header("content-type", "text/html; charset=utf-8");
});
Deno.bench("header: ten cookies", { group: "header" }, () => {
  masker.header("cookie", cookies);
});
Deno.bench("learnHeaders: ten cookies known already", { group: "header" }, () => {
  masker.learnHeaders([{ name: "cookie", value: cookies }]);
});
Deno.bench("body: JSON.parse alone", { group: "body", baseline: true }, () => {
  JSON.parse(json);
});
Deno.bench("body: the same JSON masked", { group: "body" }, () => {
  masker.body(json, "application/json");
});
