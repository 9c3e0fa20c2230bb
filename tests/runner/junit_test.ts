import { assertEquals } from "@std/assert";
import { readJunit } from "./junit.ts";

const RESULTS = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="5" failures="2" errors="1" time="0.008">
    <testsuite name="./tests/a_test.ts" tests="4" disabled="1" errors="0" failures="2">
        <testcase name="takes &lt;a&gt;" classname="./tests/a_test.ts" time="0.001" line="1" col="6">
        </testcase>
        <testcase name="left out" classname="./tests/a_test.ts" time="0.000" line="4" col="6">
            <skipped/>
        </testcase>
        <testcase name="t" classname="./tests/a_test.ts" time="0.002" line="2" col="6">
            <failure message="1 test step failed">1 test step failed.</failure>
        </testcase>
        <testcase name="t &gt; &quot;s&quot;" classname="./tests/a_test.ts" time="0.001" line="2" col="49">
            <failure message="Uncaught Error: x">Error: &amp;lt; x
    at file:///a_test.ts:2:74</failure>
        </testcase>
    </testsuite>
    <testsuite name="./tests/b_test.ts" tests="1" disabled="0" errors="1" failures="0">
        <testcase name="slow" classname="./tests/b_test.ts" time="0.000" line="2" col="6">
            <error message="Cancelled"/>
        </testcase>
    </testsuite>
</testsuites>
`;

Deno.test("readJunit() tells how each test and each step ended", () => {
  assertEquals(readJunit(RESULTS), [
    { name: "takes <a>", outcome: "passed", said: "" },
    { name: "left out", outcome: "skipped", said: "" },
    { name: "t", outcome: "failed", said: "1 test step failed." },
    {
      name: 't > "s"',

      outcome: "failed",
      said: "Error: &lt; x\n    at file:///a_test.ts:2:74",
    },
    { name: "slow", outcome: "failed", said: "Cancelled" },
  ]);
});

Deno.test("readJunit() finds nothing where nothing was written", () => {
  assertEquals(readJunit(""), []);
});
