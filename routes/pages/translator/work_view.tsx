/** The work page: each paragraph beside its translation. There is one form, so that no button loses what was written. */
import { Button } from "../../../components/buttons.tsx";
import { Check } from "../../../components/choices.tsx";
import { Icon } from "../../../components/icon.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Notice } from "../../../components/states.tsx";
import { formatNumber } from "../../../i18n/format.ts";
import TranslationForm from "../../../islands/translation_form/island.tsx";
import { markTerms, type Term, termLengthMax } from "../../../kv/letters/translating/glossary.ts";
import { translationLengthMax } from "../../../kv/letters/translating/translation_drafts.ts";
import type { Translation } from "../../../kv/letters/translating/translations.ts";
import { isAskedLater, letterSentAtOf, type Names, pairOf, queuePath, timeLeft, workPath } from "./descriptions.ts";
import type { Outcome } from "./work_actions.ts";
import { Earlier } from "./earlier_parts.tsx";
import { Decline, Glossary, Machine, PairHead, Release, Rest, Return, savingHints } from "./work_parts.tsx";

interface WorkViewProps {
  translation: Translation;
  names: Names;
  originals: string[];
  segments: string[];
  /** Marks of the saved texts that `segments` were made from (merged_parts.ts). */
  base: string[];
  /** Words that were set aside when two windows changed one part; they are in no part now. */
  rest: string[];
  savedAt: number | null;
  machine: string[] | null;
  hasMachine: boolean;
  terms: Term[];
  nowMs: number;
  outcome: Outcome;
}

/** The one form of the page; parts beside it belong to it by name. */
const formId = "translation";

export function WorkView(props: WorkViewProps) {
  const { translation, names, machine, hasMachine, terms, base, rest, outcome } = props;
  const { href } = usePage();
  return (
    <div class="wrap agency">
      <WorkHead {...props} />
      <Problems outcome={outcome} />
      <div class="agency__room">
        <form id={formId} method="post" action={href(workPath(translation.letterId))} class="agency__desk">
          <input type="hidden" name="base" value={base.join(".")} />
          <input type="hidden" name="page" />
          <Pairs {...props} />
          <Bar {...props} />
        </form>
        <aside class="agency__side">
          {rest.length > 0 && <Rest of="work" texts={rest} language={translation.to} />}
          {(hasMachine || machine) && <Machine machine={machine} language={translation.to} />}
          <Glossary terms={terms} from={translation.from} to={translation.to} entered={outcome.term} />
          <Earlier letters={outcome.earlier} names={names} isByMan={translation.author === "man"} />
          <Release />
          {isAskedLater(translation) ? <Decline names={names} /> : <Return names={names} refused={outcome.reason} />}
        </aside>
      </div>
    </div>
  );
}

function WorkHead({ translation, names, nowMs }: WorkViewProps) {
  const { t, href, locale } = usePage();
  const date = useDate();
  const sentAt = letterSentAtOf(translation);
  return (
    <header>
      <a class="agency__back" href={href(queuePath)}>
        <Icon name="left" /> {t("translation:work.back")}
      </a>
      <h1>{t("translation:people", { author: names.author, recipient: names.recipient })}</h1>
      <p class="soft">
        {[
          pairOf(t, locale, translation),
          sentAt !== null && t("translation:work.sent", { date: date(sentAt, "moment") }),
          isAskedLater(translation) && t("translation:asked.on", { date: date(translation.sentAt, "moment") }),
          timeLeft(t, translation, nowMs),
          t("translation:mine.until", { time: date(translation.leaseUntil!, "time") }),
        ].filter(Boolean).join("\u00a0· ")}
      </p>
    </header>
  );
}

function Problems({ outcome: { problem, gaps } }: { outcome: Outcome }) {
  const { t, locale } = usePage();
  const limits = { "work.tooLong": translationLengthMax, "work.glossary.refused": termLengthMax };
  const most = problem && limits[problem.key as keyof typeof limits];
  return (
    <>
      {problem && (
        <Notice tone="bad" role="alert">
          {t(`translation:${problem.key}`, { ...problem.values, ...(most && { most: formatNumber(locale, most) }) })}
        </Notice>
      )}
      {gaps !== undefined && (
        <Notice role="alert">
          <p>{t("translation:work.gaps", { count: gaps })}</p>
          <Check name="gaps" form={formId}>{t("translation:work.gapsConfirm")}</Check>
        </Notice>
      )}
    </>
  );
}

function Pairs({ translation: { from, to }, originals, segments, terms }: WorkViewProps) {
  const { t } = usePage();
  return (
    <>
      <PairHead from={from} to={to} />
      <ol class="pairs">
        {originals.map((original, at) => (
          <li key={at} class="pair">
            <p lang={from} id={`original-${at}`}>
              <Original text={original} terms={terms} />
            </p>
            <label class="visually-hidden" for={`part-${at}`}>
              {t("translation:work.paragraph", { number: at + 1 })}
            </label>
            <textarea
              id={`part-${at}`}
              name="segment"
              lang={to}
              rows={2}
              aria-describedby={`original-${at}`}
              placeholder={t("translation:work.translation")}
              defaultValue={segments[at]}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The original, with the terms of the glossary under their translations. */
function Original({ text, terms }: { text: string; terms: Term[] }) {
  return (
    <>
      {markTerms(text, terms).map((piece, at) =>
        piece.translation === null ? piece.text : (
          <ruby key={at}>
            {piece.text}
            <rt>{piece.translation}</rt>
          </ruby>
        )
      )}
    </>
  );
}

function Bar({ translation, names, savedAt, segments }: WorkViewProps) {
  const { t } = usePage();
  const date = useDate();
  return (
    <div class="agency__bar">
      <TranslationForm
        formId={formId}
        parts="paragraphs"
        lengthMax={translationLengthMax}
        length={segments.filter(Boolean).join("\n\n").length}
        saved={savedAt === null ? null : t("translation:work.saved", { date: date(savedAt, "moment") })}
        hints={savingHints(t)}
      />
      <span class="agency__buttons">
        <span class="agency__fine">
          {isAskedLater(translation)
            ? t("translation:asked.finishNote")
            : t("translation:work.finishNote", { name: names.recipient })}
        </span>
        <Button type="submit" tone="quiet" name="action" value="save">{t("translation:work.save")}</Button>
        <Button type="submit" tone="quiet" name="action" value="finish_next">{t("translation:work.finishNext")}</Button>
        <Button type="submit" icon="send" name="action" value="finish">{t("translation:work.finish")}</Button>
      </span>
    </div>
  );
}
