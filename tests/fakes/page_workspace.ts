/** What a workspace lends, with nothing behind it. @module */
import { mimeOf } from "../../page/mime_type.ts";
import type { Incoming, NewFile, PageFiles, ReadFile, SavedFile } from "../../page/files.ts";
import type { KeptSites, SiteData } from "../../page/kept_sites.ts";
import { PageError } from "../../page/page.ts";
import type { Emulation } from "../../page/emulation.ts";
import type { PageSession } from "../../page/session.ts";
import type { Viewport } from "../../page/viewport.ts";
import type { PageRequests, RequestWaited } from "../../page/requests.ts";
import type { PageWorkspace } from "../../page/workspace.ts";

/** What a {@linkcode fakePageWorkspace} was asked. */
export interface FakePageWorkspace extends PageWorkspace {
  /** Every value that was to be masked. */
  readonly masked: string[];
  /** What was kept. */
  readonly files: FakePageFiles;
  readonly sites: FakeKeptSites;
  /** What is typed and never seen, by `name/key`; on any origin. */
  readonly hidden: Map<string, string>;
  readonly requests: FakePageRequests;
  readonly session: FakePageSession;
}

/** Keeps what it is told. */
export class FakePageSession implements PageSession {
  size: Viewport = { width: 1280, height: 720, device_pixel_ratio: null };
  emulated: Emulation = {};
  readonly maskedHeaders: unknown[] = [];

  viewport(): Promise<Viewport> {
    return Promise.resolve(this.size);
  }

  resized(size: Viewport): Promise<void> {
    this.size = size;
    return Promise.resolve();
  }

  emulation(): Promise<Emulation> {
    return Promise.resolve(this.emulated);
  }

  maskHeaders(headers: object): Promise<void> {
    this.maskedHeaders.push(headers);
    return Promise.resolve();
  }

  emulates(emulation: Emulation): Promise<object> {
    this.emulated = emulation;
    return Promise.resolve(emulation);
  }
}

/** Answers every wait the same. */
export class FakePageRequests implements PageRequests {
  waited: RequestWaited = { kind: "off" };
  /** What was waited for, and for how many milliseconds. */
  readonly asked: [unknown, number][] = [];

  wait(wish: unknown, ms: number): Promise<RequestWaited> {
    this.asked.push([wish, ms]);
    return Promise.resolve(this.waited);
  }
}

/** Files kept in memory, by name. */
export class FakePageFiles implements PageFiles {
  readonly kept = new Map<string, NewFile & { bytes: Uint8Array<ArrayBuffer> }>();

  /** How many were, of whatever name. */
  saved = 0;

  async save(
    file: NewFile,
    content: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  ): Promise<SavedFile> {
    const bytes = await new Response(content).bytes();
    this.saved++;
    this.kept.set(file.name, { ...file, bytes });
    const { name, mime = mimeOf(name) } = file;
    return { name, uri: `workspace://files/${name}`, size: bytes.length, mime };
  }

  read(name: string): Promise<ReadFile> {
    const file = this.kept.get(name);
    if (file === undefined) return Promise.reject(new PageError(404, `No file "${name}" is kept`));
    const { bytes, mime = mimeOf(name) } = file;
    return Promise.resolve({
      name,
      uri: `workspace://files/${name}`,
      size: bytes.length,
      mime,
      bytes,
    });
  }

  async incoming(): Promise<Incoming> {
    const path = await Deno.makeTempDir();
    const there = () => [...Deno.readDirSync(path)].map(({ name }) => name);
    return {
      path,
      bytes: () =>
        Promise.resolve(
          there().reduce((sum, name) => sum + Deno.statSync(`${path}/${name}`).size, 0),
        ),
      keep: async (arrived, file) =>
        await this.save(file, await Deno.readFile(`${path}/${arrived}`)),
      giveUp: () => {},
      [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
    };
  }
}

/** What is kept of sites, in memory. */
export class FakeKeptSites implements KeptSites {
  kept: SiteData | null = null;

  load(): Promise<SiteData | null> {
    return Promise.resolve(this.kept);
  }

  withoutSecrets(data: SiteData): Promise<{ data: SiteData; withheld: number }> {
    return Promise.resolve({ data, withheld: 0 });
  }

  save(data: SiteData): Promise<void> {
    this.kept = data;
    return Promise.resolve();
  }
}

/** Makes one. */
export function fakePageWorkspace(): FakePageWorkspace {
  const masked: string[] = [];
  const files = new FakePageFiles();
  const hidden = new Map<string, string>();
  return {
    masked,
    files,
    hidden,
    requests: new FakePageRequests(),
    session: new FakePageSession(),
    sites: new FakeKeptSites(),
    maskText: (text) =>
      Promise.resolve(masked.reduce((t, each) => t.replaceAll(each, "•••"), text)),
    secrets: {
      reveal({ name, key }, origin) {
        const value = hidden.get(`${name}/${key}`);
        if (value === undefined) return Promise.reject(new Error(`none on ${origin}`));
        masked.push(value);
        return Promise.resolve(value);
      },
      hiding: () =>
        Promise.resolve(
          masked.length === 0
            ? null
            : (text) => masked.reduce((t, each) => t.replaceAll(each, "•••"), text),
        ),
    },
    mask(secret) {
      masked.push(secret);
      return Promise.resolve();
    },
  };
}
