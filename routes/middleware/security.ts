/** The headers of every answer, and the check that an unsafe call with our cookie comes from our own pages. */
import { getLogger } from "@logtape/logtape";
import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { isRecent } from "../../kv/store/days.ts";
import { refuse } from "../../kv/store/refusals.ts";
import type { AppContext, AppEnv } from "../http/env.ts";
import type { OutsidePolicy } from "../http/outside_types.ts";
import { answerRefusal } from "../http/refusal_answer.tsx";
import { visitedOf } from "./visited.ts";

const log = getLogger(["vesna", "http"]);

/**
 * The pages whose forms may lead to a payment provider: browsers apply the policy of the page with the form also to the
 * redirect that answers the form. No other form leads away from the site.
 */
const payingPath = /^\/man\/balance\/purchase(?:\/|$)/;

/** The pages that may ask for camera and microphone: the chat, its check, and a lady's verification. */
const filmingPath = /^\/(?:(?:man|lady)\/chat|lady\/verification)(?:\/|$)/;

/** What the headers of an answer depend on. */
interface Facts {
  /** Browsers heed `Strict-Transport-Security` only over an encrypted connection. */
  isEncrypted: boolean;
  isPaying: boolean;
  isFilming: boolean;
  /** What the page may load from outside services (outside.ts). */
  outside: OutsidePolicy | null;
}

/** Set after the answer is made: only then is it known whether its page loads anything from outside services. */
export const securityHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { deps, facts: { path, origin } } = c.var;
  const isEncrypted = origin.startsWith("https:");
  const facts: Facts = {
    isEncrypted,
    isPaying: payingPath.test(path),
    isFilming: filmingPath.test(path),
    outside: c.get("outside")?.policy ?? null,
  };
  const known = deps.running.securityHeaders;
  const name = `${isEncrypted}${facts.isPaying}${facts.isFilming}${facts.outside?.name ?? ""}`;
  const setHeaders = known.get(name) ?? secureHeaders(headersOf(facts, deps.payments.checkoutOrigins));
  known.set(name, setHeaders);
  await setHeaders(c, async () => {});
};

function headersOf(
  { isEncrypted, isPaying, isFilming, outside }: Facts,
  checkoutOrigins: string[],
): NonNullable<Parameters<typeof secureHeaders>[0]> {
  return {
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...outside?.scripts ?? []],
      styleSrc: ["'self'", ...outside?.styles ?? []],
      imgSrc: ["'self'", ...outside?.images ?? []],
      fontSrc: ["'self'"],
      mediaSrc: ["'self'"],
      connectSrc: ["'self'", ...outside?.connections ?? []],
      ...(outside && outside.frames.length > 0 && { frameSrc: outside.frames }),
      manifestSrc: ["'self'"],
      formAction: ["'self'", ...isPaying ? checkoutOrigins : []],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
    permissionsPolicy: {
      camera: isFilming ? ["self"] : [],
      microphone: isFilming ? ["self"] : [],
      displayCapture: [],
      geolocation: [],
      accelerometer: [],
      gyroscope: [],
      magnetometer: [],
      midi: [],
      payment: [],
      usb: [],
      serial: [],
      hid: [],
      screenWakeLock: [],
      xrSpatialTracking: [],
    },
    // Old headers that those above replace; they would only cost bytes.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    originAgentCluster: false,
    // With no-referrer Chromium posts forms with `Origin: null`.
    referrerPolicy: "same-origin",
    xFrameOptions: "DENY",
    crossOriginResourcePolicy: "same-origin",
    strictTransportSecurity: isEncrypted && "max-age=31536000",
  };
}

/** For a plain-text answer that the app did not make: nothing may be loaded, framed, sniffed or cached. */
export const bareHeaders: Record<string, string> = {
  "content-type": "text/plain; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cache-control": "no-store",
};

/** Mail programs post here without Origin and cookies (RFC 8058); the key in the address is all that counts there. */
const oneClickPath = /^\/unsubscribe\/[^/]+\/[^/]+$/;

/**
 * The page of the sandbox provider, where the address says who pays: a program that names no origin may press its
 * buttons.
 */
const sandboxPath = /^\/sandbox\/checkout\/[^/]+$/;

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses an unsafe call from another origin if a browser may have sent it on its own: with our cookie, or as a form.
 * Nobody but the caller can add a bearer token. A token in the query proves nothing: a foreign form may carry its author's
 * own token, to sign somebody in as the author.
 */
export const originCheck: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { path } = c.var.facts;
  if (safeMethods.has(c.req.method) || path.startsWith("/hooks/") || oneClickPath.test(path)) return await next();
  const isForPrograms = path.startsWith("/api/") || sandboxPath.test(path);
  const by = (c.var.signedIn ?? c.var.keptOut)?.by;
  const mustCheck = !isForPrograms || by === "cookie" || (by !== "bearer" && isFromBrowser(c));
  if (mustCheck && !isSameOrigin(c)) return answerRefusal(c, refuse("wrong_origin"));
  await next();
};

/** Whether a browser sent the request: only browsers add these headers on their own. */
const isFromBrowser = (c: AppContext): boolean =>
  c.req.header("origin") !== undefined || c.req.header("sec-fetch-site") !== undefined;

const lostHostEveryMs = 3600_000;

/** Whether a request comes from a page of our own. */
export function isSameOrigin(c: AppContext): boolean {
  const origin = c.req.header("origin");
  if (origin === undefined) return c.req.header("sec-fetch-site") === "same-origin";
  if (origin === c.var.facts.origin || origin === typedOrigin(c)) return true;
  tellOfLostHost(c, origin);
  return false;
}

/**
 * Logs if a page of ours is refused because a proxy drops the port of our address. A visitor can invent any other host, which
 * says nothing of the proxy; and as the name without its port can be invented as well, it is told again after an hour.
 */
function tellOfLostHost(c: AppContext, origin: string): void {
  const { deps: { config, store, running }, facts } = c.var;
  const ours = [config.english.url, config.chinese.url].filter((url) => url !== null);
  // A form from one of our sites to the other came to the host that it was sent to.
  if (!ours.includes(origin) || ours.includes(facts.origin)) return;
  if (!ours.some((url) => new URL(url).hostname === facts.host)) return;
  if (isRecent(store.now(), running.lostHostToldAt, lostHostEveryMs)) return;
  running.lostHostToldAt = store.now();
  log.error(
    "forms of {origin} are refused, because they seem to be sent to {host}: the proxy in front has to pass on the host " +
      "as the visitor typed it, with its port",
    { origin, host: facts.host },
  );
}

/**
 * The origin that the visitor typed, as far as is known: not the canonical one where a proxy in front ends the encryption and
 * does not say so. Where it does, a page that came without encryption is not ours.
 */
const typedOrigin = (c: AppContext): string =>
  `${visitedOf(c.var.deps.config, c.req.raw)?.scheme}://${c.var.facts.host}`;
