/** The support widget: Chatwoot's own loader, told who asks by number and proof. */
import type { SupportWidget } from "../../components/frame/types.ts";
import type { Locale } from "../../i18n/locales.ts";
import { loadScript } from "./script.ts";

/** Chatwoot's globals, as far as they are used here. */
interface Page {
  chatwootSettings?: { locale: string };
  chatwootSDK?: { run: (settings: { websiteToken: string; baseUrl: string }) => void };
  $chatwoot?: { setUser: (id: string, proof: { identifier_hash: string }) => void; reset: () => void };
}

/** Chatwoot's names of locales; the others have the same code there. */
const languages: Partial<Record<Locale, string>> = { "zh-Hant": "zh_TW", "zh-Hans": "zh_CN" };

export function loadSupport({ url, token, person }: SupportWidget, locale: Locale): void {
  const page = globalThis as unknown as Page;
  page.chatwootSettings = { locale: languages[locale] ?? locale };
  addEventListener("chatwoot:ready", () => {
    if (person) page.$chatwoot?.setUser(person.id, { identifier_hash: person.proof });
    // The next person at this browser must not find the conversation of somebody who has signed out.
    else if (document.cookie.includes("cw_user_")) page.$chatwoot?.reset();
  }, { once: true });
  loadScript(`${url}/packs/js/sdk.js`, () => page.chatwootSDK?.run({ websiteToken: token, baseUrl: url }));
}
