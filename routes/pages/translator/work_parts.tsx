/** Parts of the work pages: the machine's draft, the glossary, ways to give a letter up, words that were set aside. */
import { Button, IconButton } from "../../../components/buttons.tsx";
import { Field, TextArea } from "../../../components/fields.tsx";
import { type Translate, usePage } from "../../../components/page_context.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { languageName } from "../../../i18n/languages.ts";
import { type Term, termLengthMax } from "../../../kv/letters/translating/glossary.ts";
import { returnReasonLengthMax } from "../../../kv/letters/translating/translation_ends.ts";
import type { Names } from "./descriptions.ts";
import type { Outcome } from "./work_actions.ts";

/** The id of the work page's form. All buttons and fields here belong to it, so that the words are sent along. */
const form = "translation";

export function Machine({ machine, language }: { machine: string[] | null; language: string }) {
  const { t } = usePage();
  if (!machine) {
    return (
      <section>
        <Button type="submit" form={form} name="action" value="machine" tone="quiet" small>
          {t("translation:work.machine.ask")}
        </Button>
        <p class="agency__note">{t("translation:work.machine.note")}</p>
      </section>
    );
  }
  return (
    <details>
      <summary>{t("translation:work.machine.title")}</summary>
      <p class="agency__note">{t("translation:work.machine.note")}</p>
      <div lang={language} class="agency__machine">
        {machine.map((each, at) => <p key={at} class="agency__lines">{each}</p>)}
      </div>
      <Button type="submit" form={form} name="action" value="use_machine" tone="quiet" small>
        {t("translation:work.machine.use")}
      </Button>
    </details>
  );
}

interface GlossaryProps {
  terms: Term[];
  from: string;
  to: string;
  entered?: Outcome["term"];
}

export function Glossary({ terms, from, to, entered }: GlossaryProps) {
  const { t } = usePage();
  return (
    <section aria-labelledby="glossary">
      <h2 id="glossary">{t("translation:work.glossary.title")}</h2>
      {terms.length === 0
        ? <p class="agency__note">{t("translation:work.glossary.none")}</p>
        : (
          <ul class="agency__terms">
            {terms.map(({ term, translation }) => (
              <li key={term}>
                <span>
                  <b lang={from}>{term}</b> <span lang={to}>{translation}</span>
                </span>
                <IconButton
                  icon="close"
                  tone="plain"
                  label={t("translation:work.glossary.remove", { term })}
                  type="submit"
                  form={form}
                  name="forget"
                  value={term}
                />
              </li>
            ))}
          </ul>
        )}
      <div class="agency__term">
        <Field
          id="term"
          name="term"
          form={form}
          maxlength={termLengthMax}
          label={t("translation:work.glossary.term")}
          lang={from}
          value={entered?.term}
          autocomplete="off"
        />
        <Field
          id="term-translation"
          name="termTranslation"
          form={form}
          maxlength={termLengthMax}
          label={t("translation:work.glossary.translation")}
          lang={to}
          value={entered?.translation}
          autocomplete="off"
        />
        <Button type="submit" form={form} name="action" value="save" tone="quiet" small>
          {t("translation:work.glossary.add")}
        </Button>
      </div>
    </section>
  );
}

export function Release() {
  const { t } = usePage();
  return (
    <section>
      <Button type="submit" form={form} name="action" value="release" tone="quiet" small>
        {t("translation:work.release")}
      </Button>
      <p class="agency__note">{t("translation:work.releaseNote")}</p>
    </section>
  );
}

export function Return({ names, refused }: { names: Names; refused: Outcome["reason"] }) {
  const { t, locale } = usePage();
  const { author: name, recipient } = names;
  const most = formatNumber(locale, returnReasonLengthMax);
  return (
    <details open={refused !== undefined}>
      <summary>{t("translation:work.return.title", { name })}</summary>
      <p class="agency__note">{t("translation:work.return.text", { name, recipient })}</p>
      <TextArea
        id="reason"
        name="reason"
        form={form}
        rows={3}
        maxlength={returnReasonLengthMax}
        label={t("translation:work.return.label", { name })}
        error={refused && t(`translation:work.return.${refused.error}`, { most })}
        defaultValue={refused?.text}
      />
      <Button type="submit" form={form} name="action" value="return" small>
        {t("translation:work.return.send")}
      </Button>
    </details>
  );
}

/** Takes the place of `Return` for a letter that was delivered already: it cannot go back to its author. */
export function Decline({ names }: { names: Names }) {
  const { t } = usePage();
  return (
    <details>
      <summary>{t("translation:asked.decline")}</summary>
      <p class="agency__note">{t("translation:asked.declineText", { ...names })}</p>
      <Button type="submit" form={form} name="action" value="return" small>
        {t("translation:asked.declineSend")}
      </Button>
    </details>
  );
}

/** Words that are in no part of a letter or a profile any more; the translator may still need them. */
export function Rest({ of, texts, language }: { of: "work" | "profile"; texts: string[]; language: string }) {
  const { t } = usePage();
  return (
    <section aria-labelledby="rest">
      <h2 id="rest">{t(`translation:${of}.rest.title`)}</h2>
      <p class="agency__note">{t(`translation:${of}.rest.note`)}</p>
      <div class="prose" lang={language}>
        {texts.map((each, at) => <p key={at} class="agency__lines">{each}</p>)}
      </div>
    </section>
  );
}

/** The head of the two columns: the language of each. */
export function PairHead({ from, to }: { from: string; to: string }) {
  const { t, locale } = usePage();
  return (
    <div class="pair pair--head" aria-hidden="true">
      <p>
        {t("translation:work.original")} <span>{languageName(locale, from)}</span>
      </p>
      <p>
        {t("translation:work.translation")} <span>{languageName(locale, to)}</span>
      </p>
    </div>
  );
}

/** What is said of saving before anything was saved: without a script, with one, and of its keys. */
export const savingHints = (t: Translate) => ({
  plain: t("translation:work.plain"),
  live: t("translation:work.live"),
  keys: t("translation:work.keys"),
});
