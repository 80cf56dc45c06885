import { expect } from "expect";
import { locales } from "../../../i18n/locales.ts";
import { beginPasswordReset } from "../../../kv/accounts/signing_in/password_reset.ts";
import { paidPayment } from "../../../kv/testing/payments.ts";
import type { Seller } from "../../../services/seller.ts";
import { siteText } from "../../discovery/texts.ts";
import { mailHtml } from "../../jobs/mails/mail_layout.tsx";
import { testApp } from "../../testing/site.ts";

const seller: Seller = {
  name: "Spring & Sons [Letters] Ltd",
  addressLines: ["4 Linden Row", "London W1"],
  vatId: "GB123456789",
  register: "Companies House 01234567",
};
const told = { selling: { seller, unsaid: [] } };
const name = "Spring &amp; Sons [Letters] Ltd";

Deno.test("who sells stands on the imprint, in the footer, the terms and the sitemap of every language", async () => {
  await using site = await testApp({ config: told });
  const guest = site.visitor();
  for (const prefix of ["/en", "/uk", "/ru", "/ro", "/zh-hans", ""]) {
    const html = await (await guest.get(`${prefix}/imprint`)).text();
    for (const each of [name, "4 Linden Row, London W1", "GB123456789", "Companies House 01234567"]) {
      expect(html).toContain(each);
    }
    expect(await (await guest.get(`${prefix}/terms-conditions`)).text()).toContain(`href="${prefix}/imprint"`);
    expect(await (await guest.get(`${prefix}/faq`)).text()).toContain(`<a href="${prefix}/imprint">`);
  }
  // A name is not read as markdown.
  expect(await (await guest.get("/en/terms-conditions")).text()).toContain(`${name}, 4 Linden Row, London W1`);
  expect(await (await guest.get("/en/sitemaps/pages.xml")).text()).toContain("/imprint</loc>");
});

Deno.test("a receipt and a mail name who sells", async () => {
  await using site = await testApp({ config: told });
  const james = await site.addMan();
  const { id } = await paidPayment(site.store, james.id);
  const receipt = await (await (await site.visitorAs(james)).get(`/en/man/balance/receipt/${id}`)).text();
  for (const each of [name, "4 Linden Row", "VAT number GB123456789"]) expect(receipt).toContain(each);
  await beginPasswordReset(site.store, james.email, "http://localhost:8000");
  await site.runJobs();
  const [mail] = await site.outbox.mails();
  expect(mail!.text).toContain(
    "Spring & Sons [Letters] Ltd\n4 Linden Row\nLondon W1\nCompanies House 01234567\nVAT number",
  );
  const frame = {
    locale: "en",
    brand: "Vesna",
    homeHref: "/",
    seller: [seller.name, "4 Linden Row"],
    contact: { email: "", phone: "" },
    reason: "",
  } as const;
  expect(mailHtml({ subject: "A letter", blocks: [] }, frame)).toContain(`${name} · 4 Linden Row`);
});

Deno.test("where nobody has said who sells, no page says anything about it", async () => {
  await using site = await testApp();
  const guest = site.visitor();
  expect((await guest.get("/en/imprint")).status).toBe(404);
  for (const path of ["/en/faq", "/en/terms-conditions", "/en/sitemaps/pages.xml"]) {
    expect(await (await guest.get(path)).text()).not.toContain("/imprint");
  }
  for (const locale of locales) expect(siteText(site.deps, locale, "terms_conditions").body).not.toMatch(/imprint/);
});
