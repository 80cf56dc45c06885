/**
 * What a page loads from others: nothing, unless it is configured, on the site's own address, allowed by the visitor, and
 * on a page that holds nothing private. Everything about that is decided here, once a page.
 */
import { getCookie } from "hono/cookie";
import { parse as parseCookies } from "hono/utils/cookie";
import { createHmac } from "node:crypto";
import type { OutsideServicesProps } from "../../components/frame/types.ts";
import { lady, man } from "../../kv/accounts/users.ts";
import type { Config } from "../../services/config.ts";
import type { OutsideSettings } from "../../services/outside_settings.ts";
import type { AppContext, Dependencies } from "./env.ts";
import { type Choice, type Outside, type OutsidePolicy, type ServiceName, serviceNames } from "./outside_types.ts";

export const consentCookie = "consent";
/** Half a year; then the question comes again. */
export const consentSeconds = 182 * 24 * 3600;

const nothing: Outside = { offered: [], choice: null, services: null, policy: null };

/** Pages that everybody may see, and that hold nothing of anybody's. */
const openPath =
  /^\/(?:$|search$|(?:girls|blog|success-stories)(?:\/|$)|(?:about-us|anti-scam-guide|privacy-policy|terms-conditions|faq|contact-us)$)/;
/** Where somebody may need help about the own things, and no letter, message or card is near. */
const helpPath = /^\/man\/balance\/(?:history|how-site-works)$/;

/** Asked once a page; the headers of the answer follow it. */
export function outsideOf(c: AppContext): Outside {
  const known = c.get("outside");
  if (known) return known;
  const outside = decide(c);
  c.set("outside", outside);
  return outside;
}

function decide(c: AppContext): Outside {
  const { deps: { config }, facts, signedIn, keptOut } = c.var;
  const offered = offeredBy(config);
  // Who is kept out is no guest either: a cookie says the number to every script.
  const groupId = (signedIn ?? keptOut)?.user.groupId;
  const isForThem = groupId === undefined || groupId === man || groupId === lady;
  if (offered.length === 0 || !isOwnAddress(config, facts.origin) || !isForThem) return nothing;
  const choice = choiceOf(getCookie(c, consentCookie), offered);
  const isOpen = openPath.test(facts.path) && !c.req.url.includes("access_token");
  const { support, tagManagerId } = config.outside;
  // What reads the page never sees who is signed in, and the widget no letter.
  const mayTag = tagManagerId !== null && isOpen && groupId === undefined;
  const maySupport = support !== null && (isOpen || helpPath.test(facts.path));
  if (choice !== "all" || (!mayTag && !maySupport)) return { ...nothing, offered, choice };
  const services: OutsideServicesProps = {
    ...(mayTag && { tagManagerId }),
    ...(maySupport && { support: { url: support.url, token: support.token, person: personOf(support, signedIn) } }),
  };
  return { offered, choice, services, policy: policyOf(services) };
}

export function offeredBy({ mode, outside }: Pick<Config, "mode" | "outside">): ServiceName[] {
  if (mode !== "start") return [];
  return [
    ...outside.support ? ["support" as const] : [],
    ...outside.tagManagerId ? ["tagManager" as const] : [],
  ];
}

const isOwnAddress = ({ english, chinese }: Config, origin: string): boolean =>
  origin === english.url || origin === chinese.url;

/** An answer as the form and the cookie have it: "needed", or the names of what is allowed, which were named in the question. */
export const isAnswer = (text: string): boolean =>
  text === "needed" || text.split(".").every((name) => (serviceNames as readonly string[]).includes(name));

/** Null where nothing was said, or where one is offered that was not asked about then. */
function choiceOf(text: string | undefined, offered: readonly ServiceName[]): Choice | null {
  if (text === "needed") return text;
  const allowed = text?.split(".") ?? [];
  return offered.every((name) => allowed.includes(name)) ? "all" : null;
}

/** The number alone, and the proof that we say so: no name, no e-mail. */
function personOf(support: NonNullable<OutsideSettings["support"]>, signedIn: AppContext["var"]["signedIn"]) {
  if (!signedIn) return null;
  const id = String(signedIn.user.id);
  return { id, proof: createHmac("sha256", support.hmacKey).update(id).digest("hex") };
}

function policyOf({ support, tagManagerId }: OutsideServicesProps): OutsidePolicy {
  const tags = tagManagerId ? ["https://www.googletagmanager.com"] : [];
  const counters = tagManagerId ? ["https://*.google-analytics.com", "https://*.analytics.google.com"] : [];
  const widget = support ? [support.url] : [];
  return {
    name: `${support ? "support" : ""} ${tagManagerId ? "tags" : ""}`,
    scripts: [...tags, ...widget],
    // The widget writes its styles into the page.
    styles: support ? ["'unsafe-inline'"] : [],
    images: [...tags, ...counters, ...widget],
    connections: [...tags, ...counters, ...widget.flatMap((origin) => [origin, origin.replace(/^http/, "ws")])],
    frames: widget,
  };
}

/**
 * What a kept page of a guest depends on beside its address: nothing where there is nothing to choose. Read as the page
 * itself reads it: `consent="support"` and `consent=%73upport` would else be kept for those who said nothing.
 */
export function consentKey(deps: Dependencies, cookie: string | null): string {
  const offered = offeredBy(deps.config);
  if (cookie === null || offered.length === 0) return "";
  return choiceOf(parseCookies(cookie, consentCookie)[consentCookie], offered) ?? "";
}
