/** For tests: what all translation servers on loopback have in common, and every way in which one may fail. */

/** What an answer of 200 or 307 may be instead of a translation. */
export const misdeeds = [
  "rubbish",
  "a page",
  "another shape",
  "nothing",
  "too long",
  "control characters",
  "no end",
  "elsewhere",
] as const;

/** "silence" is no answer at all. */
export type Misdeed = typeof misdeeds[number] | "silence";

export interface PeerRequest<Body> {
  method: string;
  path: string;
  headers: Headers;
  body: Body;
}

export interface TranslationPeer<Body> extends AsyncDisposable {
  base: string;
  requests: PeerRequest<Body>[];
  /** What was wrong with requests; a test wants none. */
  problems: string[];
  /** How many huge answers the client has broken off. */
  brokenOff: number;
  /** Answers everything with this status and body from now on; properly again after null. */
  answerWith: (status: number | null, body?: string) => void;
  misbehave: (misdeed: Misdeed) => void;
}

interface Kind<Body> {
  path: string;
  /** The fields that a body must have, and no others; those with "?" may be missing. */
  fields: string[];
  /** Returns what else is wrong with a request, or a refusal as the real service gives it; null if it is right. */
  check: (request: PeerRequest<Body>) => string | Response | null;
  answer: (body: Body, translate: (text: string) => string) => unknown;
  translate: (text: string, body: Body) => string;
}

export function startPeer<Body extends object>(kind: Kind<Body>): TranslationPeer<Body> {
  const requests: PeerRequest<Body>[] = [];
  const problems: string[] = [];
  const closing = Promise.withResolvers<void>();
  let forced: { status: number; body: string } | Misdeed | null = null;

  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/elsewhere") problems.push("followed to another address");
    const body = await request.json() as Body;
    const asked = { method: request.method, path: pathname, headers: request.headers, body };
    requests.push(asked);
    if (forced !== null) return typeof forced === "string" ? await misdone(forced, body) : toldTo(forced);
    const wrong = faultOf(asked);
    if (wrong instanceof Response) return wrong;
    if (wrong !== null) {
      problems.push(wrong);
      return Response.json({ error: wrong }, { status: 400 });
    }
    return Response.json(kind.answer(body, (text) => kind.translate(text, body)));
  });

  function faultOf(asked: PeerRequest<Body>): string | Response | null {
    if (asked.method !== "POST" || asked.path !== kind.path) return `${asked.method} ${asked.path}`;
    if (asked.headers.get("content-type") !== "application/json") return "the body is said to be no JSON";
    const [needed, allowed] = [kind.fields.filter((each) => !each.endsWith("?")), kind.fields];
    const names = Object.keys(asked.body);
    const unknown = names.filter((name) => !allowed.includes(name) && !allowed.includes(`${name}?`));
    if (unknown.length > 0) return `unknown fields: ${unknown}`;
    const missing = needed.filter((name) => !names.includes(name));
    return missing.length > 0 ? `missing fields: ${missing}` : kind.check(asked);
  }

  const toldTo = ({ status, body }: { status: number; body: string }) => new Response(body, { status });

  async function misdone(misdeed: Misdeed, body: Body): Promise<Response> {
    const saying = (words: (text: string) => string) => Response.json(kind.answer(body, words));
    switch (misdeed) {
      case "rubbish":
        return new Response('{"translations":[{"text":', { headers: { "content-type": "application/json" } });
      case "a page":
        return new Response("<!doctype html><title>Sign in</title>", { headers: { "content-type": "text/html" } });
      case "another shape":
        return Response.json({ translations: "none", translatedText: 7, choices: [{ message: { content: null } }] });
      case "nothing":
        return saying(() => "");
      case "too long":
        return saying((text) => "long ".repeat(text.length + 60));
      case "control characters":
        return saying((text) => `${text}\u0007`);
      case "no end":
        return huge();
      case "elsewhere":
        return new Response(null, { status: 307, headers: { location: "/elsewhere" } });
      case "silence":
        await closing.promise;
        return new Response(null);
    }
  }

  /** A very long answer; it ends after 512 parts, so that a client that reads on is noticed. */
  function huge(): Response {
    const part = new TextEncoder().encode("nothing ".repeat(8192));
    let parts = 0;
    return new Response(
      new ReadableStream({
        pull(controller) {
          if (++parts <= 512) return controller.enqueue(part);
          problems.push("read a huge answer to its end");
          controller.close();
        },
        cancel: () => void peer.brokenOff++,
      }),
    );
  }

  const peer: TranslationPeer<Body> = {
    base: `http://127.0.0.1:${server.addr.port}`,
    requests,
    problems,
    brokenOff: 0,
    answerWith: (status, body = "") => void (forced = status === null ? null : { status, body }),
    misbehave: (misdeed) => void (forced = misdeed),
    async [Symbol.asyncDispose]() {
      closing.resolve();
      await server.shutdown();
    },
  };
  return peer;
}
