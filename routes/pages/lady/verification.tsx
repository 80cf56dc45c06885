/** A lady's verification: what is done and what is missing, step by step, and her live check. */
import LiveCheck from "../../../islands/live_check/island.tsx";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { isChangeWaiting, type ProfileChange, profileChangeOf } from "../../../kv/ladies/profile/profile_changes.ts";
import type { LadyRecord } from "../../../kv/ladies/record.ts";
import { type Refusal, refuse, type Result } from "../../../kv/store/refusals.ts";
import {
  askLiveCheck,
  isOpen,
  type LiveCheck as Check,
  liveCheckOf,
  videoSecondsMax,
  withdrawLiveCheck,
} from "../../../kv/vetting/live_checks.ts";
import { type GalleryPhoto, photosOf } from "../../../kv/vetting/photos.ts";
import { noVerification, type Verification, verificationOf } from "../../../kv/vetting/verifications.ts";
import { ladyAccount } from "../../account/sides.ts";
import { keepLiveVideo } from "../../files/live_videos.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { fieldMessages, messageOf, statusOf } from "../../http/refusal_answer.tsx";
import { accountCrumbs, AccountFrame } from "../account/frame.tsx";
import { type Steps, type StepState, VerificationView } from "./verification_view.tsx";

const path = ladyAccount.tabs.verification;

export const ladyVerificationPage: PageDefinition = {
  paths: [path],
  access: "ladies",
  get: (c) => show(c, null),
  async post(c, body) {
    const done = await doneFrom(c, body);
    if (!done.ok) return await show(c, done);
    c.var.deps.wakeJobs?.();
    return c.redirect(`${localHref(c.var.facts.prefix, path)}${body.do === "ask" ? "#live" : ""}`, 303);
  },
};

async function doneFrom(c: MemberContext, body: Record<string, unknown>): Promise<Result<unknown>> {
  const { deps, signedIn } = c.var;
  const { id } = signedIn.user;
  switch (body.do) {
    case "ask":
      return await askLiveCheck(deps.store, id);
    case "withdraw": {
      const withdrawn = await withdrawLiveCheck(deps.store, id);
      if (withdrawn.ok) leaveFlash(c, "success", "verification:flash.withdrawn");
      return withdrawn;
    }
    case "send": {
      const file = body.video;
      if (!(file instanceof File) || file.size === 0) return refuse("invalid", { fields: { video: "required" } });
      const kept = await keepLiveVideo(deps, id, String(body.checkId).slice(0, 100), file);
      if (kept.ok) leaveFlash(c, "success", "verification:flash.sent");
      return kept;
    }
    default:
      return refuse("malformed");
  }
}

async function show(c: MemberContext, refusal: Refusal | null): Promise<Response> {
  const { facts: { t, prefix }, deps: { store }, signedIn } = c.var;
  const { user } = signedIn;
  const [kept, record, check, change, photos] = await Promise.all([
    verificationOf(store, user.id),
    ladyById(store, user.id),
    liveCheckOf(store, user.id),
    profileChangeOf(store, user.id),
    photosOf(store, user),
  ]);
  const verification = kept ?? { ...noVerification, profileApprovedAt: record?.firstTimeActivatedAt ?? null };
  const open = check && isOpen(check, store.now()) ? check : null;
  if (refusal?.retryAfterSeconds) c.header("retry-after", String(refusal.retryAfterSeconds));
  return await answerPage(c, {
    title: t("verification:title"),
    description: t("verification:description"),
    crumbs: accountCrumbs(c, ladyAccount, "verification"),
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <AccountFrame side={ladyAccount} tab="verification" lead={t("verification:lead")}>
        <VerificationView
          verification={verification}
          isPublished={record?.isPublished ?? false}
          hasBeenPublished={(record?.firstTimeActivatedAt ?? null) !== null}
          steps={stepsOf({ verification, record: record!, check, change, photos })}
          check={check}
          open={open}
          problem={refusal && (Object.values(fieldMessages(c, refusal.fields))[0] ?? messageOf(c, refusal))}
          recorder={open && (
            <LiveCheck checkId={open.id} pagePath={localHref(prefix, path)} secondsMax={videoSecondsMax} />
          )}
        />
      </AccountFrame>
    ),
  });
}

interface Known {
  verification: Verification;
  record: LadyRecord;
  check: Check | null;
  change: ProfileChange | null;
  photos: GalleryPhoto[];
}

function stepsOf({ verification: { profileApprovedAt, identity, live }, record, check, change, photos }: Known): Steps {
  const isApproved = profileApprovedAt !== null || record.firstTimeActivatedAt !== null;
  const state = (isDone: boolean, isWaiting: boolean): StepState => isDone ? "done" : isWaiting ? "waiting" : "missing";
  return {
    profile: state(isApproved, isChangeWaiting(change)),
    photo: state(photos.some((photo) => photo.state === "approved"), photos.length > 0),
    identity: state(identity !== null, false),
    live: check?.state === "waiting" ? "waiting" : state(live !== null, false),
  };
}
