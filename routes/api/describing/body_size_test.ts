/** Bodies of any size meet a limit, on a real server, which goes on serving. */
import { expect } from "expect";
import type { HttpLimits } from "../../../services/http/limits.ts";
import { serveForTest } from "../../../services/http/testing/server.ts";
import { testApp, type TestSite } from "../../testing/site.ts";
import { jamesSignsUp, read, refused } from "../testing/calls.ts";

const tenMegabytes = 10 * 1024 * 1024;
const json = { "content-type": "application/json" };
const kinds = [
  "application/json",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "text/plain",
];

/** Serves the app on a port of its own. */
async function serve(
  site: TestSite,
  limits: Partial<HttpLimits> = {},
): Promise<{ url: string; port: number } & AsyncDisposable> {
  const server = await serveForTest((request, caller) => site.app.fetch(request, caller), 0, limits);
  const { port } = server.addr;
  return { url: `http://127.0.0.1:${port}`, port, [Symbol.asyncDispose]: () => server.shutdown() };
}

/**
 * Sends bytes in chunks, without saying beforehand how many, until the answer comes. By hand, because a fetch whose
 * body is cut off never lets go of it.
 */
async function sendChunked(
  port: number,
  bytes: number,
  type: string,
  path = "/api/authorization",
  cookie = "",
): Promise<Response> {
  const line = await Deno.connect({ port, hostname: "127.0.0.1" });
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${type}\r\n` +
    `${cookie && `Cookie: ${cookie}\r\nOrigin: http://127.0.0.1:${port}\r\n`}Transfer-Encoding: chunked\r\n\r\n`;
  const chunk = new TextEncoder().encode(`10000\r\n${"a".repeat(0x10000)}\r\n`);
  const sending = (async () => {
    await writeAll(line, new TextEncoder().encode(head));
    for (let sent = 0; sent < bytes; sent += 0x10000) await writeAll(line, chunk);
    await writeAll(line, new TextEncoder().encode("0\r\n\r\n"));
  })().catch(() => {/* The server hangs up once it has answered. */});
  const text = await readAnswer(line);
  line.close();
  await sending;
  const [, status, headers = "", body] = /^HTTP\/1\.1 (\d+)[^\n]*\n(.*?)\r\n\r\n(.*)$/s.exec(text) ?? [];
  const contentType = /content-type: ([^\r]+)/i.exec(headers)?.[1] ?? "";
  return new Response(body || null, { status: Number(status), headers: { "content-type": contentType } });
}

async function writeAll(line: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length;) from += await line.write(bytes.subarray(from));
}

async function readAnswer(line: Deno.Conn): Promise<string> {
  const buffer = new Uint8Array(0x10000);
  let text = "";
  while (!/\r\n\r\n.*\}|204.*\r\n\r\n/s.test(text)) {
    const count = await line.read(buffer);
    if (count === null) break;
    text += new TextDecoder().decode(buffer.subarray(0, count));
  }
  return text;
}

const isAlive = async (url: string) => await read(fetch(`${url}/api/users/unique/?attribute=firstname&groupId=2`));

Deno.test("ten megabytes are too large, whatever kind of body they are, and the server goes on", async () => {
  await using site = await testApp();
  await using server = await serve(site);
  for (const type of kinds) {
    for (const path of ["/api/authorization", "/api/users/", "/api/auth/logout", "/api/mail"]) {
      const body = new Uint8Array(tenMegabytes);
      const answer = await fetch(server.url + path, { method: "POST", body, headers: { "content-type": type } });
      await refused(answer, 413, "too_large");
    }
    await isAlive(server.url);
  }
});

Deno.test("ten megabytes that do not say so beforehand are cut off while they arrive", async () => {
  await using site = await testApp();
  await using server = await serve(site);
  for (const type of kinds) {
    await refused(sendChunked(server.port, tenMegabytes, type), 413, "too_large");
    await isAlive(server.url);
  }
  // A call that does not read its body leaves nothing open.
  expect((await sendChunked(server.port, 0x10000, "text/plain", "/api/auth/logout")).status).toBe(204);
});

Deno.test("a body just under the limit is read, and refused for what it says", async () => {
  await using site = await testApp();
  await using server = await serve(site);
  const body = JSON.stringify({ ...jamesSignsUp, lastname: "a".repeat(1_000_000) });
  const answer = await fetch(`${server.url}/api/users`, { method: "POST", body, headers: json });
  expect(Object.keys((await refused(answer, 422, "invalid")).fields!)).toEqual(["lastname"]);
});

Deno.test("a line that breaks in the middle of a body harms nobody else", async () => {
  await using site = await testApp();
  await using server = await serve(site);
  for (let n = 0; n < 5; n++) {
    using line = await Deno.connect({ port: server.port, hostname: "127.0.0.1" });
    const head = "POST /api/authorization HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    await writeAll(line, new TextEncoder().encode(`${head}Content-Length: 500\r\n\r\n{"email":"jam`));
  }
  await isAlive(server.url);
});

Deno.test("a body that stops coming is refused as too slow, by calls and pages, whatever kind it is", async () => {
  await using site = await testApp();
  await using server = await serve(site, { bodySeconds: 1 });
  const james = await site.addMan();
  const cookie = `Cookie: slsid=${(await site.visitorAs(james)).cookies.get("slsid")}\r\n`;
  const answers = kinds.flatMap((type) =>
    ["/api/authorization", "/api/mail", "/en/auth/sign-in"].map(async (path) => {
      const line = await Deno.connect({ port: server.port, hostname: "127.0.0.1" });
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: ${type}\r\n` +
        `Origin: http://127.0.0.1:${server.port}\r\n${
          path === "/api/mail" ? cookie : ""
        }Content-Length: 500\r\n\r\nhalf`;
      await writeAll(line, new TextEncoder().encode(head));
      const text = await new Response(line.readable).text();
      expect([path, type, text.slice(0, 12)]).toEqual([path, type, "HTTP/1.1 408"]);
      if (path.startsWith("/api/")) expect(text).toMatch(/"code":"too_slow"/);
    })
  );
  await Promise.all(answers);
  await isAlive(server.url);
});

Deno.test("a body that stops coming is refused as too slow, by calls and pages, whatever kind it is", async () => {
  await using site = await testApp();
  await using server = await serve(site, { bodySeconds: 1 });
  const james = await site.addMan();
  const cookie = `Cookie: slsid=${(await site.visitorAs(james)).cookies.get("slsid")}\r\n`;
  for (const type of kinds) {
    for (const path of ["/api/authorization", "/api/mail", "/en/auth/sign-in"]) {
      const line = await Deno.connect({ port: server.port, hostname: "127.0.0.1" });
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: ${type}\r\n` +
        `Origin: http://127.0.0.1:${server.port}\r\n${
          path === "/api/mail" ? cookie : ""
        }Content-Length: 500\r\n\r\nhalf of it`;
      await writeAll(line, new TextEncoder().encode(head));
      const text = await new Response(line.readable).text();
      expect([path, type, text.slice(0, 12)]).toEqual([path, type, "HTTP/1.1 408"]);
      if (path.startsWith("/api/")) expect(text).toMatch(/"code":"too_slow"/);
    }
  }
  await isAlive(server.url);
});

Deno.test("two hundred megabytes for a gallery are cut off after the first few, said beforehand or not", async () => {
  await using site = await testApp();
  await using server = await serve(site);
  const james = await site.addMan();
  const { cookies } = await site.visitorAs(james);
  const cookie = `slsid=${cookies.get("slsid")}`;
  const type = "multipart/form-data; boundary=x";
  const huge = 200 * 1024 * 1024;
  for (const path of ["/api/photos/", "/en/api/photos"]) {
    await refused(sendChunked(server.port, huge, type, path, cookie), 413, "too_large");
  }
  const page = await sendChunked(server.port, huge, type, "/en/man/men-account/photos", cookie);
  expect(page.status).toBe(413);
  await page.body?.cancel();
  const line = await Deno.connect({ port: server.port, hostname: "127.0.0.1" });
  const head = `POST /api/photos HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: ${type}\r\n` +
    `Cookie: ${cookie}\r\nContent-Length: ${huge}\r\n\r\n`;
  await writeAll(line, new TextEncoder().encode(head));
  // The answer comes although nothing of the body was sent.
  expect(await readAnswer(line)).toMatch(/^HTTP\/1\.1 413 /);
  line.close();
  await isAlive(server.url);
});
