/**
 * An arrived request as the standard's Request: its address, method and headers at once, the rest only on demand.
 * Making a whole Request costs a third of all that a kept page costs.
 */
import type { IncomingMessage } from "node:http";
import type { HttpLimits } from "./limits.ts";
import { bodyOf } from "./request_body.ts";

/** Whether bytes follow the headers; without a length and without chunks none do. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** The address that the target names (RFC 9112, 3.2): an absolute one itself, any other that of the Host header. */
function addressOf({ url = "/", method, headers, httpVersionMinor, socket }: IncomingMessage): string {
  if (method === "CONNECT") return `http://${url}/`;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(url)) return url;
  const host = headers.host ?? (httpVersionMinor === 0 ? `${socket.localAddress}:${socket.localPort}` : "");
  return `http://${host}${url.startsWith("/") ? "" : "/"}${url}`;
}

const readsBody = ["arrayBuffer", "blob", "bytes", "formData", "json", "text"] as const;
const tells = [
  "bodyUsed",
  "cache",
  "credentials",
  "destination",
  "integrity",
  "keepalive",
  "mode",
  "redirect",
  "referrer",
  "referrerPolicy",
  "signal",
] as const;

class ArrivedRequest {
  readonly url: string;
  readonly method: string;
  #message: IncomingMessage;
  #limits: HttpLimits;
  #headers: Headers | null = null;
  #whole: Request | null = null;

  constructor(message: IncomingMessage, limits: HttpLimits) {
    this.#message = message;
    this.#limits = limits;
    this.url = addressOf(message);
    this.method = message.method!;
  }

  get headers(): Headers {
    return this.#headers ??= headersOf(this.#message.rawHeaders);
  }

  get body(): Request["body"] {
    return this.#hasBody ? this.whole.body : null;
  }

  get whole(): Request {
    return this.#whole ??= this.#make();
  }

  #make(): Request {
    const { headers } = this;
    // A Request may not have every method and address that a peer can send; reading the body needs neither.
    if (!this.#hasBody) return new Request("http://localhost/", { headers });
    const init = { method: "POST", headers, body: bodyOf(this.#message, this.#limits), duplex: "half" };
    return new Request("http://localhost/", init as RequestInit);
  }

  get #hasBody(): boolean {
    return this.method !== "GET" && this.method !== "HEAD" && hasBody(this.#message);
  }
}

for (const name of readsBody) {
  Object.defineProperty(ArrivedRequest.prototype, name, {
    value(this: ArrivedRequest) {
      return this.whole[name]();
    },
  });
}
for (const name of tells) {
  Object.defineProperty(ArrivedRequest.prototype, name, {
    get(this: ArrivedRequest) {
      return this.whole[name];
    },
  });
}
Object.setPrototypeOf(ArrivedRequest.prototype, Request.prototype);

function headersOf(raw: string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at]!, raw[at + 1]!);
  return headers;
}

/** The request of a message that arrived. */
export const requestOf = (message: IncomingMessage, limits: HttpLimits): Request =>
  new ArrivedRequest(message, limits) as unknown as Request;
