/** Where a translator says whether readers meet her or him by name, and what they read there. */
import { Button } from "../../../components/buttons.tsx";
import { Switch } from "../../../components/choices.tsx";
import { TextArea } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { languageNames } from "../../../i18n/locales.ts";
import {
  aboutLengthMax,
  type AboutTranslator,
  aboutTranslator,
  setAboutTranslator,
} from "../../../kv/accounts/about_translators.ts";
import { accountLocales } from "../../../kv/accounts/languages.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import type { Body } from "../../http/read_input.ts";
import { statusOf } from "../../http/refusal_answer.tsx";
import { translatorsPath } from "../public/translators_path.ts";
import { aboutPath, queuePath } from "./descriptions.ts";

type Told = Pick<AboutTranslator, "isShown" | "words">;

export const aboutPage: PageDefinition = {
  paths: [aboutPath],
  access: "translators",
  async get(c) {
    const { store } = c.var.deps;
    return await show(c, await aboutTranslator(store, c.var.signedIn.user.id) ?? { isShown: false, words: {} });
  },
  async post(c, body) {
    const told = toldIn(body);
    const saved = await setAboutTranslator(c.var.deps.store, c.var.signedIn.user.id, told);
    if (!saved.ok) return await show(c, told, saved);
    leaveFlash(c, "success", "translation:flash.saved");
    return c.redirect(localHref(c.var.facts.prefix, aboutPath), 303);
  },
};

const toldIn = (body: Body): Told => ({
  isShown: body.isShown === "on",
  words: Object.fromEntries(accountLocales.map((locale) => [locale, String(body[locale] ?? "")])),
});

async function show(c: MemberContext, told: Told, refusal: Refusal | null = null): Promise<Response> {
  const { t, prefix } = c.var.facts;
  const title = t("translation:about.title");
  return await answerPage(c, {
    title,
    robots: "noindex",
    status: statusOf(refusal),
    crumbs: [{ label: t("translation:title"), href: localHref(prefix, queuePath) }, { label: title }],
    view: <AboutView {...told} tooLong={Object.keys(refusal?.fields ?? {})} />,
  });
}

function AboutView({ isShown, words, tooLong }: Told & { tooLong: readonly string[] }) {
  const { t, href } = usePage();
  return (
    <div class="wrap agency">
      <header>
        <h1>{t("translation:about.title")}</h1>
        <p class="soft">{t("translation:about.lead")}</p>
        <p>
          <a href={href(translatorsPath)}>{t("translation:about.see")}</a>
        </p>
      </header>
      <form class="about-you flow" method="post" action={href(aboutPath)}>
        <Switch name="isShown" value="on" checked={isShown}>{t("translation:about.show")}</Switch>
        <p class="soft">{t("translation:about.words", { max: aboutLengthMax })}</p>
        {accountLocales.map((locale) => (
          <TextArea
            key={locale}
            id={`about-${locale}`}
            name={locale}
            label={languageNames[locale]}
            lang={locale}
            rows={3}
            maxLength={aboutLengthMax}
            value={words[locale] ?? ""}
            error={tooLong.includes(locale) ? t("refusals:field.too_long") : null}
          />
        ))}
        <Button type="submit">{t("translation:about.save")}</Button>
      </form>
    </div>
  );
}
