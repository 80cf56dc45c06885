import { expect } from "expect";
import { askServer } from "./ask_server.ts";

/** What the operator is told if the server answers everything with this, and its health check with that. */
async function toldOf(answer: () => Response, health: unknown): Promise<string> {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => request.url.endsWith("/healthz") ? Response.json(health, { status: 503 }) : answer(),
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  const told = await askServer({ url, key: "key" }, "/operator/staff", "POST", {}).then(
    () => "done",
    ({ message }) => message,
  );
  await server.shutdown();
  return told.replace(url, "URL");
}

const page = (status: number) => () => new Response("<h1>…</h1>", { status, headers: { "content-type": "text/html" } });

Deno.test("a server that can do nothing now says why, as its health check knows it", async () => {
  const away = page(503);
  expect(await toldOf(away, { status: "unavailable", store: "full" })).toBe(
    "the server at URL cannot do it now: the disk of its store is full",
  );
  expect(await toldOf(away, { status: "unavailable", store: "gone" })).toBe(
    "the server at URL cannot do it now: /healthz says gone",
  );
  const starting = () => Response.json({ status: "starting" }, { status: 503 });
  expect(await toldOf(starting, { status: "starting" })).toBe("the server at URL cannot do it now: it is starting");
  expect(await toldOf(page(500), {})).toBe("the server at URL failed with status 500; its log says why");
});

Deno.test("where nobody answers, it may be starting or ending", async () => {
  const told = askServer({ url: "http://127.0.0.1:9", key: "key" }, "/operator/staff", "GET");
  await expect(told).rejects.toThrow("does not answer; is it starting or ending?");
});
