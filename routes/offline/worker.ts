/**
 * The worker of members' browsers (static/worker.js) and the page that it keeps for when there is no connection. Neither
 * depends on who asks: both are the same for everybody.
 */
import type { Hono } from "hono";
import { hashOf } from "../../islands/runtime/build_files.ts";
import { sentAsField } from "../../islands/offline/sent_as.ts";
import { workerPath } from "../../islands/offline/register.ts";
import type { AppContext, AppEnv, Dependencies, VariantName } from "../http/env.ts";
import { localHref } from "../http/page.tsx";
import { localesOf, prefixOf } from "../middleware/locale.ts";
import { wordsIn } from "../middleware/request_facts.ts";
import { offlineDocument, offlineFaces, offlineFiles, offlinePath } from "./offline_page.tsx";

/** Devices that subscribed to notes before the offline page existed registered the worker at this address. */
const formerPath = "/push_worker.js";

const file = new URL("../../static/worker.js", import.meta.url);

export function mountWorker(app: Hono<AppEnv>, deps: Dependencies): void {
  const workers = new Map<VariantName, { script: string; etag: string }>();

  const worker = async (c: AppContext) => {
    const { variant } = c.var.facts;
    const { script, etag } = workers.get(variant) ?? await makeWorker(deps, variant);
    workers.set(variant, { script, etag });
    // Browsers ask at every page whether it is still the same.
    c.header("etag", etag);
    c.header("cache-control", "no-cache");
    if (c.req.header("if-none-match") === etag) return c.body(null, 304);
    return c.body(script, 200, { "content-type": "text/javascript; charset=utf-8" });
  };

  app.get(workerPath, worker);
  if (deps.push) app.get(formerPath, worker);
  app.get(offlinePath, (c) => {
    c.header("cache-control", "no-cache");
    return c.html(offlineDocument(deps.manifest, c.var.facts));
  });
}

const longestFirst = ([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]) =>
  other.length - one.length;

/** The worker changes whenever a page that it keeps changes: browsers notice that and take the new one. */
async function makeWorker({ config, manifest }: Dependencies, variant: VariantName) {
  const prefixes = localesOf(variant).map((locale) => [prefixOf(variant, locale)!, locale] as const);
  const documents = prefixes.map(([prefix, locale]) =>
    offlineDocument(manifest, { prefix, ...wordsIn(config, locale) })
  );
  const kept = {
    version: hashOf(documents.join("")),
    // The first prefix that fits is taken; the empty one fits all.
    pages: prefixes.toSorted(longestFirst).map(([prefix]) => [prefix, localHref(prefix, offlinePath)]),
    files: offlineFiles(manifest),
    faces: offlineFaces(manifest),
    sentAsField,
  };
  const script = `const offline = ${JSON.stringify(kept)};\n${await Deno.readTextFile(file)}`;
  return { script, etag: `"${hashOf(script)}"` };
}
