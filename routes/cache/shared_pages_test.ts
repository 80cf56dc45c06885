/** Pages that all men share, each with the man's own data in the frame. */
import { expect } from "expect";
import { locales } from "../../i18n/locales.ts";
import { translatorFor } from "../../i18n/translate.ts";
import { testApp } from "../testing/site.ts";

Deno.test("the word beside a balance takes the form of its number, in every language, whoever asked before", async () => {
  await using site = await testApp();
  await site.addLady();
  const balances = [0, 1, 2, 3, 5, 11, 19, 20, 21, 22, 25, 100, 101, 102, 1000, 1001];
  const men = await Promise.all(balances.map(async (credits) => ({
    credits,
    visitor: await site.visitorAs(await site.addMan({ credits })),
  })));
  // Some time after the sign-in, because an answer that renews a session's cookie is never shared.
  site.advance(1000);
  for (const locale of locales) {
    const t = translatorFor(locale);
    for (const { credits, visitor } of men) {
      const html = await (await visitor.get(`${locale === "zh-Hant" ? "" : `/${locale.toLowerCase()}`}/search`)).text();
      const [, label, number, unit] =
        /<a class="balance"[^>]*aria-label="([^"]*)"><b>([^<]*)<\/b> <span class="balance__unit">([^<]*)</.exec(html)!;
      expect([locale, label, number, unit]).toEqual([
        locale,
        t("common:yourBalance", { credits: t("common:credits", { count: credits }) }),
        String(credits),
        t("common:creditUnit", { count: credits }),
      ]);
    }
  }
});
