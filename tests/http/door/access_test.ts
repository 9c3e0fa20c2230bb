import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import {
  type Access,
  EVERYTHING,
  permit,
  permitWorkspace,
  reaches,
  type Scope,
  SCOPES,
} from "../../../http/door/access.ts";
import { HttpError } from "../../../http/problem.ts";

function access(scopes: Scope[], workspaces: string[] = ["*"]): Access {
  const revoked = new AbortController().signal;
  return { name: "ci", scopes: new Set(scopes), workspaces, revoked };
}

Deno.test("permit() lets everything be done by whoever needs no token", () => {
  permit(EVERYTHING, "x", SCOPES);
});

Deno.test("permit() refuses with the scope that is missing, the token's name and what it has", () => {
  const error = assertThrows(
    () => permit(access(["interact", "observe"]), "execute_script", ["observe", "evaluate"]),
    HttpError,
  );
  assertEquals(error.status, 403);
  assertEquals(
    error.message,
    "execute_script needs the scope evaluate, and the token ci has observe, interact; ask for a token that has it",
  );
});

const patterns: [pattern: string, reached: string[], others: string[]][] = [
  ["*", ["a", "a.b-c_d"], []],
  ["ci", ["ci"], ["ci2", "CI", "c", "xci"]],
  ["ci-*", ["ci-", "ci-1", "ci-a-b"], ["ci", "xci-1"]],
  ["*-ci", ["a-ci", "-ci"], ["ci", "a-cix"]],
  ["a*b*c", ["abc", "axbxc", "abbcc"], ["ab", "acb", "abcx"]],
  ["a*a", ["aa", "aba"], ["a"]],
  ["ab*bc", ["abbc"], ["abc"]],
  ["**", ["a"], []],
  ["a.c", ["a.c"], ["abc"]],
];
for (const [pattern, reached, others] of patterns) {
  Deno.test(`reaches() takes ${pattern} as it is meant`, () => {
    for (const name of reached) assertEquals(reaches(access([], [pattern]), name), true, name);
    for (const name of others) assertEquals(reaches(access([], [pattern]), name), false, name);
  });
}

Deno.test("permitWorkspace() refuses without a word of the workspace", () => {
  const bound = access(["observe"], ["ci-*", "docs"]);
  permitWorkspace(bound, "docs");
  const error = assertThrows(() => permitWorkspace(bound, "payroll"), HttpError);
  assertEquals(error.status, 403);
  assertStringIncludes(error.message, "The token ci is not bound");
  assertStringIncludes(error.message, "ci-*, docs");
  assertEquals(error.message.includes("payroll"), false);
});

Deno.test("permitWorkspace() says that none was named", () => {
  const error = assertThrows(
    () => permitWorkspace(access(["observe"], ["ci-*"]), "default", false),
    HttpError,
  );
  assertEquals(
    error.message,
    "No workspace is named, which stands for default, and the token ci is not bound to that, but to ci-*; " +
      "name such a one as ?workspace= or X-Workspace",
  );
});
