/**
 * Where the surfaces' calls come together: each is run, timed and counted here, whichever surface it
 * came in by, and what it fails with becomes a refusal.
 *
 * @module
 */
import { STATUS_CODE } from "@std/http";
import type { CallOptions, CallResult, Service } from "../actors/service.ts";
import type { Action } from "./action.ts";
import { ACTIONS } from "./actions/table.ts";
import { permit } from "./door/access.ts";
import type { Identity } from "./door/identity.ts";
import type { Quotas } from "./door/quotas.ts";
import type { FlowStore } from "./flows/store.ts";
import { withLinks } from "./file_links.ts";
import { refusalOf } from "./failure.ts";
import type { Log } from "./log.ts";
import type { EndedCall, Metrics } from "./metrics.ts";
import { readUri } from "./read_uri.ts";

/** What {@linkcode Calls} needs. */
export interface CallsOptions {
  /** What is asked. */
  readonly service: Service;
  /** Where flows are kept. */
  readonly flows: FlowStore;
  /** How many calls a caller may make. */
  readonly quotas: Quotas;
  /** Where calls are counted. */
  readonly metrics: Metrics;
  /** Where faults are logged. */
  readonly log: Log;
  /** Milliseconds, for how long a call took. */
  now(): number;
}

/** Who calls. */
export interface Caller extends Identity, Pick<CallOptions, "signal" | "progress"> {
  /** The surface it used. */
  readonly surface: EndedCall["surface"];
}

const ROWS: ReadonlyMap<string, Action> = new Map(ACTIONS.map((row) => [row.name, row]));

/** Runs calls. */
export class Calls {
  readonly #options: CallsOptions;

  /** Makes one; a server has one for both surfaces. */
  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /**
   * Runs a call.
   *
   * @param args what the caller sent, or a promise of it
   * @throws {HttpError} the caller lacks a scope or calls too often, the arguments cannot be read, the call
   *   was cancelled, or it failed for an unknown reason
   * @throws {ActionError} what the action refuses with
   */
  async run(action: Action, args: unknown, caller: Caller): Promise<CallResult> {
    const { service, flows, quotas, metrics, log, now } = this.#options;
    const { workspace, access, surface, progress } = caller;
    const signal = AbortSignal.any([caller.signal, access.revoked]);
    const began = now();
    let browser: EndedCall["browser"] = null;
    let outcome: EndedCall["outcome"] = "ok";
    try {
      const read = await args;
      permit(access, action.name, [action.scope]);
      quotas.charge(access);
      const result = await action.run(service, workspace, read, {
        access,
        signal,
        ...(progress && { progress }),
        runsIn: (told) => void (browser = told),
        flows,
        rows: ROWS,
        invoke: (other, args) => this.run(other, args, caller),
      });
      return withLinks(result, caller);
    } catch (error) {
      const refusal = refusalOf(error, { what: action.name, signal, log });
      outcome = signal.aborted ? "cancelled" : refusal.status;
      throw refusal;
    } finally {
      const seconds = (now() - began) / 1000;
      metrics.ended({ tool: action.name, surface, outcome, browser, seconds });
    }
  }

  /**
   * Reads a resource for a surface that has a way of its own to do that.
   *
   * @throws {HttpError} the caller lacks a scope or calls too often
   * @throws {ActionError} 400 for a URI that has a bad parameter, 404 for one that names nothing
   */
  async read(uri: string, identity: Identity): Promise<object> {
    const { service, quotas } = this.#options;
    const { workspace, access } = identity;
    quotas.charge(access);
    return withLinks(await readUri({ service, workspace, access, uri }), identity);
  }

  /** Counts a call of an action there is not. Its name is the caller's words, and is not kept. */
  unknown(surface: EndedCall["surface"]): void {
    const outcome = STATUS_CODE.NotFound;
    this.#options.metrics.ended({
      tool: "unknown",
      surface,
      outcome,
      browser: null,
      seconds: null,
    });
  }
}
