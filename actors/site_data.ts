/**
 * What a workspace keeps of sites for its next session: one document in its folder, whose values its masker
 * knows from the moment they are read or written.
 *
 * @module
 */
import type { Masker } from "../capture/masker.ts";
import { MASK } from "../capture/masker.ts";
import { cut } from "../page/cut.ts";
import { hostOf, hostOfDomain, hostsOf } from "../page/fit_sites.ts";
import type { KeptCookie, KeptOrigin, SiteData } from "../page/kept_sites.ts";
import { ActionError } from "./action_error.ts";
import { parseSiteData } from "./store/site_data_schema.ts";
import type { WorkspaceFolder } from "./store/workspace_folder.ts";

const FILE = "site-data.json";
/** Cookies and keys that are listed at most. */
const MAX_LISTED = 500;
/** Characters that are looked through for secrets, of the newest sites: each value that is learned takes its time. */
const MAX_LEARNED = 131_072;
/** Characters of a name, a key or a value that are listed. */
const MAX_TEXT = 200;

/** The site data of one workspace. */
export class SiteDataStore {
  readonly #folder: WorkspaceFolder;
  readonly #masker: Masker;
  /** When what the masker knows was saved. */
  #known = 0;

  /** Nothing is read before it is asked for. */
  constructor(folder: WorkspaceFolder, masker: Masker) {
    this.#folder = folder;
    this.#masker = masker;
  }

  /** What is kept; null for nothing, or for what cannot be read as such. */
  load(): SiteData | null {
    const data = parseSiteData(this.#folder.readJson(FILE));
    if (data !== null) this.#learn(data);
    return data;
  }

  /** The data without what a typed secret is in, and how many cookies and entries those were. */
  withoutSecrets(data: SiteData): { readonly data: SiteData; readonly withheld: number } {
    let withheld = 0;
    const keeps = (...texts: string[]) => {
      const holds = texts.some((text) => this.#masker.holdsTyped(text));
      if (holds) withheld++;
      return !holds;
    };
    const kept = (of: KeptOrigin): KeptOrigin => ({
      ...of,
      entries: of.entries.filter((entry) => keeps(...entry)),
    });
    const cookies = data.cookies.filter(({ name, value, path }) => keeps(name, value.value, path));
    const origins = data.origins.map(kept);
    const session = data.session && kept(data.session);
    return { data: { ...data, cookies, origins, session }, withheld };
  }

  /**
   * Keeps it in place of what was kept before.
   *
   * @throws {ActionError} 503 when it cannot be written
   */
  save(data: SiteData): void {
    this.#learn(data);
    try {
      this.#folder.writeJson(FILE, data);
    } catch (error) {
      throw new ActionError(503, `the site data could not be written (${nameOf(error)})`);
    }
  }

  /** Forgets it; gives what keeps it from being forgotten, null for nothing. */
  forget(): ActionError | null {
    try {
      this.#folder.remove(FILE);
      return null;
    } catch (error) {
      return new ActionError(
        503,
        `the kept site data could not be deleted (${
          nameOf(error)
        }); open without restore_site_data`,
      );
    }
  }

  /** What is kept, as anyone may read it: names, flags and sizes, and values that are no secrets. */
  list(): object {
    const data = this.load();
    if (data === null) return { saved_at: null, how: "save_site_data", sites: [] };
    let left = MAX_LISTED;
    const some = <T>(all: readonly T[]): readonly T[] => {
      const listed = all.slice(0, left);
      left -= listed.length;
      return listed;
    };
    const sites = hostsOf(data).flatMap((host) => {
      if (left === 0) return [];
      const at = ({ origin }: KeptOrigin) => hostOf(origin) === host;
      const cookies = data.cookies.filter(({ domain }) => hostOfDomain(domain) === host);
      const origins = data.origins.filter(at).filter(({ entries }) => entries.length > 0);
      const session = data.session !== null && at(data.session) ? data.session : null;
      return {
        site: this.#masker.text(host),
        cookies: some(cookies).map((cookie) => this.#cookie(cookie)),
        local_storage: origins.map((each) => this.#storage(each, some)),
        ...(session && { session_storage: this.#storage(session, some) }),
      };
    });
    const { cookies, origins, session } = data;
    const keys = [...origins, ...session ? [session] : []].reduce(
      (sum, { entries }) => sum + entries.length,
      0,
    );
    return {
      saved_at: data.savedAt,
      browser: data.browser,
      sites,
      ...(cookies.length + keys > MAX_LISTED && {
        not_listed: cookies.length + keys - MAX_LISTED,
      }),
    };
  }

  #cookie(cookie: KeptCookie): object {
    const { name, value, httpOnly, secure, sameSite, expiry, partition, domain, path } = cookie;
    const hidden = httpOnly || value.type === "base64" || this.#masker.member(name);
    return {
      name: this.#text(name),
      value: hidden ? MASK : this.#text(value.value),
      domain,
      path: this.#text(path),
      http_only: httpOnly,
      secure,
      same_site: sameSite,
      ...(expiry !== undefined && { expires: expiry }),
      ...(partition && { partition: partition.topLevelSite }),
    };
  }

  #storage(
    { origin, entries }: KeptOrigin,
    some: (all: KeptOrigin["entries"]) => KeptOrigin["entries"],
  ): object {
    return {
      origin,
      keys: some(entries).map(([key, value]) => ({ key: this.#text(key), size: value.length })),
    };
  }

  #text(text: string): string {
    return cut(this.#masker.text(text), MAX_TEXT);
  }

  /** A value is a secret by where it is, or by the name it has there. */
  #learn({ savedAt, cookies, origins, session }: SiteData): void {
    if (this.#known === savedAt) return;
    this.#known = savedAt;
    this.#masker.learnHeaders(
      cookies.map(({ name, value }) => ({ name: "cookie", value: `${name}=${value.value}` })),
    );
    let left = MAX_LEARNED;
    for (const { entries } of [...session ? [session] : [], ...origins]) {
      for (const [key, value] of entries) {
        const json = /^\s*[{[]/.test(value);
        if (value.length > left || !json && !this.#masker.member(key)) continue;
        left -= value.length;
        // What masks JSON learns what is named like a secret in it, at any depth.
        this.#masker.body(JSON.stringify({ [key]: value }), "application/json");
        if (json) this.#masker.body(value, "application/json");
      }
    }
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
