/** The work page of a profile: each of her texts beside its translation, in one form. */
import { Button } from "../../../components/buttons.tsx";
import { Icon } from "../../../components/icon.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Notice } from "../../../components/states.tsx";
import { formatNumber } from "../../../i18n/format.ts";
import TranslationForm from "../../../islands/translation_form/island.tsx";
import type { Locale } from "../../../i18n/locales.ts";
import { readableName } from "../../../kv/ladies/cities.ts";
import { markOf, profileDraftLengthMax } from "../../../kv/ladies/profile/profile_draft.ts";
import type { ProfileWork } from "../../../kv/ladies/profile/profile_translation_work.ts";
import { marksOf } from "../../../kv/letters/translating/merged_parts.ts";
import type { WordPart } from "../../../kv/ladies/profile/words.ts";
import { pairOf, profilePath, queuePath } from "./descriptions.ts";
import { PairHead, Rest, savingHints } from "./work_parts.tsx";

/** Why the page is shown again. */
export interface ProfileOutcome {
  status?: number;
  /** "required" or "too_long" for each part at fault, by its place. */
  faults?: Record<string, string>;
  /** Whether all parts together are too long. */
  isTooLong?: boolean;
  /** Another window has changed the texts that this one wanted to publish. */
  isMixed?: boolean;
  /** What was sent held a translation of words that were taken down, which was not kept. */
  isTakenDown?: boolean;
  /** Marks of what the page showed before, if it now shows what could not be saved; else those of what it shows are used. */
  base?: string[];
}

interface ProfileWorkViewProps {
  work: ProfileWork;
  outcome: ProfileOutcome;
}

const formId = "translation";

export function ProfileWorkView({ work, outcome }: ProfileWorkViewProps) {
  const { t, href, locale } = usePage();
  const date = useDate();
  const { translation, parts, texts, rest, isChanged, hasMachine } = work;
  const { from, locale: to, leaseUntil } = translation;
  const faults = outcome.faults ?? {};
  return (
    <div class="wrap agency">
      <header>
        <a class="agency__back" href={href(queuePath)}>
          <Icon name="left" /> {t("translation:work.back")}
        </a>
        <h1>{t("translation:profile.of", { name: nameIn(locale, work) })}</h1>
        <p class="soft">
          {pairOf(t, locale, { from, to })}&nbsp;· {t("translation:mine.until", { time: date(leaseUntil!, "time") })}
        </p>
      </header>
      {hasMachine && <p class="agency__note">{t("translation:work.machine.note")}</p>}
      {(isChanged || outcome.isTakenDown) && (
        <Notice role="alert">{t(`translation:profile.${outcome.isTakenDown ? "takenDown" : "changed"}`)}</Notice>
      )}
      {outcome.isMixed && <Notice tone="bad" role="alert">{t("translation:profile.mixed")}</Notice>}
      {Object.keys(faults).length > 0 && (
        <Notice tone="bad" role="alert">
          {outcome.isTooLong
            ? t("translation:work.tooLong", { most: formatNumber(locale, profileDraftLengthMax) })
            : t("translation:profile.faults")}
        </Notice>
      )}
      <form
        id={formId}
        method="post"
        action={`${href(profilePath(translation))}?${wordsOf(work)}`}
        class="agency__desk"
      >
        <input type="hidden" name="base" value={(outcome.base ?? marksOf(texts)).join(".")} />
        <input type="hidden" name="page" />
        <PairHead from={from} to={to} />
        <ol class="pairs">
          {parts.map((part, at) => (
            <Pair key={at} part={part} at={at} from={from} to={to} text={texts[at]!} fault={faults[at]} />
          ))}
        </ol>
        <Bar work={work} />
      </form>
      {rest.length > 0 && <Rest of="profile" texts={rest} language={to} />}
    </div>
  );
}

const nameIn = (locale: Locale, { firstname, countryId }: ProfileWork): string =>
  readableName(firstname, countryId, locale);

/** The query that says which of her words the form shows, so that its texts are saved for these. */
const wordsOf = ({ version, parts }: ProfileWork): URLSearchParams =>
  new URLSearchParams([["of", String(version)], ...parts.map((part) => ["part", markOf(part)])]);

interface PairProps {
  part: WordPart;
  at: number;
  from: string;
  to: string;
  text: string;
  fault: string | undefined;
}

function Pair({ part: { field, text: original, most, isProse }, at, from, to, text, fault }: PairProps) {
  const { t, locale } = usePage();
  const name = t(`translation:profile.field.${field}`);
  return (
    <li class="pair">
      <div>
        <p class="agency__field">{name}</p>
        <p lang={from} id={`original-${at}`}>{original}</p>
      </div>
      <div>
        <label class="agency__field" for={`part-${at}`}>
          {t("translation:profile.label", { field: name, most: formatNumber(locale, most) })}
        </label>
        <textarea
          id={`part-${at}`}
          name="segment"
          lang={to}
          rows={isProse ? 5 : 1}
          aria-describedby={fault ? `original-${at} fault-${at}` : `original-${at}`}
          aria-invalid={fault !== undefined}
          defaultValue={text}
        />
        {fault && (
          <p class="agency__field agency__alarm" id={`fault-${at}`}>{t(`translation:profile.fault.${fault}`)}</p>
        )}
      </div>
    </li>
  );
}

function Bar({ work }: { work: ProfileWork }) {
  const { texts, savedAt } = work;
  const { t, locale } = usePage();
  const date = useDate();
  return (
    <div class="agency__bar">
      <TranslationForm
        formId={formId}
        parts="fields"
        lengthMax={profileDraftLengthMax}
        length={texts.filter(Boolean).join("\n\n").length}
        saved={savedAt === null ? null : t("translation:work.saved", { date: date(savedAt, "moment") })}
        hints={savingHints(t)}
      />
      <span class="agency__buttons">
        <span class="agency__fine">{t("translation:profile.finishNote", { name: nameIn(locale, work) })}</span>
        <Button type="submit" tone="plain" name="action" value="release">{t("translation:work.release")}</Button>
        <Button type="submit" tone="quiet" name="action" value="save">{t("translation:work.save")}</Button>
        <Button type="submit" tone="quiet" name="action" value="finish_next">
          {t("translation:profile.finishNext")}
        </Button>
        <Button type="submit" name="action" value="finish">{t("translation:profile.finish")}</Button>
      </span>
    </div>
  );
}
