/**
 * What a page loads from outside services: nothing, unless the service is configured, the request came to the site's own
 * address, the visitor allowed it, and the page holds nothing private. All of this is decided here, once per page.
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

/** Pages that everybody may see and that hold nothing private. */
const openPath =
  /^\/(?:$|search$|(?:girls|blog|success-stories)(?:\/|$)|(?:about-us|anti-scam-guide|privacy-policy|terms-conditions|faq|contact-us)$)/;
/** Pages where a man may need help with his own account, and that show no letter, message or card. */
const helpPath = /^\/man\/balance\/(?:history|how-site-works)$/;

/** Decided once per page; the headers of the answer follow this decision. */
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
  // A person who is kept out is no guest here either: a cookie tells every script their id.
  const groupId = (signedIn ?? keptOut)?.user.groupId;
  const isForThem = groupId === undefined || groupId === man || groupId === lady;
  if (offered.length === 0 || !isOwnAddress(config, facts.origin) || !isForThem) return nothing;
  const choice = choiceOf(getCookie(c, consentCookie), offered);
  const isOpen = openPath.test(facts.path) && !c.req.url.includes("access_token");
  const { support, tagManagerId } = config.outside;
  // The tag manager, which reads the page, never sees who is signed in; the support widget never sees a letter.
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

/** Whether a text is an answer as form and cookie hold it: "needed", or the names of services that the question named. */
export const isAnswer = (text: string): boolean =>
  text === "needed" || text.split(".").every((name) => (serviceNames as readonly string[]).includes(name));

/** The visitor's choice; null if none was made, or if a service is offered now that the question did not name then. */
function choiceOf(text: string | undefined, offered: readonly ServiceName[]): Choice | null {
  if (text === "needed") return text;
  const allowed = text?.split(".") ?? [];
  return offered.every((name) => allowed.includes(name)) ? "all" : null;
}

/** What the support service learns of the signed-in person: the id, and our proof of it. No name, no e-mail. */
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
 * The guest's choice, which a kept page depends on; empty if there is none or nothing to choose. The cookie is parsed as
 * the page parses it: otherwise the page for `consent="support"` or `consent=%73upport` would be kept for guests who
 * chose nothing.
 */
export function consentKey(deps: Dependencies, cookie: string | null): string {
  const offered = offeredBy(deps.config);
  if (cookie === null || offered.length === 0) return "";
  return choiceOf(parseCookies(cookie, consentCookie)[consentCookie], offered) ?? "";
}
