/**
 * The audit of verifications, live checks and agencies: every date follows from what was recorded, no end was missed, a
 * video is there exactly while its check waits, and a lady and her agency know of each other.
 */
import { dayMs } from "../../store/days.ts";
import { agency, lady, type User } from "../../accounts/users.ts";
import type { AgencyDraft } from "../../ladies/agencies/agencies.ts";
import type { LadyRecord } from "../../ladies/record.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { type LiveCheck, videoDaysMax } from "../../vetting/live_checks.ts";
import { asOf, graceEndsAt, isComplete, type Verification, verificationDays } from "../../vetting/verifications.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditVerifications(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Verification>(prefixes.allVerifications(), async (verification, key) => {
    const ladyId = Number(key[1]);
    const fault: Report = (sentence) => report(`the verification of lady ${ladyId} ${sentence}`);
    const record = await reader.valueAt<LadyRecord>(keys.lady(ladyId));
    if (!record) return fault("has no lady");
    auditDates(reader, verification, record, fault);
    const isListed = await reader.isThere(keys.unverified(ladyId));
    if (isListed === isComplete(verification)) fault(isListed ? "lacks nothing and waits still" : "waits nowhere");
  });
  await reader.walk<unknown>(prefixes.unverified(), async (_, key) => {
    if (!await reader.isThere(keys.verification(Number(key[1])))) report(`lady ${Number(key[1])} waits for nothing`);
  });
  await auditLiveChecks(reader, report);
  await auditAgencies(reader, report);
}

function auditDates(reader: Reader, verification: Verification, record: LadyRecord, fault: Report): void {
  const { identity, live, verifiedAt, endsAt, ended, takenDownAt } = verification;
  if ((verifiedAt === null) !== (endsAt === null)) fault("has only one of its dates");
  if (verifiedAt !== null && (!identity || !live)) fault("holds without having been made");
  if (verifiedAt !== null && live && endsAt !== live.checkedAt + verificationDays * dayMs) fault("ends on another day");
  // A live check that is too old to hold stays as it was made, whatever main photo follows.
  const { live: holding, resting } = asOf(verification, reader.now);
  if (holding && holding.photoId !== record.photos[0]?.id) fault("was made with another main photo");
  if (resting && resting.photoId === record.photos[0]?.id) fault("rests beside its own main photo");
  if (holding && resting) fault("holds, and rests as well");
  if (takenDownAt !== null && record.isPublished) fault("took a profile down that is published");
  // While she is suspended every step waits.
  if (record.isSuspended) return;
  // One day to spare: the job that ends it may be late, but not lost.
  if (endsAt !== null && reader.servedUntil > endsAt + dayMs) fault("should have ended");
  const isGraceOver = ended !== null && takenDownAt === null && reader.servedUntil > graceEndsAt(ended) + dayMs;
  if (isGraceOver && verifiedAt === null) fault("ended, and its grace as well");
}

async function auditLiveChecks(reader: Reader, report: Report): Promise<void> {
  await reader.walk<LiveCheck>(prefixes.allLiveChecks(), async ({ state, video }, key) => {
    const ladyId = Number(key[1]);
    const fault: Report = (sentence) => report(`the live check of lady ${ladyId} ${sentence}`);
    const user = await reader.valueAt<User>(keys.user(ladyId));
    if (user?.groupId !== lady) fault("has no lady");
    if ((state === "waiting") !== (video !== null)) {
      fault("has a video that nobody decides about, or none to decide about");
    }
    if (!video) return;
    if (reader.servedUntil > video.sentAt + (videoDaysMax + 1) * dayMs) fault("has kept its video for too long");
    if (!await reader.isThere(keys.liveCheckQueue(video.sentAt, ladyId))) fault("waits outside the queue");
  });
  await reader.walk<null>(prefixes.liveCheckQueue(), async (_, key) => {
    const check = await reader.valueAt<LiveCheck>(keys.liveCheck(Number(key[2])));
    if (check?.video?.sentAt !== key[1]) {
      report(`the queue names a live check of lady ${Number(key[2])} that does not wait`);
    }
  });
}

async function auditAgencies(reader: Reader, report: Report): Promise<void> {
  await reader.walk<User>(prefixes.users(), async ({ id, agencyId }) => {
    if (agencyId === undefined) return;
    if (!await reader.isThere(keys.ladyOfAgency(agencyId, id))) {
      report(`lady ${id} is missing at her agency ${agencyId}`);
    }
  });
  await reader.walk<null>(prefixes.allLadiesOfAgencies(), async (_, key) => {
    const [agencyId, ladyId] = [Number(key[1]), Number(key[2])];
    const [keeper, user] = [
      await reader.valueAt<User>(keys.user(agencyId)),
      await reader.valueAt<User>(keys.user(ladyId)),
    ];
    if (keeper?.groupId !== agency) report(`agency ${agencyId} is no agency`);
    if (user?.groupId !== lady || user.agencyId !== agencyId) {
      report(`agency ${agencyId} lists user ${ladyId}, who knows nothing of it`);
    }
  });
  await reader.walk<AgencyDraft>(prefixes.allAgencyDrafts(), async ({ id, agencyId, expiresAt }, key) => {
    if (id !== key[1]) report(`the draft ${String(key[1])} calls itself ${id}`);
    // What has expired may be gone in part.
    if (expiresAt <= reader.now) return;
    if (!await reader.isThere(keys.draftOfAgency(agencyId, id))) report(`the draft ${id} is missing at its agency`);
  });
}
