/** The steps of a verification, each with what is to be done, and the live check in its present state. */
import type { ComponentChild, ComponentChildren } from "preact";
import { Button } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { Mark } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Notice } from "../../../components/states.tsx";
import { gapOf } from "../../../i18n/locales.ts";
import { codeEndsAt, type LiveCheck, videoDaysMax } from "../../../kv/vetting/live_checks.ts";
import { graceEndsAt, type Verification } from "../../../kv/vetting/verifications.ts";

export type StepState = "done" | "waiting" | "missing";
export type Steps = Record<"profile" | "photo" | "identity" | "live", StepState>;

interface VerificationViewProps {
  verification: Verification;
  isPublished: boolean;
  /** Whether she is or ever was published: the grace of a live check may also end for a lady who never was. */
  hasBeenPublished: boolean;
  steps: Steps;
  /** Her latest live check; `open` is the same check while its code may still be used, otherwise null. */
  check: LiveCheck | null;
  open: LiveCheck | null;
  /** What was wrong with what she has just sent. */
  problem: string | null;
  /** The camera; null while there are no poses. */
  recorder: ComponentChild;
}

export function VerificationView(props: VerificationViewProps) {
  const { verification, steps } = props;
  return (
    <>
      <Standing {...props} />
      <StepList steps={steps} verification={verification} />
      <Live {...props} />
    </>
  );
}

function Standing({ verification, isPublished, hasBeenPublished }: VerificationViewProps) {
  const { t } = usePage();
  const day = useDate();
  const { resting, verifiedAt, endsAt, ended, takenDownAt } = verification;
  if (verifiedAt !== null) {
    return (
      <Notice tone="good">
        <p>{t("verification:holds", { date: day(verifiedAt), until: day(endsAt!) })}</p>
        <p>{t(`verification:${isPublished ? "published" : "unpublished"}`)}</p>
      </Notice>
    );
  }
  if (takenDownAt !== null && hasBeenPublished) {
    return (
      <Notice tone="bad">{t(`verification:takenDown${resting ? "Resting" : ""}`, { date: day(takenDownAt) })}</Notice>
    );
  }
  if (ended && isPublished) {
    const words = ended.because === "time" ? "endedByTime" : resting ? "resting" : "endedByPhoto";
    return <Notice>{t(`verification:${words}`, { date: day(ended.at), until: day(graceEndsAt(ended)) })}</Notice>;
  }
  return <Notice>{t(`verification:${isPublished ? "published" : "unpublished"}`)}</Notice>;
}

const stepPaths = {
  profile: "/lady/profile",
  photo: "/lady/profile/photos",
  identity: "/contact-us",
  live: "#live",
} as const;

function StepList({ steps, verification }: Pick<VerificationViewProps, "steps" | "verification">) {
  const { t, href } = usePage();
  const day = useDate();
  const { profileApprovedAt, identity, live } = verification;
  const done = {
    profile: profileApprovedAt === null
      ? t("verification:step.profile.doneBefore")
      : t("verification:step.profile.done", { date: day(profileApprovedAt) }),
    photo: t("verification:step.photo.done"),
    identity: identity && t("verification:step.identity.done", {
      date: day(identity.checkedAt),
      document: t(`verification:document.${identity.documentKind}`),
    }),
    live: live && t("verification:step.live.done", { date: day(live.checkedAt) }),
  };
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" class="visually-hidden">{t("verification:steps")}</h2>
      <ol class="steps">
        {(Object.keys(stepPaths) as (keyof Steps)[]).map((name) => {
          const state = steps[name];
          const path = stepPaths[name];
          return (
            <li key={name}>
              <h3>
                {t(`verification:step.${name}.title`)}{" "}
                <Mark tone={state === "missing" ? "seal" : "ink"}>{t(`verification:state.${state}`)}</Mark>
              </h3>
              <p>{state === "done" ? done[name] : t(`verification:step.${name}.${state}`)}</p>
              {state === "missing" && (
                <p>
                  <a href={path.startsWith("#") ? path : href(path)}>{t(`verification:step.${name}.link`)}</a>
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Live(props: VerificationViewProps) {
  const { t } = usePage();
  return (
    <section class="split" id="live" aria-labelledby="live-title">
      <div>
        <h2 id="live-title">{t("verification:live.title")}</h2>
        <p>{t("verification:live.text")}</p>
      </div>
      <div class="form">
        {props.problem && <Notice tone="bad" role="alert">{props.problem}</Notice>}
        <LiveState {...props} />
        <p class="small soft">{t("verification:live.privacy", { count: videoDaysMax })}</p>
      </div>
    </section>
  );
}

function LiveState({ check, open, verification, recorder, problem }: VerificationViewProps) {
  const { t } = usePage();
  const date = useDate();
  if (check?.state === "waiting") {
    return (
      <>
        <Notice tone="good">
          {t("verification:live.waiting", { date: date(check.video!.sentAt, "moment") })}
        </Notice>
        <DoForm what="withdraw">
          <Button type="submit" tone="quiet">{t("verification:live.withdraw")}</Button>
        </DoForm>
      </>
    );
  }
  if (open) return <OpenCode check={open} recorder={recorder} problem={problem} />;
  const isLate = check?.state === "asked";
  const word = verification.verifiedAt !== null ? "renew" : check && check.state !== "withdrawn" ? "again" : "begin";
  return (
    <>
      {check && <Former check={check} />}
      {isLate && <Notice>{t("verification:live.tooLate")}</Notice>}
      <DoForm what="ask">
        <Button type="submit" tone={word === "renew" ? "quiet" : "ink"}>{t(`verification:live.${word}`)}</Button>
      </DoForm>
    </>
  );
}

/** What became of the last video. */
function Former({ check: { state, refusal } }: { check: LiveCheck }) {
  const { t, locale } = usePage();
  if (state === "expired") return <Notice tone="bad">{t("verification:live.expired")}</Notice>;
  if (!refusal) return null;
  return (
    <Notice tone="bad">
      <p>
        {t("verification:live.refused")}
        {gapOf(locale)}
        {t(`verification:refusal.${refusal.reason}`)}
      </p>
      {refusal.words && <p>{t("verification:live.refusedWords", { words: refusal.words })}</p>}
    </Notice>
  );
}

function OpenCode(
  { check, recorder, problem }: { check: LiveCheck; recorder: ComponentChild; problem: string | null },
) {
  const { t, href, path } = usePage();
  const date = useDate();
  const time = date(codeEndsAt(check), "time");
  return (
    <>
      <div>
        <h3 id="poses">{t("verification:live.poses")}</h3>
        <ol class="poses" aria-labelledby="poses">
          {check.poses.map((pose) => <li key={pose}>{t(`verification:pose.${pose}`)}</li>)}
        </ol>
        <p class="small soft">{t("verification:live.until", { time })}</p>
      </div>
      <noscript>
        <p>{t("verification:live.noScript")}</p>
      </noscript>
      {recorder}
      <details open={problem !== null}>
        <summary>{t("verification:live.file")}</summary>
        <form class="form" method="post" action={href(path)} encType="multipart/form-data">
          <input type="hidden" name="do" value="send" />
          <input type="hidden" name="checkId" value={check.id} />
          <Field
            id="video"
            type="file"
            name="video"
            label={t("verification:live.file")}
            hint={t("verification:live.fileHint")}
            error={problem}
            accept="video/webm,video/mp4,video/quicktime"
            required
          />
          <div>
            <Button type="submit" tone="quiet">{t("verification:live.sendFile")}</Button>
          </div>
        </form>
      </details>
      <DoForm what="ask">
        <Button type="submit" tone="plain" small>{t("verification:live.newPoses")}</Button>
      </DoForm>
    </>
  );
}

function DoForm({ what, children }: { what: string; children: ComponentChildren }) {
  const { href, path } = usePage();
  return (
    <form method="post" action={href(path)}>
      <input type="hidden" name="do" value={what} />
      {children}
    </form>
  );
}
