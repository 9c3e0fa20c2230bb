import { assertEquals, assertThrows } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { Secrets } from "../../actors/secrets.ts";
import { fakeSecrets } from "../fakes/secrets.ts";

const SHOP = {
  password: "hunter22",
  user: "ann",
  origins: "https://shop.test https://login.shop.test:8443",
};

const AT = { workspace: "w", origin: "https://shop.test" };

/** What a use of a secret was refused with. */
function refusal(secrets: Secrets, ref: string, at = AT): [number, string] {
  const [name = "", key = ""] = ref.split("/");
  const error = assertThrows(() => secrets.reveal({ name, key }, at), ActionError);
  return [error.status, error.message];
}

Deno.test("Secrets.reveal() gives a value for a document of one of its origins, exactly", () => {
  const secrets = new Secrets([fakeSecrets({ shop: SHOP })]);
  const ref = { name: "shop", key: "password" };
  assertEquals(secrets.reveal(ref, AT), "hunter22");
  assertEquals(secrets.reveal(ref, { ...AT, origin: "https://login.shop.test:8443" }), "hunter22");
  for (
    const origin of [
      ...["http://shop.test", "https://shop.test:8443", "https://evil.shop.test"],
      ...["https://shop.test.evil.test", "https://login.shop.test", "null", ""],
    ]
  ) {
    assertEquals(refusal(secrets, "shop/password", { ...AT, origin }), [
      403,
      `The secret shop is not typed into a document of ${origin}: ` +
      "it is typed on https://login.shop.test:8443, https://shop.test only",
    ]);
  }
});

Deno.test("Secrets.reveal() refuses what there is not, and shows no value when it says why", () => {
  const secrets = new Secrets([fakeSecrets({ shop: { ...SHOP, empty: "" } })]);
  assertEquals(refusal(secrets, "shopp/password"), [
    404,
    'There is no secret "shopp"; read secret://secrets',
  ]);
  assertEquals(refusal(secrets, "shop/pin"), [
    404,
    'The secret shop has no key "pin"; it has empty, password, user',
  ]);
  assertEquals(refusal(secrets, "shop/origins")[0], 404);
  for (const key of ["user", "empty"]) {
    assertEquals(refusal(secrets, `shop/${key}`), [
      400,
      `The secret shop cannot be typed: FAKE/shop/${key} has fewer than 4 characters, ` +
      "and masking it would mask ordinary text",
    ]);
  }
});

Deno.test("Secrets.reveal() types nothing whose origins are missing, empty or misread", () => {
  const { password } = SHOP;
  const secrets = new Secrets([
    fakeSecrets({
      missing: { password },
      empty: { password, origins: "# none yet" },
      misread: { password, origins: "https://shop.test\n*.shop.test" },
    }),
  ]);
  const why = {
    missing: "does not name where it may be",
    empty: "names no origin",
    misread: "has no origin (scheme://host[:port]) as entry 2",
  };
  for (const [name, words] of Object.entries(why)) {
    assertEquals(refusal(secrets, `${name}/password`), [
      403,
      `The secret ${name} is not typed into a document of https://shop.test: ` +
      `it is typed nowhere, for FAKE/${name}/origins ${words}`,
    ]);
  }
});

Deno.test("Secrets says of one that a workspace may not use that there is none", () => {
  const secrets = new Secrets([
    fakeSecrets({
      shop: { ...SHOP, workspaces: "ci-*" },
      misread: { ...SHOP, workspaces: "w\n[" },
    }),
  ]);
  assertEquals(
    secrets.reveal({ name: "shop", key: "password" }, { ...AT, workspace: "ci-1" }),
    "hunter22",
  );
  for (const name of ["shop", "misread"]) {
    assertEquals(refusal(secrets, `${name}/password`), [
      404,
      `There is no secret "${name}"; read secret://secrets`,
    ]);
  }
  assertEquals(secrets.list("ci-1").secrets.map(({ name }) => name), ["shop"]);
  assertEquals(secrets.list("w").secrets, []);
});

Deno.test("Secrets.list() tells names, keys and origins, sorted, and no value", () => {
  const secrets = new Secrets([
    fakeSecrets({ shop: SHOP, bank: { pin: "1234-5678", origins: "nonsense" } }),
  ]);
  const list = secrets.list("w");
  assertEquals(list, {
    secrets: [
      {
        name: "bank",
        keys: ["pin"],
        origins: [],
        note:
          "it is typed nowhere, for FAKE/bank/origins has no origin (scheme://host[:port]) as entry 1",
      },
      {
        name: "shop",
        keys: ["password", "user"],
        origins: ["https://login.shop.test:8443", "https://shop.test"],
      },
    ],
    total: 2,
  });
  for (const value of ["hunter22", "ann", "1234-5678", "nonsense"]) {
    assertEquals(JSON.stringify(list).includes(value), false);
  }
});

Deno.test("Secrets.list() says what an empty list means, and how much a long one left out", () => {
  assertEquals(new Secrets([]).list("w").note?.startsWith("this workspace has no secrets"), true);
  const many = Object.fromEntries(
    Array.from({ length: 900 }, (_, i) => [`secret-${i}`, { ...SHOP }]),
  );
  const { secrets, total, left_out = 0 } = new Secrets([fakeSecrets(many)]).list("w");
  assertEquals([total, secrets.length + left_out], [900, 900]);
  assertEquals(JSON.stringify(secrets).length < 64_000 && left_out > 0, true);
});

Deno.test("Secrets takes a name that two sources have from the first", () => {
  const { origins } = SHOP;
  const secrets = new Secrets([
    fakeSecrets({ shop: { password: "from-the-first", origins } }),
    fakeSecrets({ shop: { password: "from-the-second", other: "value", origins } }),
  ]);
  assertEquals(secrets.reveal({ name: "shop", key: "password" }, AT), "from-the-first");
  assertEquals(refusal(secrets, "shop/other")[0], 404);
});

Deno.test("Secrets.value() gives what is to be masked, wherever it may be typed, or null", () => {
  const secrets = new Secrets([
    fakeSecrets({ shop: { password: "hunter22", user: "ann", workspaces: "other" } }),
  ]);
  const value = (key: string, name = "shop") => secrets.value({ name, key });
  assertEquals([value("password"), value("user"), value("pin"), value("pin", "none")], [
    "hunter22",
    null,
    null,
    null,
  ]);
});
