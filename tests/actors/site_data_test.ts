import { assert, assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { SiteDataStore } from "../../actors/site_data.ts";
import { WorkspaceFolder } from "../../actors/store/workspace_folder.ts";
import { Masker } from "../../capture/masker.ts";
import type { KeptCookie, KeptOrigin, SiteData, StorageEntries } from "../../page/kept_sites.ts";

function cookie(name: string, value: string, more: Partial<KeptCookie> = {}): KeptCookie {
  return {
    name,
    value: { type: "string", value },
    domain: "shop.test",
    path: "/",
    httpOnly: false,
    secure: true,
    sameSite: "lax",
    ...more,
  };
}

const DATA: SiteData = {
  savedAt: 1_700_000_000_000,
  browser: "firefox",
  cookies: [
    cookie("sid", "s3cr3t-sid-1", { httpOnly: true }),
    cookie("theme", "dark", { domain: ".shop.test", expiry: 1_800_000_000 }),
    cookie("visitor", "v-0123456789"),
    cookie("csrf_token", "short", { domain: "other.test" }),
  ],
  origins: [
    { origin: "https://shop.test", entries: [["access_token", "t0k3n-in-storage"], ["cart", "3"]] },
    { origin: "http://shop.test:81", entries: [] },
    { origin: "https://app.test", entries: [["auth", '{"user":{"session_id":"n3st3d-value"}}']] },
  ],
  session: { origin: "https://shop.test", entries: [["csrf", "s3ss10n-value"]] },
};
const SECRETS = [
  "s3cr3t-sid-1",
  "v-0123456789",
  "t0k3n-in-storage",
  "n3st3d-value",
  "s3ss10n-value",
];

async function withStore(
  run: (
    given: { store: SiteDataStore; again: () => SiteDataStore; masker: Masker; root: string },
  ) => void,
): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    const made = (masker: Masker) => new SiteDataStore(new WorkspaceFolder(root, "w"), masker);
    const masker = new Masker();
    run({ store: made(masker), again: () => made(new Masker()), masker, root });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("SiteDataStore keeps what was saved last, for this user alone, until it is forgotten", () =>
  withStore(({ store, again, root }) => {
    assertEquals(store.load(), null);
    store.save({ ...DATA, cookies: [] });
    store.save(DATA);
    assertEquals(again().load(), DATA);
    const path = `${new WorkspaceFolder(root, "w").path}/site-data.json`;
    assertEquals((Deno.statSync(path).mode ?? 0) & 0o777, 0o600);
    assertEquals([store.forget(), store.forget()], [null, null]);
    assertEquals(again().load(), null);
  }));

Deno.test("SiteDataStore has values that look like secrets masked, once saved, loaded or listed", () =>
  withStore(({ store, masker, root }) => {
    const masked = (by: Masker) => SECRETS.map((secret) => by.text(`it is ${secret}.`));
    const all = SECRETS.map(() => "it is •••.");
    store.save(DATA);
    assertEquals(masked(masker), all);
    for (const use of ["load", "list"] as const) {
      const fresh = new Masker();
      new SiteDataStore(new WorkspaceFolder(root, "w"), fresh)[use]();
      assertEquals(masked(fresh), all, use);
    }
    assertEquals(masker.text("a dark theme"), "a dark theme");
  }));

Deno.test("SiteDataStore looks through so much for secrets, of the newest sites, and no more", () =>
  withStore(({ store, masker }) => {
    const values = Array.from({ length: 400 }, (_, i) => `${"v".repeat(500)}-${i}`);
    const entries = values.map((value, i) => [`token${i}`, value] as const);
    const big = ["state", JSON.stringify({ token: "n3st3d-in-much", more: "x".repeat(140_000) })];
    const origins = [
      { origin: "https://new.test", entries: [big as [string, string], ...entries] },
      { origin: "https://old.test", entries: [["token", "t0k3n-of-old"]] as const },
    ];
    store.save({ ...DATA, origins });
    const masked = (value: string) => masker.text(value) === "•••";
    assertEquals(values.filter(masked).length, Math.floor(131_072 / 503));
    assertEquals([masked("s3ss10n-value"), masked("n3st3d-in-much")], [true, false]);
  }));

Deno.test("SiteDataStore.list() shows sites, names, flags and sizes, and values that are no secrets", () =>
  withStore(({ store, again }) => {
    assertEquals(store.list(), { saved_at: null, how: "save_site_data", sites: [] });
    store.save(DATA);
    const flags = { path: "/", http_only: false, secure: true, same_site: "lax" };
    assertEquals(again().list(), {
      saved_at: DATA.savedAt,
      browser: "firefox",
      sites: [
        {
          site: "shop.test",
          cookies: [
            { name: "sid", value: "•••", domain: "shop.test", ...flags, http_only: true },
            {
              name: "theme",
              value: "dark",
              domain: ".shop.test",
              ...flags,
              expires: 1_800_000_000,
            },
            { name: "visitor", value: "•••", domain: "shop.test", ...flags },
          ],
          local_storage: [{
            origin: "https://shop.test",
            keys: [{ key: "access_token", size: 16 }, { key: "cart", size: 1 }],
          }],
          session_storage: { origin: "https://shop.test", keys: [{ key: "csrf", size: 13 }] },
        },
        {
          site: "app.test",
          cookies: [],
          local_storage: [{
            origin: "https://app.test",
            keys: [{ key: "auth", size: 38 }],
          }],
        },
        {
          site: "other.test",
          cookies: [{ name: "csrf_token", value: "•••", domain: "other.test", ...flags }],
          local_storage: [],
        },
      ],
    });
  }));

Deno.test("SiteDataStore.list() stays small whatever is kept, and says how much it leaves out", () =>
  withStore(({ store }) => {
    const cookies = Array.from({ length: 600 }, (_, i) => cookie(`c${i}${"n".repeat(900)}`, "v"));
    store.save({ ...DATA, cookies });
    const list = store.list() as { not_listed: number };
    assertEquals(list.not_listed, 600 + 4 - 500);
    assert(JSON.stringify(list).length < 256_000);
  }));

Deno.test("SiteDataStore takes what cannot be believed for nothing", () =>
  withStore(({ store, root }) => {
    const folder = new WorkspaceFolder(root, "w");
    for (
      const wrong of [
        [],
        {},
        { ...DATA, browser: "lynx" },
        { ...DATA, cookies: [{ name: "x" }] },
        { ...DATA, origins: [{ origin: "file:///etc", entries: [] }] },
        { ...DATA, session: { origin: "https://a.test", entries: [["a"]] } },
      ]
    ) {
      folder.writeJson("site-data.json", wrong);
      assertEquals(store.load(), null, JSON.stringify(wrong).slice(0, 200));
    }
  }));

Deno.test("SiteDataStore refuses in words when nothing can be written or deleted", () => {
  const nowhere = new SiteDataStore(new WorkspaceFolder("/proc/nowhere", "w"), new Masker());
  const error = assertThrows(() => nowhere.save(DATA), ActionError, "could not be written");
  assertEquals(error.status, 503);
  const folder = new WorkspaceFolder("/x", "w");
  folder.remove = () => {
    throw new Deno.errors.PermissionDenied();
  };
  const refusal = new SiteDataStore(folder, new Masker()).forget();
  assertInstanceOf(refusal, ActionError);
  assertEquals(refusal.status, 503);
});

Deno.test("SiteDataStore.withoutSecrets() leaves out what a typed secret is in, and counts it", () =>
  withStore(({ store, masker }) => {
    masker.bind("set-by-a-c4ller");
    masker.bind("typed/pass word", { typed: true });
    const cookies = [cookie("sid", "set-by-a-c4ller"), cookie("p", "typed%2Fpass%20word")];
    const entries: StorageEntries = [["cart", "3"], ["form", '{"p":"typed/pass word"}'], [
      "typed/pass word",
      "1",
    ]];
    const origins = [{ origin: "https://shop.test", entries }];
    const session: KeptOrigin = {
      origin: "https://shop.test",
      entries: [["b", btoa("typed/pass word")]],
    };
    const data = { ...DATA, cookies, origins, session };
    assertEquals(store.withoutSecrets(data), {
      data: {
        ...DATA,
        cookies: [cookie("sid", "set-by-a-c4ller")],
        origins: [{ origin: "https://shop.test", entries: [["cart", "3"]] }],
        session: { origin: "https://shop.test", entries: [] },
      },
      withheld: 4,
    });
    assertEquals(store.withoutSecrets(DATA), { data: DATA, withheld: 0 });
  }));
