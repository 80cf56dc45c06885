/** The page of one verification: her video beside her photos, the answer to it, and the paper that was seen. */
import { Button } from "../../../../components/buttons.tsx";
import { Field, SelectField, TextArea } from "../../../../components/fields.tsx";
import { type PageContext, usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { datesFor } from "../../../../i18n/format.ts";
import { Notice } from "../../../../components/states.tsx";
import { type LiveCheck, liveRefusals } from "../../../../kv/vetting/live_checks.ts";
import { refusalWordsMax } from "../../../../kv/vetting/verification_decisions.ts";
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
  photos: { medium: string; full: string }[];
  /** What others have that looks like them. */
  alike: AlikeShown[];
  /** Her birth date and age, to be compared with the paper. */
  born: string;
  verification: Verification | null;
  check: LiveCheck | null;
  /** Signed for who looks; null while no video waits. */
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
      back={{ path: verificationsPath, label: page.t("verification:admin.back") }}
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
    t("verification:admin.number", { id }),
    verifiedAt === null
      ? t("verification:admin.notVerified")
      : t("verification:admin.verified", { date: date(verifiedAt), until: date(endsAt!) }),
    t(`verification:admin.${isPublished ? "published" : "notPublished"}`),
    agencyName && t("verification:admin.agency", { name: agencyName }),
    !verification && isPublished && t("verification:admin.before"),
  ].filter(Boolean).join(" · ");
}

function Video({ check, videoPath, name }: VerificationViewProps) {
  const { t } = usePage();
  const date = useDate();
  const refusal = check?.state === "refused" ? check.refusal : null;
  return (
    <section aria-labelledby="video">
      <h2 id="video">{t("verification:admin.video")}</h2>
      {check && videoPath
        ? (
          <>
            <video controls preload="none" playsInline muted src={videoPath} aria-label={name} />
            <h3>{t("verification:admin.asked")}</h3>
            <ol class="poses">{check.poses.map((pose) => <li key={pose}>{t(`verification:pose.${pose}`)}</li>)}</ol>
            <p class="small soft">{t("verification:admin.note")}</p>
          </>
        )
        : <p class="soft">{t("verification:admin.noVideo")}</p>}
      {refusal && (
        <p class="soft">
          {t("verification:admin.lastRefused", {
            date: date(check!.decidedAt!),
            reason: t(`verification:refusal.${refusal.reason}`),
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
      <h2 id="photos">{t("verification:admin.photos")}</h2>
      {photos.length === 0 ? <Notice>{t("verification:admin.noPhotos")}</Notice> : (
        <ul class="admin__photos">
          {photos.map(({ medium, full }, at) => (
            <li key={full}>
              <a href={full}>
                <img src={medium} alt={at === 0 ? `${name}: ${t("verification:admin.main")}` : `${name}: ${at + 1}`} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <AlikePhotos alike={alike} />
    </section>
  );
}

function Verdict({ check, errors, written }: VerificationViewProps & { check: LiveCheck }) {
  const { t } = usePage();
  return (
    <>
      <form method="post">
        <input type="hidden" name="checkId" value={check.id} />
        <Button type="submit" name="do" value="accept" icon="check">{t("verification:admin.accept")}</Button>
      </form>
      <form method="post">
        <input type="hidden" name="checkId" value={check.id} />
        <SelectField
          id="reason"
          name="reason"
          label={t("verification:admin.reason")}
          error={errors.reason}
          required
          emptyLabel="–"
          options={liveRefusals.map((value) => ({ value, label: t(`verification:refusal.${value}`) }))}
          value={written.reason}
        />
        <TextArea
          id="words"
          name="words"
          label={t("verification:admin.words")}
          error={errors.words}
          rows={2}
          maxLength={refusalWordsMax}
          value={written.words}
        />
        <div>
          <Button type="submit" tone="quiet" name="do" value="refuse">{t("verification:admin.refuse")}</Button>
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
      <h2 id="identity">{t("verification:admin.identity")}</h2>
      <p>{[name, born].filter(Boolean).join(" · ")}</p>
      <p>
        {identity
          ? t("verification:admin.identitySeen", {
            document: t(`verification:document.${identity.documentKind}`),
            date: date(identity.checkedAt),
          })
          : t("verification:admin.identityNone")}
      </p>
      <form method="post">
        <SelectField
          id="documentKind"
          name="documentKind"
          label={t("verification:admin.kind")}
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
          label={t("verification:admin.seenOn")}
          error={errors.checkedOn}
          required
          max={today}
          value={written.checkedOn || today}
        />
        <Button type="submit" name="do" value="identity" tone={identity ? "quiet" : "ink"}>
          {t(`verification:admin.${identity ? "recordAgain" : "record"}`)}
        </Button>
      </form>
    </section>
  );
}
