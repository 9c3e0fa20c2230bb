import { assertEquals } from "@std/assert";
import { listen, type Listener } from "../../http/listener.ts";

function start(handle: (request: Request) => Promise<Response>): Promise<Listener> {
  return listen({ host: "127.0.0.1", port: 0, handle });
}

Deno.test("Listener.stop() lets a running answer finish and refuses the next", async () => {
  const running = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const listener = await start(async () => {
    running.resolve();
    await finish.promise;
    return new Response("finished");
  });
  const url = `http://127.0.0.1:${listener.port}/`;
  const answer = fetch(url);
  await running.promise;
  const stopped = listener.stop(5_000);
  assertEquals(listener.stop(5_000), stopped);
  const refused = await fetch(url).then((response) => response.status, () => "refused");
  assertEquals(refused, "refused");
  finish.resolve();
  assertEquals(await (await answer).text(), "finished");
  await stopped;
});

Deno.test("Listener.stop() aborts what is still running when its time is up", async () => {
  const running = Promise.withResolvers<void>();
  const listener = await start((request) => {
    running.resolve();
    return new Promise((resolve) => {
      request.signal.addEventListener("abort", () => resolve(new Response("cut", { status: 503 })));
    });
  });
  const answer = fetch(`http://127.0.0.1:${listener.port}/`);
  await running.promise;
  await listener.stop(10);
  const response = await answer;
  assertEquals({ status: response.status, body: await response.text() }, {
    status: 503,
    body: "cut",
  });
});

Deno.test("Listener.stop() cuts what does not end even when aborted", async () => {
  const running = Promise.withResolvers<void>();
  const end = Promise.withResolvers<Response>();
  const listener = await start(() => {
    running.resolve();
    return end.promise;
  });
  const answer = fetch(`http://127.0.0.1:${listener.port}/`).then(() => "answered", () => "cut");
  await running.promise;
  await listener.stop(10);
  assertEquals(await answer, "cut");
  end.resolve(new Response("late"));
});
