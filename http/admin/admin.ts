/**
 * The admin API: what an operator sees of every workspace, as JSON and as event streams. Whoever comes here
 * has been let in with the scope `admin`, or by a link signed for what it asks.
 *
 * @module
 */
import { STATUS_CODE } from "@std/http";
import type { Service } from "../../actors/service.ts";
import type { TailKind } from "../../actors/tail.ts";
import { CURRENT_URI } from "../../capture/uris.ts";
import { permit, permitWorkspace, reaches } from "../door/access.ts";
import { LINK_PARAMETERS, type Links } from "../door/links.ts";
import { HttpError } from "../problem.ts";
import type { Section } from "../section.ts";
import { changeEvents } from "./changes.ts";
import { consoleLines } from "./console_lines.ts";
import { harOf } from "./har.ts";
import { ADMIN_ROUTES, type AdminPath, adminRoute } from "./routes.ts";
import { type EventSource, eventStream } from "./sse.ts";
import { type Summary, summaryOf } from "./summary.ts";
import { tailEvents } from "./tail.ts";

/** What {@linkcode createAdmin} needs. */
export interface AdminOptions {
  /** What is asked. */
  readonly service: Service;
  /** The version of pagetap, for what is exported. */
  readonly version: string;
  /** Signs what a browser opens without a token. */
  readonly links: Pick<Links, "sign">;
  /** Aborts when the server stops: a stream would otherwise go on for as long as it has a reader. */
  readonly stopping: AbortSignal;
}

/** One request, of someone who was let in. */
interface Asked extends AdminPath {
  readonly request: Request;
  readonly url: URL;
  /** Whether its sender may know of a workspace. */
  reaches(workspace: string): boolean;
}

/** Makes the admin API. */
export function createAdmin({ service, version, links, stopping }: AdminOptions): Section {
  const summary = async (key: string): Promise<Summary> =>
    summaryOf(key, await service.read(key, CURRENT_URI) as object);

  const handlers: Record<AdminPath["name"], (at: Asked) => Promise<Response>> = {
    async list({ reaches, url }) {
      parameters(url, []);
      const keys = service.workspaces().filter(reaches);
      const workspaces = await Promise.all(keys.map(summary));
      return Response.json({ workspaces });
    },
    events({ request, reaches, url }) {
      parameters(url, []);
      const source = changeEvents({ service, reaches, summary });
      return Promise.resolve(stream(source, request));
    },
    async workspace({ key, url }) {
      parameters(url, []);
      return Response.json(await known(key));
    },
    console: (at) => list("console", at),
    network: (at) => list("network", at),
    entry: async ({ key, id, url }) => {
      parameters(url, []);
      return Response.json(
        await service.read(key, `workspace://console/${encodeURIComponent(id)}`),
      );
    },
    request: async ({ key, id, url }) => {
      parameters(url, []);
      return Response.json(
        await service.read(key, `workspace://network/${encodeURIComponent(id)}`),
      );
    },
    async body({ key, id, url, request }) {
      const { side = "response" } = parameters(url, ["side"]);
      if (side !== "request" && side !== "response") {
        throw new HttpError(STATUS_CODE.BadRequest, "side must be request or response");
      }
      return Response.json(await service.body(key, id, side, { signal: request.signal }));
    },
    async tail({ key, url, request }) {
      const { kind } = parameters(url, ["kind", ...LINK_PARAMETERS]);
      if (!isTailKind(kind)) {
        throw new HttpError(STATUS_CODE.BadRequest, "kind must be console or network");
      }
      const left = new AbortController();
      const tail = await service.tail(key, kind, left.signal);
      if (tail === null) throw unknown(key);
      return stream(tailEvents(tail, left), request);
    },
    async har({ key, url }) {
      parameters(url, []);
      const { browser } = await known(key);
      return attached(
        `${key}.har`,
        "application/json",
        JSON.stringify(harOf(await kept(key), { browser, version })),
      );
    },
    async console_lines({ key, url }) {
      parameters(url, []);
      await known(key);
      return attached(`${key}.jsonl`, "application/jsonl", consoleLines(await kept(key)));
    },
    async end({ key, url, request }) {
      parameters(url, []);
      return Response.json(await service.end(key, { signal: request.signal }));
    },
  };

  function stream(source: EventSource, { signal }: Request): Response {
    return eventStream(source, AbortSignal.any([signal, stopping]));
  }

  async function known(key: string): Promise<Summary> {
    const found = await summary(key);
    if (found.timeouts === null) throw unknown(key);
    return found;
  }

  async function kept(key: string) {
    const kept = await service.kept(key);
    if (kept !== null) return kept;
    throw new HttpError(
      STATUS_CODE.NotFound,
      `The workspace ${key} captures nothing: open its session with open_session(capture=true)`,
    );
  }

  async function list(kind: TailKind, { key, url }: Asked): Promise<Response> {
    const read = await service.read(key, `workspace://${kind}${url.search}`) as object;
    const path = `/admin/workspaces/${encodeURIComponent(key)}/tail`;
    const tail_url = links.sign({ path, workspace: key, query: { kind } });
    return Response.json({ ...read, tail_url });
  }

  return {
    prefix: "/admin/",
    paths: ADMIN_ROUTES,
    async answer({ request, url, access }) {
      permit(access, "The admin API", ["admin"]);
      const route = routeOf(request, url);
      if (route.key !== "") permitWorkspace(access, route.key);
      if (route.scope) permit(access, `${request.method} ${url.pathname}`, [route.scope]);
      const reached = (workspace: string) => reaches(access, workspace);
      return await handlers[route.name]({ ...route, request, url, reaches: reached });
    },
    async answerLink(request, url, workspace) {
      const route = routeOf(request, url);
      // The tail is all that links are signed for here.
      if (route.name !== "tail" || route.key !== workspace) {
        throw new HttpError(STATUS_CODE.Forbidden, "The link is for something else");
      }
      const reached = (other: string) => other === workspace;
      return await handlers.tail({ ...route, request, url, reaches: reached });
    },
  };
}

/** @throws {HttpError} 404 there is nothing, 405 it takes another method */
function routeOf(request: Request, url: URL): AdminPath {
  const route = adminRoute(url.pathname);
  if (route === null) {
    throw new HttpError(
      STATUS_CODE.NotFound,
      `There is nothing here; there are ${ADMIN_ROUTES.join(", ")}`,
    );
  }
  const method = request.method === "HEAD" ? "GET" : request.method;
  if (method === route.method) return route;
  const allow = route.method === "GET" ? "GET, HEAD" : "POST";
  throw new HttpError(
    STATUS_CODE.MethodNotAllowed,
    `${url.pathname} takes ${route.method} only`,
    { allow },
  );
}

function isTailKind(kind: string | undefined): kind is TailKind {
  return kind === "console" || kind === "network";
}

function unknown(key: string): HttpError {
  return new HttpError(STATUS_CODE.NotFound, `There is no workspace ${key}: nobody has opened it`);
}

/** The parameters of a URL, each once and none but these. */
function parameters<N extends string>(url: URL, names: readonly N[]): Partial<Record<N, string>> {
  const found: Partial<Record<N, string>> = {};
  for (const [name, value] of url.searchParams) {
    const known = names.find((each) => each === name);
    if (known === undefined || found[known] !== undefined) {
      const takes = names.length === 0 ? "none" : names.join(", ");
      throw new HttpError(
        STATUS_CODE.BadRequest,
        `The URL has a parameter that ${url.pathname} does not take, or has it twice; it takes ${takes}`,
      );
    }
    found[known] = value;
  }
  return found;
}

function attached(name: string, type: string, text: string): Response {
  return new Response(text, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name}"`,
    },
  });
}
