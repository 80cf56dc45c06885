/** For tests: DeepL on loopback. It checks the key as the real one does, and "translates" by naming the languages. */

export interface DeeplRequest {
  method: string;
  path: string;
  authorization: string | null;
  body: { text: string[]; source_lang: string; target_lang: string; preserve_formatting?: boolean };
}

export interface DeeplServer extends AsyncDisposable {
  base: string;
  requests: DeeplRequest[];
  /** Answers everything from now on with this status, and this body where one is given. */
  answerWith: (status: number, body?: string) => void;
}

export const deeplKey = "loopback-key";

export function deeplServer(): DeeplServer {
  const requests: DeeplRequest[] = [];
  let forced: { status: number; body: string } | null = null;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const authorization = request.headers.get("authorization");
    const body = await request.json();
    requests.push({ method: request.method, path: pathname, authorization, body });
    if (forced) {
      const headers = forced.status === 302 ? { location: "/elsewhere" } : undefined;
      return new Response(forced.body, { status: forced.status, headers });
    }
    if (authorization !== `DeepL-Auth-Key ${deeplKey}`) return new Response("Forbidden", { status: 403 });
    if (request.method !== "POST" || pathname !== "/v2/translate") return new Response("Not found", { status: 404 });
    if (body.text.length > 50) return new Response("Too many texts", { status: 400 });
    const translations = body.text.map((text: string) => ({
      detected_source_language: body.source_lang,
      text: `[${body.source_lang}→${body.target_lang.split("-").slice(0, 1)}] ${text}`,
    }));
    return Response.json({ translations });
  });
  return {
    base: `http://127.0.0.1:${server.addr.port}`,
    requests,
    answerWith: (status, body = "") => void (forced = { status, body }),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
