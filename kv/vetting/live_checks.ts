/**
 * Live checks: a lady asks for a pose code, records herself with it, and a staff member compares the video with her
 * photos (verification_decisions.ts). A code is good for 15 minutes and for one video. The video is deleted with the
 * decision, or after 30 days without one.
 */
import { lady, type User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { commitNow, transact } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { addAttempt, limits, takeAttempt } from "../store/limits.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { type Pose, randomPoses } from "./poses.ts";
import { putBegun } from "./verifications.ts";

const codeMinutes = 15;
export const videoSecondsMax = 10;
/** An undecided video is kept no longer. */
export const videoDaysMax = 30;

export const liveRejections = ["other_poses", "unclear", "not_alone", "other_person", "not_live"] as const;
export type LiveRejection = typeof liveRejections[number];

export type LiveVideoType = "video/webm" | "video/mp4";

export interface LiveVideo {
  /** Names the file; nobody can guess it. */
  token: string;
  type: LiveVideoType;
  bytes: number;
  sentAt: number;
  /** The admins who have played it. */
  seenBy?: number[];
}

export interface LiveCheck {
  id: string;
  ladyId: number;
  poses: [Pose, Pose];
  askedAt: number;
  /** "asked": the code waits for a video. */
  state: "asked" | "waiting" | "accepted" | "refused" | "expired" | "withdrawn";
  /** Null before it comes and after the decision about it. */
  video: LiveVideo | null;
  decidedAt: number | null;
  /** Why it was refused, as she reads it: the reason, and words that staff added, if any. */
  refusal: { reason: LiveRejection; words: string } | null;
}

/** Where the video lies in the storage. */
export const liveVideoFile = ({ token }: Pick<LiveVideo, "token">): string => `live/${token}`;

export const codeEndsAt = ({ askedAt }: Pick<LiveCheck, "askedAt">): number => askedAt + codeMinutes * 60_000;

/** Whether its code may still be used. */
export const isOpen = (check: LiveCheck, nowMs: number): boolean =>
  check.state === "asked" && nowMs < codeEndsAt(check);

/** A lady's latest live check, or null. */
export const liveCheckOf = async (store: Store, ladyId: number): Promise<LiveCheck | null> =>
  (await store.kv.get<LiveCheck>(keys.liveCheck(ladyId))).value;

/** The ladies whose videos wait, the longest waiting first. */
export async function waitingLiveChecks(store: Store, limit = 100): Promise<{ ladyId: number; sentAt: number }[]> {
  const waiting: { ladyId: number; sentAt: number }[] = [];
  for await (const { key } of store.kv.list({ prefix: prefixes.liveCheckQueue() }, { limit })) {
    waiting.push({ sentAt: Number(key[1]), ladyId: Number(key[2]) });
  }
  return waiting;
}

/**
 * Gives a lady a new code, which replaces an unused one. Refuses `not_found` for anybody but a lady, `conflict` while a
 * video of hers waits, and `too_many_requests` beyond 20 an hour.
 */
export async function askLiveCheck(store: Store, ladyId: number): Promise<Result<{ check: LiveCheck }>> {
  const attempt = await takeAttempt(store, limits.liveChecks, `ask:${ladyId}`);
  if (!attempt.ok) return attempt;
  return await transact<Result<{ check: LiveCheck }>>(async () => {
    const [user, entry] = await store.kv.getMany<[User, LiveCheck]>([keys.user(ladyId), keys.liveCheck(ladyId)]);
    if (user.value?.groupId !== lady) return { done: refuse("not_found") };
    if (entry.value?.state === "waiting") return { done: refuse("conflict") };
    const check: LiveCheck = {
      id: store.randomToken(),
      ladyId,
      poses: randomPoses(store),
      askedAt: store.now(),
      state: "asked",
      video: null,
      decidedAt: null,
      refusal: entry.value?.refusal ?? null,
    };
    return { commit: store.kv.atomic().check(user, entry).set(entry.key, check), result: { ok: true, check } };
  });
}

/** The live check whose open code a video was made for; refuses `expired`. To be called before the file is stored. */
export async function openCheck(store: Store, ladyId: number, checkId: string): Promise<Result<{ check: LiveCheck }>> {
  const check = await liveCheckOf(store, ladyId);
  return check?.id === checkId && isOpen(check, store.now())
    ? { ok: true, check }
    : refuse("expired", { fields: { video: "expired" } });
}

/** To be called before the file is stored: adds a job that deletes the file after an hour, if no check refers to it then. */
export async function expectLiveVideo(store: Store, ladyId: number, token: string): Promise<void> {
  const op = store.kv.atomic();
  addJob(store, op, { kind: "live_video", ladyId, token }, store.now() + 3600_000);
  await commitNow(op);
}

/** Takes a video whose file is stored, and uses up the code. Refuses `expired` if the code is used or too old by now. */
export async function receiveLiveVideo(
  store: Store,
  ladyId: number,
  checkId: string,
  video: Omit<LiveVideo, "sentAt">,
): Promise<Result<{ check: LiveCheck }>> {
  return await transact<Result<{ check: LiveCheck }>>(async () => {
    const entry = await store.kv.get<LiveCheck>(keys.liveCheck(ladyId));
    const now = store.now();
    if (entry.value?.id !== checkId || !isOpen(entry.value, now)) {
      return { done: refuse("expired", { fields: { video: "expired" } }) };
    }
    const check: LiveCheck = {
      ...entry.value,
      state: "waiting",
      video: { ...video, sentAt: now },
      refusal: null,
    };
    const op = store.kv.atomic().check(entry).set(entry.key, check).set(keys.liveCheckQueue(now, ladyId), null);
    await putBegun(store, op, ladyId);
    addJob(store, op, { kind: "live_video", ladyId, token: video.token }, now + videoDaysMax * dayMs);
    return { commit: op, result: { ok: true, check } };
  });
}

/**
 * Records that an admin plays a video, for the log and for the decision. A player asks for a file in parts: one record a
 * minute for them all.
 */
export async function noteLiveVideoView(
  store: Store,
  { ladyId, adminId, token }: { ladyId: number; adminId: number; token: string },
): Promise<void> {
  await transact<void>(async () => {
    const entry = await store.kv.get<LiveCheck>(keys.liveCheck(ladyId));
    const op = store.kv.atomic().check(entry);
    if (!(await addAttempt(store, op, limits.liveCheckViews, `${adminId}:${token}`)).ok) return { done: undefined };
    const video = entry.value?.video;
    if (video?.token === token && !isSeenBy(video, adminId)) {
      const seenBy = [...video.seenBy ?? [], adminId];
      op.set(entry.key, { ...entry.value!, video: { ...video, seenBy } } satisfies LiveCheck);
    }
    putAuditRecord(store, op, {
      action: "live_video_viewed",
      actorId: adminId,
      subject: `lady:${ladyId}`,
      details: {},
    });
    return { commit: op, result: undefined };
  });
}

export const isSeenBy = ({ seenBy }: LiveVideo, adminId: number): boolean => seenBy?.includes(adminId) ?? false;

/** Takes back a lady's video before anybody has decided about it. Refuses `not_found` if none waits. */
export function withdrawLiveCheck(store: Store, ladyId: number): Promise<Result<object>> {
  return transact<Result<object>>(async () => {
    const entry = await store.kv.get<LiveCheck>(keys.liveCheck(ladyId));
    const op = store.kv.atomic().check(entry);
    if (!entry.value?.video) return { done: refuse("not_found") };
    endLiveCheck(store, op, entry.value, { state: "withdrawn", refusal: null });
    return { commit: op, result: { ok: true } };
  });
}

/** Adds the end of a check to a commit: it leaves the queue, and a job deletes its video. */
export function endLiveCheck(
  store: Store,
  op: Deno.AtomicOperation,
  check: LiveCheck,
  end: Pick<LiveCheck, "state" | "refusal">,
): void {
  const { ladyId, video } = check;
  op.set(keys.liveCheck(ladyId), { ...check, ...end, video: null, decidedAt: store.now() } satisfies LiveCheck);
  if (!video) return;
  op.delete(keys.liveCheckQueue(video.sentAt, ladyId));
  addJob(store, op, { kind: "live_video", ladyId, token: video.token });
}

/**
 * What the job `live_video` does: whether the caller must delete the file of a video, because no check refers to it (any
 * more). A check that has waited for 30 days ends first, and she is told.
 */
export async function isLiveVideoOver(store: Store, ladyId: number, token: string): Promise<boolean> {
  return await transact<boolean>(async () => {
    const entry = await store.kv.get<LiveCheck>(keys.liveCheck(ladyId));
    const video = entry.value?.video;
    if (!entry.value || video?.token !== token) return { done: true };
    if (store.now() < video.sentAt + videoDaysMax * dayMs) return { done: false };
    const op = store.kv.atomic().check(entry);
    endLiveCheck(store, op, entry.value, { state: "expired", refusal: null });
    addJob(store, op, { kind: "verification_mail", userId: ladyId, notice: "live_expired" });
    return { commit: op, result: true };
  });
}
