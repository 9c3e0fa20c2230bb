import { assertEquals, assertRejects } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { incomingOf } from "../../actors/incoming.ts";
import { DriverError, type NodeDownloads, type Session } from "../../drivers/driver.ts";
import { MAX_FILE_BYTES } from "../../page/files.ts";
import { FakePageFiles } from "../fakes/page_workspace.ts";

const { signal } = new AbortController();

function node(over: Partial<NodeDownloads> = {}) {
  const asked: string[] = [];
  const downloads: NodeDownloads = {
    clear: () => Promise.resolve(void asked.push("clear")),
    sizes: () => Promise.resolve(new Map([["a.txt", 5], ["b.txt", 2]])),
    read: (name) => (asked.push(name), Promise.resolve(new Blob(["hello"]).stream())),
    ...over,
  };
  return { asked, session: { downloads } as unknown as Session, files: new FakePageFiles() };
}

Deno.test("incomingOf() is the workspace's folder for a browser on this machine", async () => {
  const files = new FakePageFiles();
  await using incoming = await incomingOf({} as Session, files, signal);
  assertEquals(typeof incoming.path, "string");
});

Deno.test("incomingOf() keeps what a node hands out, and leaves nothing there", async () => {
  const { asked, session, files } = node();
  {
    await using incoming = await incomingOf(session, files, signal);
    assertEquals([incoming.path, await incoming.bytes()], [null, 7]);
    const saved = await incoming.keep("a.txt", { name: "a.txt", kind: "download" });
    assertEquals([saved.name, saved.size], ["a.txt", 5]);
  }
  assertEquals(asked, ["clear", "a.txt", "clear"]);
});

Deno.test("incomingOf() fetches nothing from a node that is too large", async () => {
  const sizes = new Map([["a.iso", MAX_FILE_BYTES + 1]]);
  const { asked, session, files } = node({ sizes: () => Promise.resolve(sizes) });
  await using incoming = await incomingOf(session, files, signal);
  const keep = () => incoming.keep("a.iso", { name: "a.iso", kind: "download" });
  const error = await assertRejects(
    keep,
    ActionError,
    '"a.iso" was not kept: it has more than 50 MiB',
  );
  assertEquals([error.status, asked], [413, ["clear"]]);
});

Deno.test("incomingOf() tells the caller what a Grid's node must be started with", async () => {
  const says = "start its node with --enable-managed-downloads true";
  const { session, files } = node({ clear: () => Promise.reject(new DriverError(says)) });
  const error = await assertRejects(() => incomingOf(session, files, signal), ActionError, says);
  assertEquals(error.status, 503);
});
