import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ProtocolError } from "@modelcontextprotocol/client";
import { ActionError } from "../../../actors/action_error.ts";
import { ACTIONS } from "../../../http/actions/table.ts";
import { RESOURCE_TEMPLATES, RESOURCES } from "../../../http/mcp/resources.ts";
import { SKILL } from "../../../http/skill/skill.ts";
import { APPS_EXTENSION } from "../../../http/mcp/apps.ts";
import { CORE } from "../../../http/mcp/tools.ts";
import { connect, ERAS, fixture } from "../../fakes/surface.ts";

/** A call that each tool takes. */
const CALLS: Record<string, Record<string, unknown>> = {
  open_session: { url: "http://a.test/", capture: { ttl: 60 } },
  navigate: { url: "http://a.test/" },
  outline: {},
  extract: { format: "html", max_chars: 10 },
  interact: { selector: { role: "button", name: "Buy" }, action: "click" },
  write: { selector: { label: "Name" }, text: "x", submit: true },
  select: { selector: { label: "Colour" }, label: ["Red"] },
  fill_form: { fields: [{ selector: { label: "Name" }, value: "x" }], submit: true },
  drag: { from: { selector: { text: "a" } }, to: { x: 1, y: 2 } },
  print: { paper: "a4" },
  press_key: { keys: "control+a" },
  wait_for: { text: "Done", gone: true },
  screenshot: { format: "jpeg", quality: 5 },
  execute_script: { script: "return 1", args: [1, null, { a: [] }] },
  assert: { script: "return true", stable_for: 0 },
  cookies: { action: "list", all: true },
  save_site_data: {},
  frame: { selector: { css: "iframe" } },
  tabs: { action: "open", url: "http://a.test/" },
  upload_file: { selector: { label: "File" }, files: [{ name: "a.txt", text: "a" }] },
  download: { url: "http://a.test/a.zip" },
  resize: { preset: "phone" },
  emulate: { locale: "de-DE", offline: null },
  dialog: { action: "accept", text: "yes" },
  read: { uri: "workspace://console?level=error" },
  show: { uri: "workspace://network" },
  network_body: { id: "1.2", side: "response" },
  save_flow: { name: "look", flow: { steps: [{ tool: "outline", arguments: {} }] } },
  run_flow: { name: "look" },
  list_flows: {},
  delete_flow: { name: "look" },
  end_browser: {},
};

/** What the service is asked by an action that does not ask for itself. */
const ASKS: Record<string, unknown[]> = {
  show: [["read", CALLS.show]],
  save_flow: [],
  run_flow: [["outline", {}]],
  list_flows: [],
  delete_flow: [],
};

function text(result: { content?: unknown }): string {
  const blocks = result.content as { type: string; text?: string }[];
  return blocks.find(({ type }) => type === "text")?.text ?? "";
}

for (const era of ERAS) {
  Deno.test(`createMcp() lists every action to a client of ${era}`, async () => {
    const client = await connect(fixture().app, era, "?tools=all");
    const { tools } = await client.listTools();
    assertEquals(tools.map(({ name }) => name), ACTIONS.map(({ name }) => name));
    for (const tool of tools) {
      assert(tool.title !== undefined && tool.description !== undefined, tool.name);
      assertEquals(tool.inputSchema.type, "object");
      assertEquals(tool.outputSchema?.type, "object");
      assertEquals(typeof tool.annotations?.readOnlyHint, "boolean");
    }
    await client.close();
  });

  Deno.test(`createMcp() lists the core to a client of ${era} that asks for nothing, or for it`, async () => {
    for (const query of ["", "?tools=core"]) {
      const client = await connect(fixture().app, era, query);
      const { tools } = await client.listTools();
      assertEquals(
        tools.map(({ name }) => name),
        ACTIONS.map(({ name }) => name).filter((name) => CORE.includes(name)),
      );
      assert(tools.every(({ outputSchema }) => outputSchema === undefined));
      await client.close();
    }
  });

  Deno.test(`createMcp() runs every action for a client of ${era}`, async () => {
    const { app, service } = fixture();
    const client = await connect(app, era, "?workspace=w9&tools=all");
    // The client knows the output schemas once it has listed the tools, and checks each result.
    await client.listTools();
    for (const { name } of ACTIONS) {
      service.asked.length = 0;
      const result = await client.callTool({ name, arguments: CALLS[name] ?? {} });
      assertEquals(result.isError, undefined, text(result));
      assertEquals(JSON.parse(text(result)), result.structuredContent, name);
      assertEquals(
        service.asked.map(({ what, args }) => [what, args]),
        ASKS[name] ?? [[name, CALLS[name]]],
      );
    }
    assertEquals(service.asked.map(({ workspace }) => workspace), ["w9"]);
    await client.close();
  });

  Deno.test(`createMcp() gives a screenshot once, as an image, to a client of ${era}`, async () => {
    const client = await connect(fixture().app, era);
    const result = await client.callTool({ name: "screenshot", arguments: {} });
    const [image] = result.content as unknown[];
    assertEquals(image, { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" });
    assertEquals(text(result).includes("iVBOR"), false);
    assertEquals(JSON.stringify(result.structuredContent).includes("iVBOR"), false);
    await client.close();
  });

  Deno.test(`createMcp() gives a PDF once, as a resource, to a client of ${era}`, async () => {
    const { app, service } = fixture();
    service.answer = () => ({ call: 7, mime: "application/pdf", data: "JVBERi0=", pages: 1 });
    const client = await connect(app, era);
    const result = await client.callTool({ name: "print", arguments: {} });
    const [document] = result.content as unknown[];
    assertEquals(document, {
      type: "resource",
      resource: { uri: "urn:pagetap:print:7", mimeType: "application/pdf", blob: "JVBERi0=" },
    });
    assertEquals(JSON.parse(text(result)), { call: 7, mime: "application/pdf", pages: 1 });
    assertEquals(JSON.stringify(result.structuredContent).includes("JVBERi0"), false);
    await client.close();
  });

  Deno.test(`createMcp() gives a refusal as a tool's error to a client of ${era}`, async () => {
    const { app, service } = fixture();
    service.answer = () => {
      throw new ActionError(404, "There is no session: open one with open_session");
    };
    const client = await connect(app, era);
    const result = await client.callTool({ name: "outline", arguments: {} });
    assertEquals(result.isError, true);
    assertEquals(text(result), "There is no session: open one with open_session");
    await client.close();
  });

  Deno.test(`createMcp() keeps what it does not understand from a client of ${era}`, async () => {
    const { app, service, logged } = fixture();
    service.answer = () => {
      throw new TypeError("what the page said");
    };
    const client = await connect(app, era);
    const result = await client.callTool({ name: "outline", arguments: {} });
    assertEquals(result.isError, true);
    assertEquals(
      text(result),
      "outline failed for a reason pagetap does not know; its log says where",
    );
    await assertRejects(() => client.readResource({ uri: "workspace://current" }), ProtocolError);
    const log = logged.join("");
    assertStringIncludes(log, "error=TypeError");
    assertStringIncludes(log, "handler_test.ts");
    assertEquals(log.includes("what the page said"), false);
    await client.close();
  });

  Deno.test(`createMcp() refuses an unknown tool to a client of ${era}`, async () => {
    const { app, service } = fixture();
    const client = await connect(app, era);
    const error = await assertRejects(
      () => client.callTool({ name: "clik", arguments: {} }),
      ProtocolError,
    );
    assertEquals(error.code, -32602);
    assertStringIncludes(error.message, "there are open_session, navigate");
    assertEquals(service.asked, []);
    await client.close();
  });

  Deno.test(`createMcp() lists and reads resources for a client of ${era}`, async () => {
    const { app, service } = fixture();
    const client = await connect(app, era, "?workspace=w9");
    const { resources } = await client.listResources();
    assertEquals(resources.map(({ uri }) => uri), RESOURCES.map(({ uri }) => uri));
    const { resourceTemplates } = await client.listResourceTemplates();
    assertEquals(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      RESOURCE_TEMPLATES.map(({ uriTemplate }) => uriTemplate),
    );
    const uri = "workspace://console?pages=3&level=error&text=a%20b";
    const { contents } = await client.readResource({ uri });
    assertEquals(contents, [{
      uri,
      mimeType: "application/json",
      text: '{"capture":false,"how":"open_session(capture=true)"}',
    }]);
    assertEquals(service.asked, [{ workspace: "w9", what: "read", args: { uri } }]);
    await client.close();
  });

  Deno.test(`createMcp() gives the skill as Markdown to a client of ${era}`, async () => {
    const { app, service } = fixture();
    const client = await connect(app, era);
    const { resources } = await client.listResources();
    const listed = resources.filter(({ uri }) => uri.startsWith("skill://"));
    assertEquals(listed.map(({ uri }) => uri), SKILL.map(({ uri }) => uri));
    for (const { uri, mimeType } of listed) {
      const { contents } = await client.readResource({ uri });
      const text = SKILL.find((each) => each.uri === uri)?.text ?? "";
      assertEquals(contents, [{ uri, mimeType: "text/markdown", text }]);
      assertEquals(mimeType, "text/markdown");
    }
    const none = "skill://pagetap/references/none.md";
    await assertRejects(() => client.readResource({ uri: none }), ProtocolError, "SKILL.md");
    assertEquals(service.asked, []);
    await client.close();
  });

  Deno.test(`createMcp() names what is wrong with a resource to a client of ${era}`, async () => {
    const { app, service } = fixture();
    const client = await connect(app, era);
    service.answer = () => {
      throw new ActionError(400, "level must be one of all, error, warn");
    };
    const bad = await assertRejects(
      () => client.readResource({ uri: "workspace://console?level=loud" }),
      ProtocolError,
    );
    assertEquals(bad.code, -32602);
    assertStringIncludes(bad.message, "level must be one of all, error, warn");
    service.answer = () => {
      throw new ActionError(404, "There is no request 9.9");
    };
    const absent = await assertRejects(
      () => client.readResource({ uri: "workspace://network/9.9" }),
      ProtocolError,
    );
    assert(absent.code === -32602 || absent.code === -32002);
    assertStringIncludes(absent.message, "There is no request 9.9");
    await client.close();
  });

  Deno.test(`createMcp() tells the progress of a call to a client of ${era}`, async () => {
    const { app, service } = fixture();
    service.answer = (_asked, options) => {
      options?.progress?.("waiting for the page");
      options?.progress?.("still waiting");
      return { call: 1 };
    };
    const client = await connect(app, era);
    const told: unknown[] = [];
    await client.callTool({ name: "outline", arguments: {} }, {
      onprogress: (progress) => told.push(progress),
    });
    assertEquals(told, [
      { progress: 1, message: "waiting for the page" },
      { progress: 2, message: "still waiting" },
    ]);
    await client.close();
  });

  Deno.test(`createMcp() tells who it is to a client of ${era}`, async () => {
    const client = await connect(fixture().app, era);
    assertEquals(client.getServerVersion()?.name, "pagetap");
    assertEquals(client.getServerVersion()?.version, "1.2.3");
    assertStringIncludes(client.getInstructions() ?? "", "open_session");
    // Nothing is promised that is not kept.
    assertEquals(client.getServerCapabilities(), {
      tools: { listChanged: false },
      resources: { listChanged: false },
      completions: {},
    });
    await client.close();
  });
}

for (const extensions of [{}, { [APPS_EXTENSION]: {} }]) {
  const whose = JSON.stringify(extensions);
  Deno.test(`createMcp() spends fewer than 14 000 bytes on the list of tools for a client with ${whose}`, async () => {
    const client = await connect(fixture().app, "2026-07-28", "", undefined, extensions);
    const { tools } = await client.listTools();
    assertEquals(tools.some(({ name }) => name === "show"), APPS_EXTENSION in extensions);
    const { length } = new TextEncoder().encode(JSON.stringify(tools));
    assert(length < 14_000, `${length} bytes`);
    await client.close();
  });
}
