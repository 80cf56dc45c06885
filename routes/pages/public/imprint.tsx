/** The imprint: who sells here and how to reach them. It exists once the seller is configured (services/seller.ts). */
import { Facts } from "../../../components/tariff.tsx";
import { usePage } from "../../../components/page_context.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import { imprintPath, siteAddress } from "../../http/imprint.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { answerRefusal } from "../../http/refusal_answer.tsx";

export const imprintPage: PageDefinition = {
  paths: [imprintPath],
  access: "everyone",
  async get(c) {
    const { facts: { t, prefix, locale, brand }, deps } = c.var;
    const { seller } = deps.config.selling;
    if (!seller) return await answerRefusal(c, refuse("not_found"));
    const title = t("imprint:title");
    const email = siteAddress(deps, locale);
    const facts = [
      { label: t("imprint:name"), value: seller.name },
      { label: t("imprint:address"), value: seller.addressLines.join(", ") },
      ...(seller.register === null ? [] : [{ label: t("imprint:register"), value: seller.register }]),
      ...(seller.vatId === null ? [] : [{ label: t("imprint:vatId"), value: seller.vatId }]),
      ...(email === null ? [] : [{ label: t("imprint:email"), value: email }]),
      ...(deps.config.contactPhone === "" ? [] : [{ label: t("imprint:phone"), value: deps.config.contactPhone }]),
    ];
    return await answerPage(c, {
      title,
      description: t("imprint:lead", { brand: brand.brand }),
      crumbs: [{ label: t("writings:home"), href: localHref(prefix, "/") }, { label: title }],
      view: <ImprintView facts={facts} brand={brand.brand} />,
    });
  },
};

function ImprintView({ facts, brand }: { facts: { label: string; value: string }[]; brand: string }) {
  const { t, href } = usePage();
  return (
    <article class="wrap article article--text">
      <header>
        <h1>{t("imprint:title")}</h1>
        <p class="lead">{t("imprint:lead", { brand })}</p>
      </header>
      <Facts facts={facts} oneColumn />
      <p>
        <a href={href("/contact-us")}>{t("imprint:write")}</a>
      </p>
    </article>
  );
}
