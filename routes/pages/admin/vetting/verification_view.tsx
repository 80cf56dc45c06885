/** The page of one verification: her video beside her photos, the answer to it, and the paper that was seen. */
import { Button } from "../../../../components/buttons.tsx";
import { Field, SelectField, TextArea } from "../../../../components/fields.tsx";
import { type PageContext, usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { datesFor } from "../../../../i18n/format.ts";
import { langOfName } from "../../../../i18n/names.ts";
import { Notice } from "../../../../components/states.tsx";
import { type LiveCheck, liveRejections } from "../../../../kv/vetting/live_checks.ts";
import { rejectionWordsMax } from "../../../../kv/vetting/verification_decisions.ts";
import { documentKinds, type Verification } from "../../../../kv/vetting/verifications.ts";
import { AdminFrame } from "../frame.tsx";
import { verificationsPath } from "../paths.ts";
import type { AlikeShown } from "./alike.ts";
import { AlikePhotos } from "./alike_view.tsx";

interface VerificationViewProps {
  id: number;
  name: string;
  isPublished: boolean;
  agencyName: string | null;
  /** Her approved photos, the main one first. */
  photos: { id: number; medium: string; full: string }[];
  /** Photos of other people that look like hers. */
  alike: AlikeShown[];
  /** Her birth date and age, to be compared with the paper. */
  born: string;
  verification: Verification | null;
  check: LiveCheck | null;
  /** Signed for the admin who looks; null if no video waits. */
  videoPath: string | null;
  problem: string | null;
  errors: Record<string, string>;
  written: Record<"documentKind" | "checkedOn" | "reason" | "words", string>;
  today: string;
}

export function VerificationView(props: VerificationViewProps) {
  const page = usePage();
  const { name, check, problem } = props;
  return (
    <AdminFrame
      title={name}
      lead={standing(page, props)}
      back={{ path: verificationsPath, label: page.t("admin:verification.back") }}
    >
      {problem && <Notice tone="bad" role="alert">{problem}</Notice>}
      <div class="admin__item">
        <div class="compare">
          <Video {...props} />
          <Photos {...props} />
        </div>
        <div class="admin__verdict">
          {check?.state === "waiting" && <Verdict {...props} check={check} />}
          <Identity {...props} />
        </div>
      </div>
    </AdminFrame>
  );
}

function standing(
  { t, ...reader }: PageContext,
  { id, verification, isPublished, agencyName }: VerificationViewProps,
): string {
  const date = datesFor(reader);
  const { verifiedAt, endsAt } = verification ?? { verifiedAt: null, endsAt: null };
  return [
    t("admin:verification.number", { id }),
    verifiedAt === null
      ? t("admin:verification.notVerified")
      : t("admin:verification.verified", { date: date(verifiedAt), until: date(endsAt!) }),
    t(`admin:verification.${isPublished ? "published" : "notPublished"}`),
    agencyName && t("admin:verification.agency", { name: agencyName }),
    !verification && isPublished && t("admin:verification.before"),
  ].filter(Boolean).join(" · ");
}

function Video({ check, videoPath, name }: VerificationViewProps) {
  const { t, locale } = usePage();
  const date = useDate();
  const rejection = check?.state === "refused" ? check.refusal : null;
  return (
    <section aria-labelledby="video">
      <h2 id="video">{t("admin:verification.video")}</h2>
      {check && videoPath
        ? (
          <>
            <video
              controls
              preload="none"
              playsInline
              muted
              src={videoPath}
              aria-label={name}
              lang={langOfName(locale, name)}
            />
            <h3>{t("admin:verification.asked")}</h3>
            <ol class="poses">{check.poses.map((pose) => <li key={pose}>{t(`verification:pose.${pose}`)}</li>)}</ol>
            <p class="small soft">{t("admin:verification.note")}</p>
          </>
        )
        : <p class="soft">{t("admin:verification.noVideo")}</p>}
      {rejection && (
        <p class="soft">
          {t("admin:verification.lastRefused", {
            date: date(check!.decidedAt!),
            reason: t(`verification:refusal.${rejection.reason}`),
          })}
        </p>
      )}
    </section>
  );
}

function Photos({ photos, alike, name }: VerificationViewProps) {
  const { t } = usePage();
  return (
    <section aria-labelledby="photos">
      <h2 id="photos">{t("admin:verification.photos")}</h2>
      {photos.length === 0 ? <Notice>{t("admin:verification.noPhotos")}</Notice> : (
        <ul class="admin__photos">
          {photos.map(({ id, medium, full }, at) => (
            <li key={id}>
              <a href={full}>
                <img src={medium} alt={at === 0 ? `${name}: ${t("admin:verification.main")}` : `${name}: ${at + 1}`} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <AlikePhotos alike={alike} />
    </section>
  );
}

function Verdict({ check, photos, errors, written }: VerificationViewProps & { check: LiveCheck }) {
  const { t } = usePage();
  return (
    <>
      <form method="post">
        <input type="hidden" name="checkId" value={check.id} />
        {photos[0] && <input type="hidden" name="photoId" value={photos[0].id} />}
        <input type="hidden" name="do" value="accept" />
        {errors.sure
          ? (
            <>
              <Notice role="alert">{t("admin:verification.unseen")}</Notice>
              <p>
                <Button type="submit" name="sure" value="yes" tone="seal">
                  {t("admin:verification.acceptUnseen")}
                </Button>
              </p>
            </>
          )
          : <Button type="submit" icon="check">{t("admin:verification.accept")}</Button>}
      </form>
      <form method="post">
        <input type="hidden" name="checkId" value={check.id} />
        <SelectField
          id="reason"
          name="reason"
          label={t("admin:verification.reason")}
          error={errors.reason}
          required
          emptyLabel="–"
          options={liveRejections.map((value) => ({ value, label: t(`verification:refusal.${value}`) }))}
          value={written.reason}
        />
        <TextArea
          id="words"
          name="words"
          label={t("admin:verification.words")}
          error={errors.words}
          rows={2}
          maxLength={rejectionWordsMax}
          value={written.words}
        />
        <div>
          <Button type="submit" tone="quiet" name="do" value="refuse">{t("admin:verification.refuse")}</Button>
        </div>
      </form>
    </>
  );
}

function Identity({ name, verification, born, errors, written, today }: VerificationViewProps) {
  const { t } = usePage();
  const date = useDate();
  const identity = verification?.identity;
  return (
    <section aria-labelledby="identity">
      <h2 id="identity">{t("admin:verification.identity")}</h2>
      <p>{[name, born].filter(Boolean).join(" · ")}</p>
      <p>
        {identity
          ? t("admin:verification.identitySeen", {
            document: t(`verification:document.${identity.documentKind}`),
            date: date(identity.checkedAt),
          })
          : t("admin:verification.identityNone")}
      </p>
      <form method="post">
        <SelectField
          id="documentKind"
          name="documentKind"
          label={t("admin:verification.kind")}
          error={errors.documentKind}
          required
          emptyLabel="–"
          options={documentKinds.map((value) => ({ value, label: t(`verification:document.${value}`) }))}
          value={written.documentKind}
        />
        <Field
          id="checkedOn"
          name="checkedOn"
          type="date"
          label={t("admin:verification.seenOn")}
          error={errors.checkedOn}
          required
          max={today}
          value={written.checkedOn || today}
        />
        <Button type="submit" name="do" value="identity" tone={identity ? "quiet" : "ink"}>
          {t(`admin:verification.${identity ? "recordAgain" : "record"}`)}
        </Button>
      </form>
    </section>
  );
}
