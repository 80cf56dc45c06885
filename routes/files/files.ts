/** Files that are the same for everybody: hashed assets, cached for a year, the rest of /static, for a day, and health. */
import { localePrefixes } from "../middleware/locale.ts";
import type { Hono } from "hono";
import { serveStatic } from "hono/deno";
import type { AppContext, AppEnv, Dependencies } from "../http/env.ts";

const immutable = "public, max-age=31536000, immutable";
const aDay = "public, max-age=86400";

export function mountFiles(app: Hono<AppEnv>, deps: Dependencies): void {
  // Does not ask the store: it answers at once, whatever the store does.
  app.get("/healthz", (c) => {
    const { fault } = deps.store.health;
    if (deps.isReady() && fault === null) return c.json({ status: "ok" });
    c.header("cache-control", "no-store");
    return c.json({ status: "unavailable", ...(fault && { store: fault }) }, 503);
  });
  app.get(
    "/assets/*",
    serveStatic({ root: ".build", precompressed: true, onFound: (_path, c) => c.header("cache-control", immutable) }),
  );
  app.get("/static/*", serveStatic({ root: ".", onFound: (_path, c) => c.header("cache-control", aDay) }));
  // A portrait that is gone is answered with a neutral picture and status 404.
  app.get("/static/images/portraits/*", (c) => defaultPicture(c));
  app.get("/speculation-rules.json", (c) => c.body(speculationRules(true), 200, speculationHeaders));
  app.get("/speculation-rules-members.json", (c) => c.body(speculationRules(false), 200, speculationHeaders));
  app.get("/favicon.ico", (c) => c.redirect("/static/images/favicon.svg", 301));
}

/**
 * Pages whose reading changes nothing may be prefetched when a pointer rests on their link. If a member looks at a profile,
 * it counts as a visit, and a prefetched page is shown without asking again: so members prefetch no profiles.
 */
const speculationRules = (withProfiles: boolean): string =>
  JSON.stringify({
    prefetch: [{
      where: {
        href_matches: [
          ...(withProfiles ? localePrefixes.map((prefix) => `${prefix}/girl/*`) : []),
          ...localePrefixes.flatMap((prefix) => [`${prefix}/girls/*`, `${prefix}/search*`]),
        ],
      },
      eagerness: "moderate",
    }],
  });
const speculationHeaders = { "content-type": "application/speculationrules+json", "cache-control": aDay };

const sizeSuffix = /-(320|quad|avatar)\.webp$/;

async function defaultPicture(c: AppContext): Promise<Response> {
  const size = sizeSuffix.exec(c.req.path)?.[1];
  const file = await Deno.readFile(`static/images/no-avatar${size ? `-${size}` : ""}.webp`);
  return c.body(file, 404, { "content-type": "image/webp", "cache-control": "no-cache" });
}
