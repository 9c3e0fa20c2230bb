import { assert, assertEquals, assertLess, assertLessOrEqual } from "@std/assert";
import type { Body, ConsoleList, NetworkList } from "../../capture/shapes.ts";
import { Grid, gridTest } from "../grid/parts.ts";
import { GridLog } from "./grid_log.ts";
import { type BrowserName, BROWSERS, Pagetap, type Result, startSite } from "./harness.ts";
import { McpClient } from "./mcp_client.ts";
import { until } from "./until.ts";

const WORKSPACES = 20;
/** Of each browser. */
const SLOTS = 2;

/** One of many who use pagetap at once, and all that it is told. */
class Tenant {
  readonly browser: BrowserName;
  readonly workspace: string;
  /** Stands in all that its page says and asks for. */
  readonly marker: string;
  /** Is masked wherever it comes up. */
  readonly secret = `k9${crypto.randomUUID()}`;
  readonly said: string[] = [];
  readonly ahead: number[] = [];
  readonly #errors: number;
  readonly #failures: number;
  readonly #origin: string;
  readonly #client: McpClient;

  private constructor(number: number, origin: string, workspace: string, client: McpClient) {
    this.browser = BROWSERS[number % BROWSERS.length] ?? "chrome";
    this.workspace = workspace;
    this.marker = `mark-${number}-${crypto.randomUUID()}`;
    this.#errors = number % 3;
    this.#failures = number % 4;
    this.#origin = origin;
    this.#client = client;
  }

  static async connect(number: number, address: string, origin: string): Promise<Tenant> {
    const workspace = `many-${number}`;
    const client = await McpClient.connect({ address, workspace });
    return new Tenant(number, origin, workspace, client);
  }

  /** Opens a browser, has its page speak, reads all there is to read, and ends it. */
  async work(): Promise<void> {
    const url = `${this.#origin}/p/blank?${this.marker}`;
    const args = { browser: this.browser, url, capture: true, settle_ms: 5_000 };
    const opened = await this.#client.ask("open_session", args, ({ message = "" }) => {
      this.#hear(message);
      const [, count] = /(\d+) requests? (?:is|are) ahead/.exec(message) ?? [];
      if (count !== undefined) this.ahead.push(Number(count));
      if (message.includes("next")) this.ahead.push(0);
    });
    assert(!opened.isError, opened.text);
    this.#hear(opened.structured);

    const spoken = await this.#call("execute_script", {
      script: `
        const [marker, secret, errors, failures] = arguments;
        const headers = { authorization: "Bearer " + secret };
        await fetch("/e/json?" + marker, { headers }).then((answer) => answer.text());
        for (let i = 0; i < errors; i++) console.error(marker, secret, i);
        for (let i = 0; i < failures; i++) await fetch("/e/fail?" + i + marker);
        console.log(marker, secret);`,
      args: [this.marker, this.secret, this.#errors, this.#failures],
    });
    assertEquals(
      [spoken.page?.errors ?? 0, spoken.page?.failed_requests ?? 0, spoken.page?.late],
      [this.#errors, this.#failures, undefined],
    );
    await this.#readAll();
    assertEquals((await this.#call("end_browser")).call, 3);
    await this.#client.close();
  }

  async #readAll(): Promise<void> {
    await this.#read("workspace://current");
    const { entries } = await this.#read<ConsoleList>("workspace://console");
    assertEquals(entries.length, this.#errors + 1);
    for (const { seq, text } of entries) {
      assert(text.includes(this.marker), text);
      await this.#read(`workspace://console/${seq}`);
    }
    const { requests } = await this.#read<NetworkList>("workspace://network");
    assertEquals(requests.length, this.#failures + 2);
    for (const { id, url } of requests) {
      assert(url.includes(this.marker), url);
      await this.#read(`workspace://network/${id}`);
      const { text } = await this.#call<Body>("network_body", { id });
      if (url.includes("/e/json")) assert(text?.includes(this.marker), text ?? "no body");
    }
  }

  async #call<T = Result>(name: string, args: Record<string, unknown> = {}): Promise<T> {
    const result = await this.#client.call<T>(name, args);
    this.#hear(result);
    return result;
  }

  async #read<T>(uri: string): Promise<T> {
    const read = await this.#client.resource<T>(uri);
    this.#hear(read);
    return read;
  }

  #hear(what: unknown): void {
    this.said.push(JSON.stringify(what));
  }
}

gridTest(
  "twenty workspaces at once on four slots are served in order and see nothing of each other",
  async () => {
    const site = await startSite();
    try {
      await using grid = await Grid.standalone({ chrome: SLOTS, firefox: SLOTS });
      await using log = new GridLog(grid.url);
      await using pagetap = await Pagetap.start({ GRID_URL: log.url, OPEN_TIMEOUT: "300" });
      const numbers = Array.from({ length: WORKSPACES }, (_, number) => number);
      const tenants = await Promise.all(
        numbers.map((number) => Tenant.connect(number, pagetap.address, site.origin)),
      );
      const working: Promise<void>[] = [];
      for (const tenant of tenants) {
        working.push(tenant.work());
        // Arrived is who has been taken in, which the next one waits for.
        await until(async () => {
          const current = await pagetap.read(tenant.workspace, "workspace://current");
          return current.opening === true || current.live === true;
        });
      }
      await Promise.all(working);

      for (const { workspace, said, marker } of tenants) {
        const all = said.join("\n");
        assert(all.includes(marker), workspace);
        for (const other of tenants) {
          assert(
            !all.includes(other.secret),
            `${workspace} was told the secret of ${other.workspace}`,
          );
          if (other.marker === marker) continue;
          assert(!all.includes(other.marker), `${workspace} was told of ${other.workspace}`);
        }
      }

      for (const browser of BROWSERS) {
        const arrived = tenants.filter((tenant) => tenant.browser === browser);
        const places = (pages: readonly string[]) =>
          pages.map((page) => arrived.findIndex(({ marker }) => page.includes(marker)))
            .filter((place) => place >= 0);
        assertEquals(places(log.asked), arrived.map((_, place) => place));
        // A Grid serves in no order whom it lets wait. Only those who start at once may overtake.
        assertLessOrEqual(log.mostWaiting(browser), SLOTS);
        for (const [got, place] of places(log.got).entries()) assertLess(place - got, SLOTS);
        for (const [place, { ahead }] of arrived.entries()) {
          assertEquals(ahead, ahead.toSorted((a, b) => b - a));
          assertLessOrEqual(ahead[0] ?? 0, place);
        }
        // Who waits but a moment is told nothing; of so many some wait longer.
        assert(arrived.some(({ ahead }) => (ahead[0] ?? 0) > 0), `${browser}: nobody was told`);
      }

      await grid.taken(0, 10_000);
      await until(async () => await grid.queued() === 0);
      const health = await (await fetch(`${pagetap.address}/health`)).json();
      assertEquals(health.browsers, 0);
    } finally {
      await site.stop();
    }
  },
);
