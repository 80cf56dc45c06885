/** Refuses a method that an address does not take before anything reads the request, and names those that it takes. */
import type { Hono, MiddlewareHandler } from "hono";
import type { Router } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import { refuse } from "../../kv/store/refusals.ts";
import type { AppContext, AppEnv } from "../http/env.ts";
import { answerRefusal } from "../http/refusal_answer.tsx";
import { ticketOf } from "./sign_in_ticket.tsx";

/** The methods that an address takes, in a fixed order; none if nothing is mounted there. */
export type MethodsOf = (path: string) => string[];

const order = ["GET", "HEAD", "POST", "PATCH", "DELETE"];
const known = new Set([...order, "PUT", "OPTIONS"]);

/** The operator's addresses: for everybody else there is no such page, whatever the method. */
const hiddenPath = /^\/(?:metrics$|operator\/)/;

/** Hono's own router, where looking up a method like "constructor" finds something: all unknown methods become "OTHER". */
export function routerOfKnownMethods<T>(): Router<T> {
  const router = new SmartRouter<T>({ routers: [new RegExpRouter<T>(), new TrieRouter<T>()] });
  return {
    name: "routerOfKnownMethods",
    add: (method, path, handler) => router.add(method, path, handler),
    match: (method, path) => router.match(known.has(method) ? method : "OTHER", path),
  };
}

/** The methods by the app's routes, which are read when first asked for: by then all are mounted. */
export function methodsOf(app: Hono<AppEnv>): MethodsOf {
  let table: TrieRouter<AllowedMethods> | null = null;
  return (path) => {
    table ??= tableOf(app);
    const routes = table.match("ANY", path)[0].map(([route]) => route);
    // A fixed name wins over a parameter: "/mail/counter" is a route of its own, not the letter with that id.
    const fewest = Math.min(...routes.map(({ parameters }) => parameters));
    const methods = new Set(routes.flatMap(({ method, parameters }) => parameters === fewest ? [method] : []));
    if (methods.has("GET")) methods.add("HEAD");
    return order.filter((method) => methods.has(method));
  };
}

interface AllowedMethods {
  method: string;
  parameters: number;
}

function tableOf(app: Hono<AppEnv>): TrieRouter<AllowedMethods> {
  const table = new TrieRouter<AllowedMethods>();
  for (const { method, path } of app.routes) {
    // Middleware is mounted for all methods, and is no route.
    if (method === "ALL" || hiddenPath.test(path)) continue;
    table.add("ANY", path, { method, parameters: path.match(/:|\*/g)?.length ?? 0 });
  }
  return table;
}

/** Refuses other methods. Reading a page, as most requests do, is left to the router alone. */
export const refuseOtherMethods = (methodsAt: MethodsOf): MiddlewareHandler<AppEnv> => async (c, next) => {
  const { req: { method }, var: { facts: { path } } } = c;
  if ((method === "GET" || method === "HEAD") && !path.startsWith("/api/")) return await next();
  const methods = methodsAt(path);
  if (methods.includes(method) || (methods.length === 0 && known.has(method))) return await next();
  if (method === "POST" && ticketOf(c)) return await next();
  return await answerOtherMethod(c, methods);
};

/** Answers what no route took: `method_not_allowed` if the address takes other methods, else `not_found`. */
export async function answerUnrouted(c: AppContext, methodsAt: MethodsOf): Promise<Response> {
  const methods = methodsAt(c.var.facts.path);
  if (methods.length === 0 || methods.includes(c.req.method)) return await answerRefusal(c, refuse("not_found"));
  return await answerOtherMethod(c, methods);
}

async function answerOtherMethod(c: AppContext, methods: string[]): Promise<Response> {
  c.header("allow", (methods.length > 0 ? methods : ["GET", "HEAD"]).join(", "));
  return await answerRefusal(c, refuse("method_not_allowed"));
}
