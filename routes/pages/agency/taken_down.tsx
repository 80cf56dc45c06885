/**
 * What staff took down of a lady's profile, and which photos they refused, and why, for the agency that keeps it: never what
 * she answered to that.
 */
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Notice } from "../../../components/states.tsx";
import type { Decision } from "../../../kv/safety/decisions.ts";
import type { PhotoRejection } from "../../../kv/vetting/photos.ts";
import { wordsAboutHer } from "../../account/words_about_her.ts";
import { langOf } from "../../ladies/word_languages.ts";
import { textLabel } from "../../safety/text_labels.ts";

export function TakenDownNotice({ takenDown }: { takenDown: readonly Decision[] }) {
  const { t, locale } = usePage();
  const date = useDate();
  if (takenDown.length === 0) return null;
  return (
    <Notice tone="bad">
      <p>{t("agency:lady.takenDown.lead")}</p>
      <dl class="account__asked">
        {takenDown.map(({ id, text, at, facts, ground }) => (
          <div key={id}>
            <dt>
              {text ? textLabel(wordsAboutHer(t), text) : t("agency:lady.takenDown.photo")} · {date(at)}
            </dt>
            <dd lang={langOf(locale, facts)}>{facts}</dd>
            {ground && <dd>{t(`decisions:ground.${ground}`)}</dd>}
          </div>
        ))}
      </dl>
    </Notice>
  );
}

export function RefusedPhotos({ rejections }: { rejections: readonly PhotoRejection[] }) {
  const { t, locale } = usePage();
  const date = useDate();
  if (rejections.length === 0) return null;
  return (
    <Notice tone="bad">
      <p>{t("agency:lady.refusedPhotos")}</p>
      <dl class="account__asked">
        {rejections.map(({ addedAt, refusedAt, reason }) => (
          <div key={refusedAt}>
            <dt>{t("agency:lady.takenDown.photo")} · {date(addedAt, "moment")}</dt>
            <dd lang={langOf(locale, reason)}>{reason}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}
