/**
 * What the sessions of one workspace are set to: their settings, and what the one that is open, or is to be opened
 * in a lost one's place, emulates.
 *
 * @module
 */
import { isDistinct } from "../capture/mask/rules.ts";
import { MASK, type Masker } from "../capture/masker.ts";
import type { Emulation } from "../page/emulation.ts";
import type { Viewport } from "../page/viewport.ts";
import type { BoundSecrets } from "./bound_secrets.ts";
import type { Reply } from "./core/types.ts";
import type { SessionState } from "./seat.ts";
import type { OpenArgs } from "./service.ts";
import {
  defaultSettings,
  nextSettings,
  type SessionDefaults,
  type SessionSettings,
} from "./session_settings.ts";
import type { WorkspaceRecord } from "./store/record.ts";

/** What a running action asks of its session's setup, or tells it. */
export type SetupRequest =
  | { readonly kind: "viewport"; readonly reply: Reply<Viewport> }
  | { readonly kind: "resized"; readonly viewport: Viewport; readonly reply: Reply<void> }
  | { readonly kind: "emulation"; readonly reply: Reply<Emulation> }
  | {
    readonly kind: "mask-headers";
    readonly headers: Readonly<Record<string, string>>;
    readonly reply: Reply<void>;
  }
  | { readonly kind: "emulates"; readonly emulation: Emulation; readonly reply: Reply<object> };

/** The shortest credential that is masked wherever it appears: what is shorter is ordinary text. */
const SHORTEST_BOUND = 4;

/** What it masks by. */
export interface SetupMasking {
  /** Knows which headers carry credentials, and learns their values. */
  readonly masker: Masker;
  /** Masks values for good that the masker would not learn. */
  readonly secrets: Pick<BoundSecrets, "bind">;
}

/** The setup of one workspace. */
export class SessionSetup {
  readonly #masking: SetupMasking;
  #settings: SessionSettings;
  #emulated: Emulation;

  /** As an earlier process left it, or by default. */
  constructor(
    record: Pick<WorkspaceRecord, "settings" | "emulated"> | null,
    defaults: SessionDefaults,
    masking: SetupMasking,
  ) {
    this.#masking = masking;
    this.#settings = record?.settings ?? defaultSettings(defaults);
    this.#emulated = record?.emulated ?? {};
  }

  /** The settings of the session, or of the last or the next one. */
  get settings(): SessionSettings {
    return this.#settings;
  }

  /** What is emulated. */
  get emulated(): Emulation {
    return this.#emulated;
  }

  /** What may be shown of it: names of headers, and no value. */
  get shown(): object {
    return shown(this.#emulated);
  }

  /** What may be stored of both: the values of credentials among the headers end with the process. */
  get record(): Pick<WorkspaceRecord, "settings" | "emulated"> {
    const { headers, ...others } = this.#emulated;
    const { masker } = this.#masking;
    const lasting = (name: string, value: string | null) =>
      value === null || masker.member(name) || masker.text(value) !== value ? null : value;
    const kept = headers && Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, lasting(name, value)]),
    );
    return { settings: this.#settings, emulated: { ...others, ...(kept && { headers: kept }) } };
  }

  /** Somebody opens a session: it has the settings of the last, and emulates nothing. */
  next(args: OpenArgs): void {
    this.#settings = nextSettings(this.#settings, args);
    this.#emulated = {};
  }

  /** A browser was opened, which may have refused to emulate what the one before did. */
  opened(emulated: Emulation): void {
    this.#emulated = emulated;
  }

  /** The session was ended, and none comes in its place. */
  ended(): void {
    this.#emulated = {};
  }

  /** Takes what a running action asks or tells. */
  take(request: SetupRequest, session: SessionState): void {
    switch (request.kind) {
      case "viewport": {
        const { width, height, device_pixel_ratio } = this.#settings;
        return request.reply.ok({ width, height, device_pixel_ratio });
      }
      case "resized":
        this.#settings = { ...this.#settings, ...request.viewport };
        session.settings = { ...session.settings, ...request.viewport };
        if (session.live) session.live.viewport = request.viewport;
        return request.reply.ok();
      case "emulation":
        return request.reply.ok(this.#emulated);
      case "mask-headers":
        try {
          return request.reply.ok(this.#maskHeaders(request.headers));
        } catch (error) {
          return request.reply.fail(error instanceof Error ? error : new Error(String(error)));
        }
      case "emulates": {
        this.#emulated = request.emulation;
        const told = session.live?.emulates(request.emulation) ?? Promise.resolve();
        void told.then(() => request.reply.ok(shown(request.emulation)));
      }
    }
  }

  #maskHeaders(headers: Readonly<Record<string, string>>): void {
    const { masker, secrets } = this.#masking;
    const all = Object.entries(headers).map(([name, value]) => ({ name, value }));
    masker.learnHeaders(all);
    for (const { name, value } of all) {
      // A scheme, such as `Bearer`, is no secret.
      const credential = value.replace(/^\s*[\w-]+\s+(?=\S)/, "");
      const learned = !masker.member(name) || isDistinct(credential);
      if (!learned && credential.length >= SHORTEST_BOUND) secrets.bind(credential);
    }
  }
}

function shown({ headers, ...others }: Emulation): object {
  if (headers === undefined) return others;
  const masked = Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));
  return { ...others, headers: masked };
}
