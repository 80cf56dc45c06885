/** The page where a translator chooses whether readers are told her or his name, and what they then see and read. */
import type { ComponentChild } from "preact";
import { Button } from "../../../components/buttons.tsx";
import { TextArea } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { Switch } from "../../../components/switch.tsx";
import { languageNames } from "../../../i18n/locales.ts";
import {
  aboutLengthMax,
  type AboutTranslator,
  aboutTranslator,
  seenAbout,
  setAboutTranslator,
} from "../../../kv/accounts/about_translators.ts";
import { accountLocales } from "../../../kv/accounts/languages.ts";
import type { Seen } from "../../../kv/ladies/profile/seen_facts.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import type { Body } from "../../http/read_input.ts";
import { fieldMessages, messageOf, statusOf } from "../../http/refusal_answer.tsx";
import { takenDownNotice } from "../../account/taken_down.tsx";
import { SeenMarks } from "../account/fields.tsx";
import { readSeen, seenAfter } from "../account/form_values.ts";
import { translatorsPath } from "../../letters/translators_path.ts";
import { aboutPath, queuePath } from "./descriptions.ts";
import { type Portrait, portraitActions, portraitOf, PortraitPart } from "./portrait.tsx";

type Told = Pick<AboutTranslator, "isShown" | "words">;

export const aboutPage: PageDefinition = {
  paths: [aboutPath],
  access: "translators",
  get: (c) => show(c),
  async post(c, body) {
    const action = Object.hasOwn(portraitActions, String(body.do)) ? portraitActions[String(body.do)] : undefined;
    if (action) {
      const done = await action(c, body);
      if (!done.ok) return await show(c, undefined, done);
      leaveFlash(c, "success", `translation:flash.${body.do}`);
      return c.redirect(localHref(c.var.facts.prefix, aboutPath), 303);
    }
    const told = toldIn(body);
    const { store } = c.var.deps;
    const saved = await setAboutTranslator(store, c.var.signedIn.user.id, told, readSeen(body.seen));
    if (!saved.ok) return await show(c, told, saved, body.seen);
    leaveFlash(c, "success", "translation:flash.saved");
    return c.redirect(localHref(c.var.facts.prefix, aboutPath), 303);
  },
};

const toldIn = (body: Body): Told => ({
  isShown: body.isShown === "on",
  words: Object.fromEntries(accountLocales.map((locale) => [locale, String(body[locale] ?? "")])),
});

/** Shows the page: with `told`, what a refused form said, and `sent`, the marks of what it had shown; else what is saved. */
async function show(
  c: MemberContext,
  told?: Told,
  refusal: Refusal | null = null,
  sent?: unknown,
): Promise<Response> {
  const { facts: { t, prefix }, deps: { store }, signedIn } = c.var;
  const [saved, portrait, takenDown] = await Promise.all([
    aboutTranslator(store, signedIn.user.id),
    portraitOf(c),
    takenDownNotice(c, signedIn.user, ["aboutTranslator"]),
  ]);
  const about = told ?? saved;
  const present = seenAbout(saved?.words ?? {});
  if (refusal?.retryAfterSeconds) c.header("retry-after", String(refusal.retryAfterSeconds));
  const title = t("translation:about.title");
  return await answerPage(c, {
    title,
    robots: "noindex",
    status: statusOf(refusal),
    crumbs: [{ label: t("translation:title"), href: localHref(prefix, queuePath) }, { label: title }],
    view: (
      <AboutView
        {...about ?? { isShown: false, words: {} }}
        seen={told && refusal ? seenAfter(refusal, sent, present) : present}
        portrait={portrait}
        takenDown={takenDown}
        notice={refusal && (!refusal.fields || refusal.reason === "conflict") ? messageOf(c, refusal) : null}
        errors={fieldMessages(c, refusal?.fields)}
      />
    ),
  });
}

interface AboutViewProps extends Told {
  seen: Seen;
  portrait: Portrait;
  takenDown: ComponentChild;
  notice: string | null;
  errors: Record<string, string>;
}

function AboutView({ isShown, words, seen, portrait, takenDown, notice, errors }: AboutViewProps) {
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
      {notice && <Notice tone="bad" role="alert">{notice}</Notice>}
      <PortraitPart {...portrait} error={errors.portrait} />
      {takenDown}
      <form class="about-you flow" method="post" action={href(aboutPath)}>
        <SeenMarks form={{ seen }} />
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
            error={errors[locale]}
          />
        ))}
        <Button type="submit">{t("translation:about.save")}</Button>
      </form>
    </div>
  );
}
