/** Taking down one photo that others see: for a reason that its owner reads, and after the page has said what will happen. */
import { canBeSeen } from "../../../../chat/shared/text.ts";
import { SelectField, TextArea } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { fullNameOf } from "../../../../i18n/names.ts";
import { lady, type User } from "../../../../kv/accounts/users.ts";
import type { Ground } from "../../../../kv/safety/decisions.ts";
import { type Report, reportsAbout } from "../../../../kv/safety/reports.ts";
import { type Refusal, refuse } from "../../../../kv/store/refusals.ts";
import { refusalReasonLengthMax } from "../../../../kv/vetting/approval_decisions.ts";
import { photoMark, takePhotoDown } from "../../../../kv/vetting/photo_takedown.ts";
import { type GalleryPhoto, photosOf, shownPhoto } from "../../../../kv/vetting/photos.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import { type Body, idOf } from "../../../http/read_input.ts";
import { answerRefusal, statusOf } from "../../../http/refusal_answer.tsx";
import { ConfirmationForm, ConfirmationProblem, ConfirmationQuestion } from "../confirmation.tsx";
import { textOf, type Told, toldOf } from "../form.ts";
import { AdminFrame } from "../frame.tsx";
import { GroundField, groundOf } from "../ground_field.tsx";
import { takedownPath, userPath, usersPath } from "../paths.ts";
import { answerAbout } from "./user.tsx";

/** What the form says so far. */
interface Asked {
  /** What the owner reads. */
  reason: string;
  ground: Ground | null;
  reportId: number | null;
}

export const takedownPage: PageDefinition = {
  paths: [`${usersPath}/:id/photos/:photoId`],
  access: "admins",
  get: (c) =>
    answerAbout(c, async (user) => {
      const [photo, reports] = await Promise.all([shownTo(c, user), reportsOn(c, user)]);
      if (!photo) return await answerRefusal(c, refuse("not_found"));
      const waiting = reports.find(({ answeredAt }) => answeredAt === null);
      return await show(c, { user, photo, reports }, { reason: "", ground: null, reportId: waiting?.id ?? null });
    }),
  post: (c, body) => answerAbout(c, (user) => act(c, user, body)),
};

/** The photo that the address names, with whether it is the main one; null if others do not see it (any more). */
async function shownTo(c: AppContext, user: User): Promise<ShownPhoto | null> {
  const shown = (await photosOf(c.var.deps.store, user)).filter(({ state }) => state === "approved");
  const at = shown.findIndex(({ id }) => id === idOf(c.req.param("photoId")));
  return at === -1 ? null : { ...shown[at]!, isMain: at === 0 };
}

type ShownPhoto = GalleryPhoto & { isMain: boolean };

const reportsOn = async (c: AppContext, user: User): Promise<Report[]> =>
  (await reportsAbout(c.var.deps.store, user.id, { page: 1, limit: 10 })).reports;

async function act(c: MemberContext, user: User, body: Body): Promise<Response> {
  const { deps: { store }, facts: { origin }, signedIn } = c.var;
  const photo = await shownTo(c, user);
  if (!photo) return goBack(c, user, "gone");
  const asked: Asked = {
    reason: textOf(body.reason),
    ground: groundOf(body.ground),
    reportId: idOf(textOf(body.report)),
  };
  const seen = textOf(body.seen);
  const answer = async (outcome: Outcome) =>
    await show(c, { user, photo, reports: await reportsOn(c, user) }, asked, outcome);
  if (seen !== photoMark(photo)) return await answer({ refusal: refuse("conflict") });
  if (!canBeSeen(asked.reason)) return await answer({ refusal: refuse("invalid", { fields: { reason: "required" } }) });
  if (body.sure !== "yes") return await answer({ isSure: true });
  const done = await takePhotoDown(store, {
    userId: user.id,
    photoId: photo.id,
    seen,
    reason: asked.reason,
    ground: asked.ground ?? undefined,
    reportId: asked.reportId ?? undefined,
    actorId: signedIn.user.id,
    origin,
  });
  if (!done.ok) return done.reason === "not_found" ? goBack(c, user, "gone") : await answer({ refusal: done });
  c.var.deps.wakeJobs?.();
  return goBack(c, user, "done");
}

/** Also the second of two presses finds the photo gone: it is told so, and decides nothing. */
function goBack(c: MemberContext, user: User, flash: "done" | "gone"): Response {
  leaveFlash(c, flash === "done" ? "success" : "info", `admin:takedown.flash.${flash}`);
  return c.redirect(localHref(c.var.facts.prefix, userPath(user.id)), 303);
}

interface Known {
  user: User;
  photo: ShownPhoto;
  /** About its owner, newest first. */
  reports: Report[];
}

interface Outcome {
  refusal?: Refusal;
  isSure?: boolean;
}

async function show(c: AppContext, known: Known, asked: Asked, outcome: Outcome = {}): Promise<Response> {
  const { t } = c.var.facts;
  const { refusal, isSure = false } = outcome;
  const { errors, problem } = toldOf(c, refusal);
  const told = refusal?.reason === "conflict" ? t("admin:takedown.changed") : problem;
  return await answerPage(c, {
    title: t("admin:takedown.title"),
    robots: "noindex",
    status: statusOf(refusal),
    view: <TakedownView {...known} asked={asked} isSure={isSure} errors={errors} problem={told} />,
  });
}

interface TakedownViewProps extends Known, Told {
  asked: Asked;
  isSure: boolean;
}

function TakedownView(props: TakedownViewProps) {
  const { user, photo, asked, isSure, problem } = props;
  const { t } = usePage();
  const name = fullNameOf(user);
  const path = takedownPath(user.id, photo.id);
  const back = userPath(user.id);
  const shown = shownPhoto(user.id, photo);
  const seen = photoMark(photo);
  const { reason, ground, reportId } = asked;
  return (
    <AdminFrame title={t("admin:takedown.title")} back={{ path: back, label: `${name} #${user.id}` }}>
      <ConfirmationProblem message={problem} />
      <figure>
        <img
          class="admin__big"
          src={shown.sizes.large ?? shown.path}
          alt={t("admin:approvals.photoOf", { name: user.firstname })}
        />
        {photo.caption && <figcaption>{photo.caption}</figcaption>}
      </figure>
      {isSure
        ? (
          <ConfirmationQuestion
            path={path}
            cancel={back}
            submit={t("admin:takedown.submit")}
            fields={{ seen, reason, ground: ground ?? "", report: String(reportId ?? "") }}
          >
            <p>{t("admin:takedown.will")}</p>
            {photo.isMain && user.groupId === lady && <p>{t("admin:takedown.willEndLiveCheck")}</p>}
            <p class="admin__words">{t("admin:suspension.willRead", { facts: reason })}</p>
          </ConfirmationQuestion>
        )
        : (
          <ConfirmationForm path={path} cancel={back} submit={t("admin:confirmation.next")}>
            <input type="hidden" name="seen" value={seen} />
            <TakedownFields {...props} />
          </ConfirmationForm>
        )}
    </AdminFrame>
  );
}

function TakedownFields({ user, reports, asked, errors }: TakedownViewProps) {
  const { t } = usePage();
  const date = useDate();
  return (
    <>
      <TextArea
        id="reason"
        name="reason"
        label={t("admin:takedown.reason")}
        hint={t("admin:approvals.reasonHint", { language: t(`admin:language.${user.locale}`) })}
        error={errors.reason}
        rows={4}
        required
        maxLength={refusalReasonLengthMax}
        defaultValue={asked.reason}
      />
      <GroundField chosen={asked.ground} />
      {reports.length > 0 && (
        <SelectField
          id="report"
          name="report"
          label={t("admin:takedown.report")}
          hint={t("admin:takedown.reportHint")}
          error={errors.report}
          emptyLabel={t("admin:takedown.noReport")}
          value={String(asked.reportId ?? "")}
          options={reports.map(({ id, category, filedAt }) => ({
            value: String(id),
            label: [t("admin:reports.one", { id }), t(`safety:category.${category}`), date(filedAt)].join(" · "),
          }))}
        />
      )}
    </>
  );
}
