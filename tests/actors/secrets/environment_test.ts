import { assertEquals, assertThrows } from "@std/assert";
import { SecretEnvironment } from "../../../actors/secrets/environment.ts";
import { SecretSourceError } from "../../../actors/secrets/source.ts";

/** An environment to take from. */
function environment(variables: Record<string, string>) {
  const left = new Map(Object.entries(variables));
  return {
    left,
    toObject: () => Object.fromEntries(left),
    delete: (name: string) => void left.delete(name),
  };
}

Deno.test("SecretEnvironment takes its variables out of the environment, and leaves the others", () => {
  const env = environment({
    PAGETAP_SECRET_SHOP__PASSWORD: "hunter2\n",
    PAGETAP_SECRET_MY_SHOP__API_KEY: "k",
    PAGETAP_SECRET_A__B__C: "two more underscores",
    PATH: "/bin",
  });
  const secrets = new SecretEnvironment(env);
  assertEquals([...env.left.keys()], ["PATH"]);
  assertEquals(secrets.names().toSorted(), ["a", "my_shop", "shop"]);
  assertEquals([secrets.keys("my_shop"), secrets.keys("a"), secrets.keys("none")], [
    ["api_key"],
    ["b__c"],
    null,
  ]);
  assertEquals(secrets.read("shop", "password"), "hunter2");
  assertEquals(secrets.place("my_shop", "api_key"), "PAGETAP_SECRET_MY_SHOP__API_KEY");
  assertEquals(secrets.ignored, 0);
  assertThrows(() => secrets.read("shop", "user"), SecretSourceError, "is not set");
});

Deno.test("SecretEnvironment counts variables that have no name or no key, and starts nothing with them", () => {
  const env = environment({
    PAGETAP_SECRET_SHOP_PASSWORD: "a",
    PAGETAP_SECRET___PASSWORD: "b",
    PAGETAP_SECRET_SHOP__: "c",
  });
  const { ignored } = new SecretEnvironment(env);
  assertEquals([ignored, env.left.size], [3, 0]);
});
