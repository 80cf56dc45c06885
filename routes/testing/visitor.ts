/** A browser without a screen: keeps cookies, names its origin, follows redirects when asked, reads forms. */
import type { Hono } from "hono";
import type { AppEnv } from "../http/env.ts";

export interface VisitorOptions {
  /** Scheme and host that the visitor typed. */
  origin?: string;
  /** The visitor's address on the network. */
  address?: string;
  headers?: Record<string, string>;
}

export type FormFields = Record<string, string | Blob | (string | Blob)[]>;

interface Sent {
  headers?: Record<string, string>;
}

export class Visitor {
  /** Live cookies by name; Max-Age stands in `lifetimes`. */
  readonly cookies = new Map<string, string>();
  /** Seconds, as the last Set-Cookie of that name said; absent for cookies of the browser session. */
  readonly lifetimes = new Map<string, number>();
  readonly origin: string;
  #app: Hono<AppEnv>;
  #now: () => number;
  #expiries = new Map<string, number>();
  #options: VisitorOptions;

  constructor(app: Hono<AppEnv>, now: () => number, options: VisitorOptions = {}) {
    this.#app = app;
    this.#now = now;
    this.#options = options;
    this.origin = options.origin ?? "http://localhost:8000";
  }

  get(path: string, sent: Sent = {}): Promise<Response> {
    return this.request(path, { headers: sent.headers });
  }

  /** Posts a form as our own pages do, with their Origin. */
  post(path: string, fields: FormFields = {}, sent: Sent = {}): Promise<Response> {
    const values = Object.entries(fields).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => [name, each] as const)
    );
    const hasFiles = values.some(([, value]) => value instanceof Blob);
    const body = hasFiles ? new FormData() : new URLSearchParams();
    for (const [name, value] of values) body.append(name, value as string);
    return this.request(path, { method: "POST", body, headers: { origin: this.origin, ...sent.headers } });
  }

  /** Calls the API with a JSON body. */
  call(method: string, path: string, body?: unknown, sent: Sent = {}): Promise<Response> {
    return this.request(path, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        ...(method === "GET" ? {} : { origin: this.origin }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...sent.headers,
      },
    });
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ host: new URL(this.origin).host, ...this.#options.headers });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const cookie = this.#cookieHeader();
    if (cookie) headers.set("cookie", cookie);
    const request = new Request(new URL(path, this.origin), { ...init, headers, redirect: "manual" });
    const connection = { remoteAddr: { hostname: this.#options.address ?? "192.0.2.1" } };
    const response = await this.#app.fetch(request, connection as never);
    this.#keepCookies(response);
    return response;
  }

  /** The page that a redirect leads to; throws if the answer is no redirect, or leads to another site. */
  async follow(response: Response): Promise<Response> {
    const location = response.headers.get("location");
    await response.body?.cancel();
    if (response.status < 300 || response.status > 399 || !location) throw new Error(`no redirect: ${response.status}`);
    const url = new URL(location, this.origin);
    if (url.origin !== this.origin) throw new Error(`leads away: ${location}`);
    return await this.get(url.pathname + url.search);
  }

  #cookieHeader(): string {
    for (const [name, expiresAt] of this.#expiries) if (expiresAt <= this.#now()) this.#forget(name);
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  #keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const name = pair.slice(0, pair.indexOf("="));
      const age = attributes.find((attribute) => /^max-age=/i.test(attribute))?.slice(8);
      this.#forget(name);
      if (age !== undefined && Number(age) <= 0) continue;
      this.cookies.set(name, pair.slice(name.length + 1));
      if (age === undefined) continue;
      this.lifetimes.set(name, Number(age));
      this.#expiries.set(name, this.#now() + Number(age) * 1000);
    }
  }

  #forget(name: string): void {
    this.cookies.delete(name);
    this.lifetimes.delete(name);
    this.#expiries.delete(name);
  }
}
