/**
 * nginx before a Grid, as people put one there: TLS by a private CA, a user and a password, a path prefix.
 *
 * @module
 */
import type { ChildOptions } from "../e2e/child.ts";
import { freePort } from "./free_port.ts";
import { Part } from "./part.ts";
import { need } from "./places.ts";

// Characters that a URL has to encode.
const USER = "tester@grid";
const PASSWORD = "p@ss:w/rd %?#";
const PREFIX = "/grid";
/** Seconds an idle WebSocket is kept when nothing else is asked: longer than any test. */
const KEEP_S = 3600;

/** Such a proxy, running on loopback. */
export class TlsProxy {
  /** `https://user:password@127.0.0.1:port/grid`, user and password percent-encoded. */
  readonly url: string;
  /** The same without user and password. */
  readonly bareUrl: string;
  /** The certificate of the CA that signed the proxy's, a PEM file. */
  readonly caFile: string;
  readonly #part: Part;

  private constructor(port: number, part: Part) {
    this.bareUrl = `https://127.0.0.1:${port}${PREFIX}`;
    const user = [USER, PASSWORD].map(encodeURIComponent).join(":");
    this.url = this.bareUrl.replace("//", `//${user}@`);
    this.caFile = `${part.folder}/ca.pem`;
    this.#part = part;
  }

  /** Starts one before a Grid; `idleS` closes a WebSocket after as many seconds without a frame from the Grid. */
  static async start(gridUrl: string, idleS: number = KEEP_S): Promise<TlsProxy> {
    const port = freePort();
    const part = await Part.start((folder) => command(folder, port, gridUrl, idleS));
    return new TlsProxy(port, part);
  }

  /** Its process id. */
  get pid(): number {
    return this.#part.pid;
  }

  /** Kills it; its connections end. */
  kill(signal: Deno.Signal = "SIGKILL"): Promise<void> {
    return this.#part.kill(signal);
  }

  /** Starts it again on the same port, with the same CA. */
  restart(): Promise<void> {
    return this.#part.restart();
  }

  /** Ends it and removes its files. Safe twice. */
  stop(): Promise<void> {
    return this.#part.stop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

async function command(
  folder: string,
  port: number,
  gridUrl: string,
  idleS: number,
): Promise<ChildOptions> {
  await makeCertificates(folder);
  const hash = await openssl(folder, ["passwd", "-apr1", PASSWORD]);
  await Deno.writeTextFile(`${folder}/htpasswd`, `${USER}:${hash.trim()}\n`);
  await Deno.writeTextFile(`${folder}/nginx.conf`, config(folder, port, gridUrl, idleS));
  return {
    command: need("nginx"),
    args: ["-p", folder, "-c", `${folder}/nginx.conf`],
    // By then it listens.
    ready: /using the "\w+" event method/,
  };
}

/** A CA of its own, and a certificate for the loopback address by it. */
async function makeCertificates(folder: string): Promise<void> {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  await Deno.writeTextFile(`${folder}/server.ext`, "subjectAltName=IP:127.0.0.1,DNS:localhost\n");
  await openssl(folder, [
    ..."req -x509 -days 2 -keyout ca.key -out ca.pem -subj".split(" "),
    "/CN=CA of a test",
    ...key,
  ]);
  await openssl(folder, [
    ..."req -keyout server.key -out server.csr -subj /CN=localhost".split(" "),
    ...key,
  ]);
  await openssl(
    folder,
    "x509 -req -days 2 -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile server.ext -out server.pem"
      .split(" "),
  );
}

async function openssl(folder: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(need("openssl"), {
    args: [...args],
    cwd: folder,
  }).output();
  if (!success) throw new Error(`openssl failed: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

function config(folder: string, port: number, gridUrl: string, idleS: number): string {
  // One process, so that a kill takes its connections with it.
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr notice;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  scgi_temp_path ${folder}/scgi;
  uwsgi_temp_path ${folder}/uwsgi;
  map $http_upgrade $connection_upgrade { default upgrade; "" close; }
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${folder}/server.pem;
    ssl_certificate_key ${folder}/server.key;
    client_max_body_size 0;
    location ${PREFIX}/ {
      auth_basic "Grid";
      auth_basic_user_file ${folder}/htpasswd;
      proxy_pass ${gridUrl}/;
      proxy_http_version 1.1;
      proxy_set_header Authorization "";
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_buffering off;
      proxy_read_timeout ${idleS}s;
      proxy_send_timeout ${idleS}s;
    }
  }
}
`;
}
