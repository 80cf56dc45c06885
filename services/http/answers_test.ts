/** Answers of every kind, as a client reads them. */
import { expect } from "expect";
import { until } from "../../tests/patience.ts";
import { answerKnown, type KnownBody, markReady, readyAnswer, signsOf } from "./send_answer.ts";
import type { Handle } from "./server.ts";
import { serveForTest } from "./testing/server.ts";

async function served(handle: Handle, work: (origin: string) => Promise<void>): Promise<void> {
  const server = await serveForTest(handle);
  try {
    await work(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
}

Deno.test("a text, bytes, nothing and a ready answer come with their lengths, and all their headers", async () => {
  const bytes = new TextEncoder().encode("春信");
  const every = Uint8Array.from({ length: 256 }, (_, at) => at);
  const ready = readyAnswer(new Headers({ "content-type": "text/plain", "content-length": "99" }), bytes);
  const answers: Record<string, () => Response> = {
    "/text": () => new Response("Vesna 春信", { status: 201 }),
    "/bytes": () => new Response(bytes),
    "/none": () => new Response(null, { status: 204 }),
    "/empty": () => new Response(""),
    "/ready": () => markReady(new Response(bytes), ready),
    "/every": () => markReady(new Response(every), readyAnswer(new Headers(), every)),
  };
  await served((request) => {
    const response = answers[new URL(request.url).pathname]!();
    response.headers.append("set-cookie", "a=1");
    response.headers.append("set-cookie", "b=2");
    return response;
  }, async (origin) => {
    const seen = async (path: string, method = "GET") => {
      const answer = await fetch(origin + path, { method });
      return [answer.status, answer.headers.get("content-length"), await answer.text()];
    };
    expect(await seen("/text")).toEqual([201, "12", "Vesna 春信"]);
    expect(await seen("/bytes")).toEqual([200, "6", "春信"]);
    expect(await seen("/none")).toEqual([204, null, ""]);
    expect(await seen("/empty")).toEqual([200, "0", ""]);
    expect(await seen("/ready")).toEqual([200, "6", "春信"]);
    expect(await (await fetch(`${origin}/every`)).bytes()).toEqual(every);
    expect((await seen("/text", "HEAD"))[2]).toBe("");
    expect(await seen("/ready", "HEAD")).toEqual([200, "6", ""]);
    const { headers, body } = await fetch(`${origin}/text`);
    await body?.cancel();
    expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });
});

Deno.test("an answer whose text is known is sent from it, as the same answer read out would be", async () => {
  const text = "Vesna 春信 \u{1F338} é ".repeat(50);
  const endless = "春".repeat(200_000);
  const headers = [["content-type", "text/plain"], ["set-cookie", "a=1"], ["set-cookie", "b=2"]] as [string, string][];
  const said = (body: BodyInit) => new Response(body, { status: 203, headers });
  const known = (body: KnownBody) => () => answerKnown(body, said);
  const answers: Record<string, () => Response> = {
    "/plain": () => said(text),
    "/text": known({ text }),
    "/signs": known({ signs: [signsOf(text.slice(0, 7)), signsOf(text.slice(7))] }),
    "/none": known({ signs: [] }),
    "/endless": known({ text: endless }),
    "/endless-signs": known({ signs: [signsOf(endless)] }),
  };
  let last: Response;
  await served((request) => last = answers[new URL(request.url).pathname]!(), async (origin) => {
    const seen = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(origin + path, init);
      const { headers, status } = answer;
      const told = ["content-type", "content-length"].map((name) => headers.get(name));
      return { status, told, cookies: headers.getSetCookie(), isDated: headers.has("date"), text: await answer.text() };
    };
    const ways: RequestInit[] = [{}, { method: "HEAD" }, { method: "POST", body: "x" }, {
      headers: { connection: "close" },
    }];
    for (const way of ways) {
      const plain = await seen("/plain", way);
      for (const path of ["/text", "/signs"]) expect(await seen(path, way)).toEqual(plain);
    }
    for (const [path, isRead] of [["/plain", true], ["/text", false], ["/signs", false], ["/endless", true]] as const) {
      await seen(path);
      expect([path, last.body!.locked]).toEqual([path, isRead]);
    }
    expect((await seen("/plain")).text).toBe(text);
    expect(await seen("/none")).toMatchObject({ told: ["text/plain", "0"], text: "" });
    for (const path of ["/endless", "/endless-signs"]) expect((await seen(path)).text).toBe(endless);
    // One connection carries one answer after the other.
    for (let time = 0; time < 20; time++) expect((await seen(time % 2 ? "/signs" : "/text")).text).toBe(text);
  });
});

Deno.test("what is written bit by bit arrives bit by bit, and a reader who leaves ends it", async () => {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let isCancelled = false;
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start: (its) => void (controller = its),
      cancel: () => void (isCancelled = true),
    });
  await served(() => new Response(stream()), async (origin) => {
    const leave = new AbortController();
    const asking = fetch(origin, { signal: leave.signal });
    await until(() => controller, "the question");
    controller.enqueue(new TextEncoder().encode("first"));
    const reader = (await asking).body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe("first");
    controller.enqueue(new TextEncoder().encode("second"));
    expect((await reader.read()).value).toBe("second");
    leave.abort();
    await reader.read().catch(() => {});
    await until(() => isCancelled, "the end of the stream");
  });
});

const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();

Deno.test("megabytes arrive whole, one way and the other, on a connection that stays", async () => {
  const large = crypto.getRandomValues(new Uint8Array(65536));
  const whole = new Uint8Array(5 * 1024 * 1024).map((_, at) => large[at % large.length]!);
  await served(async (request) => new Response(await request.bytes()), async (origin) => {
    for (let times = 0; times < 3; times++) {
      const answer = await fetch(origin, { method: "POST", body: whole });
      expect(await digest(await answer.bytes())).toBe(await digest(whole));
    }
  });
});

Deno.test("a handler that throws or rejects is answered by `onError`", async () => {
  await served((request) => {
    if (request.url.endsWith("/now")) throw new Error("now");
    return Promise.reject(new Error("later"));
  }, async (origin) => {
    for (const path of ["/now", "/later"]) {
      const answer = await fetch(origin + path);
      expect([answer.status, await answer.text()]).toEqual([500, `Error: ${path.slice(1)}`]);
    }
  });
});
