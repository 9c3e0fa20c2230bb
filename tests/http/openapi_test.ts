import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { Validator } from "@seriousme/openapi-schema-validator";
import { ACTIONS } from "../../http/actions/table.ts";
import { openApiDocument } from "../../http/openapi.ts";
import { type Fixture, fixture } from "../fakes/surface.ts";

/** What the tests look at of an operation. */
interface Operation {
  operationId: string;
  "x-scope"?: string;
  "x-scope-with"?: Record<string, string>;
  security: unknown[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: { properties?: Record<string, object> } }>;
  };
  responses: Record<string, object>;
}

const document = openApiDocument({ version: "1.2.3", secured: true });
const paths = document.paths as Record<string, Record<string, Operation>>;

function get(app: Fixture["app"], headers: Record<string, string> = {}): Promise<Response> {
  return app.handle(
    new Request("http://localhost:4445/openapi.json", {
      headers: { host: "localhost:4445", ...headers },
    }),
  );
}

for (const secured of [true, false]) {
  Deno.test(`openApiDocument() is valid OpenAPI 3.1, ${secured ? "with" : "without"} tokens`, async () => {
    const validator = new Validator();
    const made = openApiDocument({ version: "1.2.3", secured });
    const { valid, errors } = await validator.validate(structuredClone(made));
    assert(valid, JSON.stringify(errors));
    assertEquals(validator.version, "3.1");
  });
}

Deno.test("openApiDocument() resolves every reference within itself", () => {
  const refs = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
  for (const [, ref = ""] of refs) {
    let at: unknown = document;
    for (const step of ref.split("/")) at = (at as Record<string, unknown>)[step];
    assert(at !== undefined, ref);
  }
});

Deno.test("openApiDocument() has every route but MCP's and the admin page's, and no other", () => {
  const routes = fixture().app.paths;
  assertEquals(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
    ).sort(),
    routes.filter((route) => !/^\w+ \/(mcp|admin.*)$/.test(route)).sort(),
  );
});

Deno.test("openApiDocument() says of every action its name, its scope and its arguments", () => {
  for (const { name, path, scope, input } of ACTIONS) {
    const operation = paths[path]?.post;
    assert(operation?.requestBody !== undefined, name);
    assertEquals(operation.operationId, name);
    assertEquals(operation["x-scope"], scope);
    assertEquals(operation.security, [{ token: [scope] }]);
    const { schema } = operation.requestBody.content["application/json"] ?? {};
    assertEquals(Object.keys(schema?.properties ?? {}), Object.keys(input.shape), name);
    assertEquals(operation.requestBody.required, true, name);
  }
});

Deno.test("openApiDocument() says which arguments need a scope besides", () => {
  const besides = Object.values(paths).flatMap(({ post }) =>
    post?.["x-scope-with"] ? [[post.operationId, post["x-scope-with"]]] : []
  );
  assertEquals(Object.fromEntries(besides), {
    write: { secret: "secrets" },
    fill_form: { "fields[].secret": "secrets" },
    screenshot: { save: "interact" },
    print: { save: "interact" },
  });
});

Deno.test("a request as openApiDocument() has it is taken, also where no argument is required", async () => {
  const { app } = fixture();
  const send = (path: string, init: RequestInit) =>
    app.handle(
      new Request(`http://localhost:4445${path}`, {
        method: "POST",
        ...init,
        headers: { host: "localhost:4445", ...init.headers },
      }),
    );
  for (const { path, name, input } of ACTIONS) {
    if (!input.safeParse({}).success) continue;
    assertEquals((await send(path, {})).status, 415, name);
    const headers = { "content-type": "application/json" };
    assertNotEquals((await send(path, { headers, body: "{}" })).status, 415, name);
  }
});

Deno.test("openApiDocument() takes a selector to be exactly what is taken", () => {
  const { schemas } = document.components as { schemas: { Selector: object } };
  const words = { type: "string", minLength: 1, maxLength: 10_000 };
  const option = (required: string, more: object = {}) => ({
    type: "object",
    properties: { [required]: words, ...more },
    required: [required],
    additionalProperties: false,
  });
  assertEquals(schemas.Selector, {
    anyOf: [
      option("css"),
      option("xpath"),
      option("role", { name: words }),
      option("text"),
      option("label"),
      option("ref"),
    ],
  });
  const { schema } = paths["/browser/interact"]?.post?.requestBody?.content["application/json"] ??
    {};
  assertEquals(schema?.properties?.selector, { $ref: "#/components/schemas/Selector" });
});

Deno.test("openApiDocument() says where a screenshot's data is", () => {
  assertStringIncludes(
    JSON.stringify(paths["/browser/screenshot"]?.post?.responses[200]),
    '"data":{"type":"string","contentEncoding":"base64"}',
  );
});

Deno.test("openApiDocument() asks for no token where none is needed", () => {
  const open = openApiDocument({ version: "1.2.3", secured: false });
  assertEquals(JSON.stringify(open).includes('"security":[{'), false);
  assertEquals(paths["/health"]?.get?.security, []);
});

Deno.test("serveOpenApi() answers 304 to who has the document", async () => {
  const { app } = fixture();
  const first = await get(app);
  const { info, openapi } = await first.json();
  assertEquals([openapi, info.version], ["3.1.1", "1.2.3"]);
  const etag = first.headers.get("etag") ?? "";
  const again = await get(app, { "if-none-match": etag });
  assertEquals([again.status, await again.text()], [304, ""]);
  const other = await get(app, { "if-none-match": '"other"' });
  assertEquals(other.status, 200);
  await other.body?.cancel();
});

Deno.test("serveOpenApi() is behind the door", async () => {
  const response = await get(fixture({ authToken: "s3cret" }).app);
  assertEquals(response.status, 401);
  await response.body?.cancel();
});
