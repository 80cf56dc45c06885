/** For route tests of the second factor: an authenticator app, set up from what a page shows. */
import { enrol, makeOffer, showOffer } from "../../kv/accounts/signing_in/second_factors.ts";
import type { User } from "../../kv/accounts/users.ts";
import { type App, appWith } from "../../kv/testing/factors.ts";
import type { TestSite } from "./site.ts";

/** The app into which the key of a page was typed. */
export function appFromPage(site: TestSite, html: string): App {
  const [, key] = /<code[^>]*>([A-Z2-7 ]{30,})<\/code>/.exec(html) ?? [];
  if (!key) throw new Error("the page shows no key");
  return appWith({ now: site.now }, key.replaceAll(" ", ""));
}

/** The recovery codes that a page shows. */
export const codesOnPage = (html: string): string[] =>
  [...html.matchAll(/<code[^>]*>([a-z2-9]{4}(?:-[a-z2-9]{4}){2})<\/code>/g)].map(([, code]) => code!);

/** Sets an app up for somebody, without any page. */
export async function enrolInApp(site: TestSite, user: User): Promise<{ app: App; recoveryCodes: string[] }> {
  const offer = await makeOffer(site.store, user.id);
  const { base32 } = await showOffer(site.store, user.id, offer, { label: user.email, issuer: "Vesna" });
  const app = appWith({ now: site.now }, base32);
  const enrolled = await enrol(site.store, user.id, offer, { code: app.code() });
  if (!enrolled.ok) throw new Error(enrolled.reason);
  site.advance(60_000);
  return { app, recoveryCodes: enrolled.recoveryCodes };
}
