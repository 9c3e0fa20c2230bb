/**
 * A workspace's files over HTTP: fetched by a token or by a link, brought with PUT, removed with DELETE.
 *
 * @module
 */
import { STATUS_CODE } from "@std/http";
import type { Service } from "../actors/service.ts";
import { MAX_FILE_BYTES, tooLarge } from "../actors/store/files.ts";
import { permit, permitWorkspace } from "./door/access.ts";
import { isNamed, workspaceOf } from "./door/identity.ts";
import { FILES_PATH } from "./file_links.ts";
import { HttpError } from "./problem.ts";
import type { Section } from "./section.ts";

/** What {@linkcode createFiles} needs. */
export interface FilesOptions {
  /** What is asked. */
  readonly service: Service;
  /** What a caller is who names no workspace; null where one must be named. */
  readonly unnamed: string | null;
}

/** A file is a page's or a caller's: a browser that opens it keeps it, and runs nothing of it. */
const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const ALLOW = "GET, HEAD, PUT, DELETE, OPTIONS";

/** Makes everything under {@linkcode FILES_PATH}. */
export function createFiles({ service, unnamed }: FilesOptions): Section {
  async function give(workspace: string, name: string, request: Request): Promise<Response> {
    const files = await service.files(workspace, false);
    const { file, body } = request.method === "HEAD"
      ? { file: files.find(name), body: null }
      : await files.open(name);
    return new Response(body && until(request.signal, body), {
      headers: {
        ...HEADERS,
        "content-type": file.mime,
        "content-length": String(file.size),
        "content-disposition": attachment(file.name),
      },
    });
  }

  return {
    prefix: FILES_PATH,
    paths: ["GET /files/{name}", "PUT /files/{name}", "DELETE /files/{name}"],
    async answer({ request, url, access }) {
      const { method } = request;
      const name = nameIn(url);
      refuseUnknown(url);
      const workspace = workspaceOf(url, request.headers, unnamed);
      permitWorkspace(access, workspace, isNamed(url, request.headers));
      const what = `${method} ${FILES_PATH}{name}`;
      switch (method) {
        case "OPTIONS":
          return new Response(null, { status: STATUS_CODE.NoContent, headers: { allow: ALLOW } });
        case "GET":
        case "HEAD":
          permit(access, what, ["observe"]);
          return await give(workspace, name, request);
        case "PUT": {
          permit(access, what, ["interact"]);
          const length = Number(request.headers.get("content-length") ?? 0);
          if (length > MAX_FILE_BYTES) throw tooLarge(name);
          const files = await service.files(workspace, true);
          const mime = mimeIn(request.headers);
          const body = request.body === null
            ? new Uint8Array()
            : until(request.signal, request.body);
          const saved = await files.save({ name, kind: "upload", ...(mime && { mime }) }, body);
          const query = workspace === unnamed ? "" : `?${new URLSearchParams({ workspace })}`;
          const location = FILES_PATH + encodeURIComponent(saved.name) + query;
          return Response.json(saved, { status: STATUS_CODE.Created, headers: { location } });
        }
        case "DELETE": {
          permit(access, what, ["interact"]);
          const files = await service.files(workspace, false);
          const { name: removed } = files.find(name);
          files.remove(name);
          return Response.json({ removed });
        }
        default:
          throw new HttpError(STATUS_CODE.MethodNotAllowed, `${FILES_PATH} takes ${ALLOW}`, {
            allow: ALLOW,
          });
      }
    },
    answerLink: (request, url, workspace) => give(workspace, nameIn(url), request),
  };
}

/** The same bytes, which fail with the signal's reason once it aborts: its caller left, or lost its token. */
function until(signal: AbortSignal, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal });
}

/** @throws {HttpError} 400 there is none, or it is badly encoded */
function nameIn(url: URL): string {
  const encoded = url.pathname.slice(FILES_PATH.length);
  try {
    const name = decodeURIComponent(encoded);
    if (name !== "" && !/[/\\]/.test(encoded + name)) return name;
  } catch {
    // A percent sign that begins no character.
  }
  throw new HttpError(
    STATUS_CODE.BadRequest,
    `Name one file, without a folder and percent-encoded: ${FILES_PATH}a%20b.txt`,
  );
}

/** @throws {HttpError} 400 a misspelt `workspace` would otherwise be somebody else's */
function refuseUnknown(url: URL): void {
  if ([...url.searchParams.keys()].every((name) => name === "workspace")) return;
  throw new HttpError(
    STATUS_CODE.BadRequest,
    `The URL has a parameter ${FILES_PATH} does not take; it takes workspace`,
  );
}

/** What the sender says it is; null for what curl says of everything. */
function mimeIn(headers: Headers): string | null {
  const type = headers.get("content-type")?.toLowerCase() ?? "";
  const known = /^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,64}(?=\s*(?:;|$))/.exec(type)?.[0];
  return known === undefined || known === "application/x-www-form-urlencoded" ? null : known;
}

/** Kept, never shown (RFC 6266); the name in full as RFC 8187 has it, and in ASCII for what does not know that. */
function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}
