/**
 * The whole surface as one function of a request: the door, then the route.
 *
 * @module
 */
import { STATUS_CODE } from "@std/http";
import { near } from "../actors/near.ts";
import type { Service } from "../actors/service.ts";
import { ACTION_PATH } from "./action.ts";
import { ACTIONS } from "./actions/table.ts";
import type { Calls } from "./calls.ts";
import { type Access, EVERYTHING, permit, permitWorkspace, type Scope } from "./door/access.ts";
import { Links } from "./door/links.ts";
import { Hosts, isLoopback } from "./door/hosts.ts";
import { type Identity, isNamed, workspaceOf } from "./door/identity.ts";
import type { Quotas } from "./door/quotas.ts";
import type { Tokens } from "./door/tokens.ts";
import { refusalOf } from "./failure.ts";
import { readResource, runAction } from "./json.ts";
import type { Log } from "./log.ts";
import type { Mcp } from "./mcp/handler.ts";
import type { Metrics } from "./metrics.ts";
import { serveOpenApi } from "./openapi.ts";
import type { Section } from "./section.ts";
import { HttpError, problem } from "./problem.ts";

/** What {@linkcode createApp} needs. */
export interface AppOptions {
  /** What is asked. */
  readonly service: Service;
  /** What runs actions. */
  readonly calls: Calls;
  /** What answers at `/metrics`. */
  readonly metrics: Metrics;
  /** What answers at `/mcp`. */
  readonly mcp: Mcp;
  /** Where requests and faults are logged. */
  readonly log: Log;
  /** The address bound, as it was given. */
  readonly host: string;
  /** The port bound. */
  readonly port: number;
  /** Hosts and origins allowed beside the loopback names and `host`. */
  readonly allowHosts: readonly string[];
  /** Where a person reaches it, without a slash at the end; null: where the request came in. */
  readonly publicUrl: string | null;
  /** Of which a caller must present one; null: none is asked for. */
  readonly tokens: Tokens | null;
  /** Signs links, and tells ours from others. */
  readonly links: Links;
  /** The parts that have many paths under one. */
  readonly sections: readonly Section[];
  /** The admin page's files, which anybody may have. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** How much a caller may ask for. */
  readonly quotas: Quotas;
  /** Milliseconds, for how long a request took. */
  now(): number;
}

/** A file that is served as it is. */
export interface Asset {
  /** Its media type. */
  readonly type: string;
  /** What is in it. */
  readonly text: string;
}

/** The surface. */
export interface App {
  /** Every route, as `POST /browser/write`. */
  readonly paths: readonly string[];
  /** Answers a request; never rejects. The request's signal aborts when its caller left. */
  handle(request: Request): Promise<Response>;
}

/** One path: what it takes and how it is answered. */
interface Route {
  readonly method: "GET" | "POST";
  /** Query parameters beside `workspace`; null: whatever comes. */
  readonly query: readonly string[] | null;
  /** Answered without a token. */
  readonly open?: true;
  /** What a caller must be allowed; absent where the answer itself looks at that. */
  readonly scope?: Scope;
  answer(request: Request, url: URL, identity: () => Identity): Promise<Response> | Response;
}

/** Who is found to call, for the log. */
interface CallerSeen {
  access: Access;
}

/** On every answer that does not say otherwise: none is to be cached, sniffed, framed or referred from. */
const HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** On the admin page and its files: nothing from elsewhere, nothing inline, in nobody's frame. */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Makes the surface. */
export function createApp(options: AppOptions): App {
  const { calls, log, host, port, allowHosts, publicUrl, tokens, links, sections, quotas, now } =
    options;
  const hosts = new Hosts({ host, port, allow: allowHosts });
  const unnamed = isLoopback(host) ? "default" : null;
  const routes = table(options);
  const paths = [
    ...[...routes].map(([path, { method }]) => `${method} ${path}`),
    ...sections.flatMap((section) => section.paths),
  ];

  /** Lets a request in, and runs it as its caller's. */
  async function answer(request: Request, url: URL, caller: CallerSeen): Promise<Response> {
    const linked = Links.isLink(url) ? links.verify(request.method, url) : null;
    hosts.check(request.headers, linked !== null);
    const route = routes.get(url.pathname);
    if (route?.open === true) return await answerTo(request, url, route, EVERYTHING);
    const section = sections.find(({ prefix }) => url.pathname.startsWith(prefix));
    const inside = async (request: Request, access: Access): Promise<Response> => {
      if (section === undefined) return await answerTo(request, url, route, access);
      if (request.method === "POST") refuseOtherThanJson(request.headers);
      quotas.charge(access);
      return await section.answer({ request, url, access });
    };
    if (section !== undefined && Links.isLink(url)) {
      if (linked === null) throw links.verify("GET", url) === null ? badLink() : onlyReads();
      return await quotas.runLink(linked, () => section.answerLink(request, url, linked));
    }
    if (tokens === null) {
      return await quotas.run(EVERYTHING, () => inside(request, EVERYTHING));
    }
    const access = tokens.authenticate(request.headers);
    caller.access = access;
    return await quotas.run(access, () => inside(untilRevoked(request, access), access));
  }

  async function answerTo(
    request: Request,
    url: URL,
    route: Route | undefined,
    access: Access,
  ): Promise<Response> {
    if (route === undefined) {
      if (request.method === "POST" && url.pathname.startsWith(ACTION_PATH)) calls.unknown("json");
      throw notFound(url.pathname, paths);
    }
    const allow = route.method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
    if (request.method === "OPTIONS") {
      return new Response(null, { status: STATUS_CODE.NoContent, headers: { allow } });
    }
    const method = request.method === "HEAD" ? "GET" : request.method;
    if (method !== route.method) {
      throw new HttpError(
        STATUS_CODE.MethodNotAllowed,
        `${url.pathname} takes ${route.method} only`,
        { allow },
      );
    }
    if (route.method === "POST") refuseOtherThanJson(request.headers);
    refuseUnknown(url, route.query);
    if (route.scope !== undefined) permit(access, `${method} ${url.pathname}`, [route.scope]);
    return await route.answer(request, url, () => {
      const workspace = workspaceOf(url, request.headers, unnamed);
      permitWorkspace(access, workspace, isNamed(url, request.headers));
      const base = publicUrl ?? `http://${request.headers.get("host")}`;
      return { workspace, access, link: (path) => base + links.sign({ path, workspace }) };
    });
  }

  return {
    paths,
    async handle(request) {
      const began = now();
      const url = new URL(request.url);
      const caller: CallerSeen = { access: EVERYTHING };
      let response: Response;
      try {
        response = await answer(request, url, caller);
      } catch (error) {
        response = problem(refusalOf(error, { what: "The request", signal: request.signal, log }));
      }
      for (const [name, value] of Object.entries(HEADERS)) {
        if (!response.headers.has(name)) response.headers.set(name, value);
      }
      log.debug("request", {
        method: request.method,
        // A path nobody serves is the caller's words; only known ones are logged.
        path: routes.has(url.pathname)
          ? url.pathname
          : sections.find(({ prefix }) => url.pathname.startsWith(prefix))?.prefix ?? "unknown",
        status: response.status,
        ms: Math.round(now() - began),
        ...(caller.access.name !== null && { token: caller.access.name }),
      });
      return response;
    },
  };
}

function table(
  { service, calls, metrics, mcp, tokens, assets }: AppOptions,
): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route>();
  routes.set("/mcp", {
    method: "POST",
    // Hosts of MCP clients add parameters of their own.
    query: null,
    answer: (request, _url, identity) => mcp.handle(request, identity()),
  });
  for (const action of ACTIONS) {
    routes.set(action.path, {
      method: "POST",
      query: [],
      answer: (request, _url, identity) => runAction(action, calls, identity(), request),
    });
  }
  routes.set("/resources", {
    method: "GET",
    query: ["uri"],
    answer: (_request, url, identity) => readResource(calls, identity(), url),
  });
  const openApi = serveOpenApi({
    version: service.health().version,
    secured: tokens !== null,
  });
  routes.set("/openapi.json", { method: "GET", query: [], answer: openApi });
  routes.set("/metrics", {
    method: "GET",
    scope: "admin",
    query: [],
    answer: async () => {
      const headers = { "content-type": metrics.contentType };
      return new Response(await metrics.text(), { headers });
    },
  });
  for (const [path, { type, text }] of assets) {
    routes.set(path, {
      method: "GET",
      query: [],
      open: true,
      answer: () => new Response(text, { headers: { ...PAGE_HEADERS, "content-type": type } }),
    });
  }
  routes.set("/health", {
    method: "GET",
    query: null,
    open: true,
    // Who asks has shown no token: how much goes on here is for those that have one.
    answer: () => Response.json(tokens === null ? service.health() : { ok: true }),
  });
  return routes;
}

/**
 * Ends what is read or brought when its token is revoked: whatever streams goes by the request's signal. A call is
 * cut short where it runs, so that its answer says so.
 */
function untilRevoked(request: Request, { revoked }: Access): Request {
  if (request.method === "POST") return request;
  return new Request(request, { signal: AbortSignal.any([request.signal, revoked]) });
}

/** A misspelt `workspace` would otherwise be somebody else's. */
function refuseUnknown(url: URL, query: readonly string[] | null): void {
  if (query === null) return;
  const known = ["workspace", ...query];
  for (const name of url.searchParams.keys()) {
    if (known.includes(name)) continue;
    throw new HttpError(
      STATUS_CODE.BadRequest,
      `The URL has a parameter ${url.pathname} does not take; it takes ${known.join(" and ")}`,
    );
  }
}

function notFound(asked: string, paths: readonly string[]): HttpError {
  if (asked.startsWith(ACTION_PATH)) return noAction(asked.slice(ACTION_PATH.length));
  // What all actions begin with alike would make them all near.
  const lastOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const meant = near(lastOf(asked), paths.map(lastOf)).slice(0, 3)
    .flatMap((last) => paths.filter((path) => lastOf(path) === last));
  return new HttpError(
    STATUS_CODE.NotFound,
    meant.length > 0
      ? `There is nothing here; near to it are ${meant.join(", ")}`
      : "There is nothing here; there are POST /mcp, POST /browser/<action>, GET /resources?uri=, GET /admin with " +
        "what is under it, and GET /openapi.json, which names the rest",
  );
}

/** Says which actions there are, as MCP does: what was asked for by another name is seldom spelled nearly so. */
function noAction(asked: string): HttpError {
  const names = ACTIONS.map(({ path }) => path.slice(ACTION_PATH.length));
  const meant = near(asked, names).slice(0, 3);
  return new HttpError(
    STATUS_CODE.NotFound,
    meant.length > 0
      ? `There is no such action; near to it are ${
        meant.map((name) => `POST ${ACTION_PATH}${name}`).join(", ")
      }`
      : `There is no such action; POST ${ACTION_PATH} goes on with ${names.join(", ")}`,
  );
}

/** For a link that is ours, and is used to change what it leads to. */
function onlyReads(): HttpError {
  const allow = "GET, HEAD";
  return new HttpError(
    STATUS_CODE.MethodNotAllowed,
    "The link only reads: to change or remove what it leads to, leave out its parameters but workspace and " +
      "send a token where one is asked for",
    { allow },
  );
}

/** The same for every link that is none, so that it tells of nothing. */
function badLink(): HttpError {
  return new HttpError(
    STATUS_CODE.Forbidden,
    "The link has expired, or is none of this server's: ask for a new one where it came from",
  );
}

/** What a page of any site can send without asking. */
function refuseOtherThanJson(headers: Headers): void {
  const type = headers.get("content-type")?.split(";", 1)[0] ?? "";
  if (type.trim().toLowerCase() === "application/json") return;
  throw new HttpError(
    STATUS_CODE.UnsupportedMediaType,
    "A POST must be sent as Content-Type: application/json",
  );
}
