/** The page of one of an agency's ladies: her state, her photos, her days away, her profile, and letting her go. */
import { Button } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { Icon } from "../../../components/icon.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { PersonName } from "../../../components/person_name.tsx";
import { gapOf } from "../../../i18n/locales.ts";
import { photoLimits } from "../../../islands/photo_gallery/state.ts";
import SmallerFiles from "../../../islands/smaller_files/island.tsx";
import type { Seen } from "../../../kv/ladies/profile/seen_facts.ts";
import type { Away } from "../../../kv/ladies/record.ts";
import type { Decision } from "../../../kv/safety/decisions.ts";
import type { PhotoRejection } from "../../../kv/vetting/photos.ts";
import { PressKey } from "../../http/press_key.tsx";
import { Save } from "../account/fields.tsx";
import type { Written } from "../account/form_values.ts";
import { type AskedFact, AskedList, RefusedList } from "../lady/asked_facts.tsx";
import { AwayForm } from "./away_form.tsx";
import { ladiesPath, ladyPath } from "./paths.ts";
import { ProfileFields } from "./profile_fields.tsx";
import { RefusedPhotos, TakenDownNotice } from "./taken_down.tsx";

interface LadyViewProps {
  id: number;
  name: string;
  isShown: boolean;
  /** What keeps her from being shown, in words; empty if nothing is known that does. */
  missing: string;
  /** The changes that were asked for and wait. */
  waiting: AskedFact[];
  refused: AskedFact[];
  reasons: string[];
  takenDown: Decision[];
  refusedPhotos: PhotoRejection[];
  photos: { id: number; src: string; isWaiting: boolean }[];
  form: Written;
  away: Away | null;
  writtenAway: Record<string, unknown> | null;
  seenAway: Seen;
  problem: string | null;
  nowMs: number;
  /** Of the form that adds photos. */
  pressKey: string;
}

export function LadyView(props: LadyViewProps) {
  const { t, locale, href } = usePage();
  const { id, name, isShown, missing, waiting, refused, reasons, form, nowMs, problem } = props;
  const action = href(ladyPath(id));
  return (
    <div class="wrap settings account">
      <header>
        <a class="admin__back" href={href(ladiesPath)}>
          <Icon name="left" /> {t("agency:lady.back")}
        </a>
        <h1>
          <PersonName name={name} />
        </h1>
        <p class="soft">
          {t("agency:lady.number", { id })} · {isShown
            ? t("agency:lady.isShown")
            : missing
            ? t("agency:lady.isNotShown", { missing })
            : t("agency:lady.rests")}
          {gapOf(locale)}
          {t("agency:lady.lead")}
        </p>
      </header>
      {problem && <Notice tone="bad" role="alert">{problem}</Notice>}
      <TakenDownNotice takenDown={props.takenDown} />
      {waiting.length > 0 && (
        <Notice>
          <p>{t("agency:lady.waiting")}</p>
          <AskedList asked={waiting} />
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="bad">
          <p>{t("agency:lady.refused")}</p>
          <RefusedList refused={refused} reasons={reasons} />
        </Notice>
      )}
      <RefusedPhotos rejections={props.refusedPhotos} />
      <Photos {...props} action={action} />
      <section class="split" aria-labelledby="away">
        <div>
          <h2 id="away">{t("agency:away.title")}</h2>
          <p>{t("agency:away.text")}</p>
        </div>
        <AwayForm
          action={action}
          away={props.away}
          written={props.writtenAway}
          errors={form.errors}
          seen={props.seenAway}
          nowMs={nowMs}
        />
      </section>
      <form method="post" action={action} aria-label={t("agency:lady.profile")}>
        <input type="hidden" name="do" value="profile" />
        <ProfileFields form={form} nowMs={nowMs} />
        <Save label={t("account:ask")} />
      </form>
      <Release action={action} />
    </div>
  );
}

function Photos({ photos, name, form, action, pressKey }: LadyViewProps & { action: string }) {
  const { t } = usePage();
  return (
    <section class="split" aria-labelledby="photos">
      <div>
        <h2 id="photos">{t("agency:lady.photos")}</h2>
        <p>{t("agency:lady.photosText")}</p>
      </div>
      <div class="form">
        {photos.length === 0 ? <p class="soft">{t("agency:lady.noPhotos")}</p> : (
          <ul class="admin__photos">
            {photos.map(({ id, src, isWaiting }, at) => (
              <li key={id}>
                <img src={src} alt={t("agency:lady.photo", { number: at + 1, name })} loading="lazy" />
                {isWaiting && (
                  <form method="post" action={action}>
                    <p class="small soft">{t("agency:lady.photoWaits")}</p>
                    <input type="hidden" name="do" value="removePhoto" />
                    <Button
                      type="submit"
                      small
                      tone="plain"
                      name="photoId"
                      value={id}
                      aria-label={t("agency:lady.removeNumber", { number: at + 1 })}
                    >
                      {t("agency:lady.remove")}
                    </Button>
                  </form>
                )}
              </li>
            ))}
          </ul>
        )}
        <form class="form" method="post" action={action} encType="multipart/form-data">
          <input type="hidden" name="do" value="photos" />
          <PressKey pressKey={pressKey} />
          <Field
            id="new-photos"
            type="file"
            name="photos"
            label={t("agency:lady.add")}
            hint={t("agency:lady.addHint")}
            error={form.errors.photos}
            accept={photoLimits.types.join(",")}
            multiple
            required
          />
          <SmallerFiles id="new-photos" limits={photoLimits} />
          <div>
            <Button type="submit" tone="quiet">{t("agency:lady.send")}</Button>
          </div>
        </form>
      </div>
    </section>
  );
}

function Release({ action }: { action: string }) {
  const { t } = usePage();
  return (
    <section class="split" aria-labelledby="release">
      <div>
        <h2 id="release">{t("agency:lady.release")}</h2>
        <p>{t("agency:lady.releaseText")}</p>
      </div>
      <div class="form">
        <details>
          <summary>{t("agency:lady.releaseAsk")}</summary>
          <form method="post" action={action}>
            <Button type="submit" tone="quiet" name="do" value="release">{t("agency:lady.releaseSure")}</Button>
          </form>
        </details>
      </div>
    </section>
  );
}
