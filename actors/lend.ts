/**
 * What a workspace lends the actions that run in its browser, by asking the workspace.
 *
 * @module
 */
import type { RequestWaited } from "../page/requests.ts";
import type { Emulation } from "../page/emulation.ts";
import type { Viewport } from "../page/viewport.ts";
import type { PageWorkspace } from "../page/workspace.ts";
import type { Reply } from "./core/types.ts";
import type { SetupRequest } from "./session_setup.ts";
import type { SiteDataStore } from "./site_data.ts";
import type { Files } from "./store/files.ts";
import type { WorkspaceRef } from "./workspace_messages.ts";

/** Milliseconds a workspace may take to answer; it does so at once. */
const ASK_MS = 5_000;

/** Makes what one call in the session of this number is lent. */
export function lend(workspace: WorkspaceRef, session: number): PageWorkspace {
  const setup = <R>(build: (reply: Reply<R>) => SetupRequest) =>
    workspace.ask<R>((reply) => ({ kind: "setup", session, request: build(reply) }), {
      timeoutMs: ASK_MS,
    });
  const files = () =>
    workspace.ask<Files>((reply) => ({ kind: "files", reply }), { timeoutMs: ASK_MS });
  const sites = () =>
    workspace.ask<SiteDataStore>((reply) => ({ kind: "sites", reply }), { timeoutMs: ASK_MS });
  return {
    mask: (secret) =>
      workspace.ask<void>((reply) => ({ kind: "mask", secret, reply }), { timeoutMs: ASK_MS }),
    files: {
      save: async (file, content) => await (await files()).save(file, content),
      read: async (name, maxBytes) => await (await files()).read(name, maxBytes),
      incoming: async () => await (await files()).incoming(),
    },
    sites: {
      load: async () => (await sites()).load(),
      save: async (data) => (await sites()).save(data),
      withoutSecrets: async (data) => (await sites()).withoutSecrets(data),
    },
    maskText: (text) =>
      workspace.ask<string>((reply) => ({ kind: "masked", text, reply }), { timeoutMs: ASK_MS }),
    session: {
      viewport: () => setup<Viewport>((reply) => ({ kind: "viewport", reply })),
      resized: (viewport) => setup<void>((reply) => ({ kind: "resized", viewport, reply })),
      emulation: () => setup<Emulation>((reply) => ({ kind: "emulation", reply })),
      maskHeaders: (headers) => setup<void>((reply) => ({ kind: "mask-headers", headers, reply })),
      emulates: (emulation) => setup<object>((reply) => ({ kind: "emulates", emulation, reply })),
    },
    requests: {
      wait: (wish, ms, signal) =>
        workspace.ask<RequestWaited>(
          (reply) => ({ kind: "await-request", wish, ms, signal, reply }),
          { timeoutMs: ms + ASK_MS, signal },
        ),
    },
    secrets: {
      reveal: (secret, origin) =>
        workspace.ask<string>((reply) => ({ kind: "secret", secret, origin, reply }), {
          timeoutMs: ASK_MS,
        }),
      hiding: () =>
        workspace.ask<((text: string) => string) | null>(
          (reply) => ({ kind: "hiding", reply }),
          { timeoutMs: ASK_MS },
        ),
    },
  };
}
