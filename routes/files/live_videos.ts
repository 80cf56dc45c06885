/**
 * The way of a live check's video: from her browser into the storage, to the admin who watches it, and out. Its address
 * is signed for one admin and one hour, and each view is logged; for everybody else there is no such file.
 */
import type { Hono } from "hono";
import { admin } from "../../kv/accounts/users.ts";
import type { Store } from "../../kv/open.ts";
import { noteDenial } from "../../kv/store/audit_log.ts";
import type { VerificationJob } from "../../kv/store/jobs/work.ts";
import { limits, takeAttempt } from "../../kv/store/limits.ts";
import { refuse, type Result } from "../../kv/store/refusals.ts";
import { isSameSecret } from "../../kv/store/same_secret.ts";
import {
  expectLiveVideo,
  isLiveVideoOver,
  type LiveCheck,
  liveCheckOf,
  liveVideoFile,
  noteLiveVideoView,
  openCheck,
  receiveLiveVideo,
} from "../../kv/vetting/live_checks.ts";
import { liveVideoBytesMax, liveVideoKind } from "../../services/live_videos.ts";
import type { AppContext, AppEnv, Dependencies } from "../http/env.ts";
import { answerNotThere } from "../http/refusal_answer.tsx";
import { putFiles } from "./put_files.ts";
import { answerStored } from "./stored_file.ts";

/**
 * Keeps the video that a lady made for her open code. Refuses, naming the field: `expired`, `unsupported_type`,
 * `too_large`; and `too_many_requests` beyond 20 an hour, `storage_unavailable`. Its length is not measured: 8 MB bound it.
 */
export async function keepLiveVideo(
  { store, storage }: Dependencies,
  ladyId: number,
  checkId: string,
  file: File,
): Promise<Result<{ check: LiveCheck }>> {
  const attempt = await takeAttempt(store, limits.liveChecks, `send:${ladyId}`);
  if (!attempt.ok) return attempt;
  const open = await openCheck(store, ladyId, checkId);
  if (!open.ok) return open;
  if (file.size > liveVideoBytesMax) return refuse("too_large", { fields: { video: "video_bytes" } });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = liveVideoKind(bytes);
  if (!type) {
    const details = { bytes: bytes.length };
    await noteDenial(store, { action: "live_video_refused", actorId: ladyId, subject: `lady:${ladyId}`, details });
    return refuse("unsupported_type", { fields: { video: bytes.length < 1000 ? "video_unreadable" : "video_type" } });
  }
  const token = store.randomToken();
  await expectLiveVideo(store, ladyId, token);
  const put = await putFiles(storage, [{ name: liveVideoFile({ token }), bytes, type }]);
  if (!put.ok) return put;
  const received = await receiveLiveVideo(store, ladyId, checkId, { token, type, bytes: bytes.length });
  if (!received.ok) await storage.delete(liveVideoFile({ token }));
  return received;
}

/** What the job does: removes the file of a video that no check needs (any more). Throws when it must be tried again. */
export async function clearLiveVideo(
  { store, storage }: Dependencies,
  { ladyId, token }: VerificationJob & { kind: "live_video" },
): Promise<void> {
  if (await isLiveVideoOver(store, ladyId, token)) await storage.delete(liveVideoFile({ token }));
}

// ── looking at it ─────────────────────────────────────────────────────────

/** How long an admin may leave the page open before playing the video; the address works only in that admin's session. */
const grantMs = 3600_000;

/** The address of a waiting video, for one admin and an hour; null where none waits. */
export function liveVideoPath(store: Store, { ladyId, video }: LiveCheck, adminId: number): string | null {
  if (!video) return null;
  const until = store.now() + grantMs;
  const key = keyOf(store, video.token, adminId, until);
  return `/verification-files/${ladyId}?for=${adminId}&until=${until}&key=${key}`;
}

const keyOf = (store: Store, token: string, adminId: number, until: number): string =>
  store.sign(`live-video:${token}:${adminId}:${until}`);

export function mountLiveVideos(app: Hono<AppEnv>): void {
  app.get("/verification-files/:ladyId{[0-9]{1,15}}", async (c) => {
    const { store } = c.var.deps;
    const video = await signedVideo(c);
    if (!video) return await answerNotThere(c);
    const answer = await answerStored(c, {
      name: liveVideoFile(video),
      type: video.type,
      bytes: video.bytes,
      tag: `live-${video.sentAt}`,
      cacheControl: "private, no-store",
      saveAs: `live-check-${video.ladyId}`,
    });
    if (!answer) return await answerNotThere(c);
    await noteIfDelivered(store, video, answer);
    return answer;
  });
}

/**
 * Notes a view where there is something to see: only a whole video or a part of one has a body. A video whose view
 * cannot be noted is not sent.
 */
async function noteIfDelivered(store: Store, video: LookedAt, { body }: Response): Promise<void> {
  if (!body) return;
  try {
    await noteLiveVideoView(store, video);
  } catch (error) {
    // A body that nobody reads would hold its file open.
    await body.cancel();
    throw error;
  }
}

type LookedAt = NonNullable<LiveCheck["video"]> & { ladyId: number; adminId: number };

/** The video, if an admin came with an address that was signed for her or him and has not expired. */
async function signedVideo(c: AppContext): Promise<LookedAt | null> {
  const { deps: { store }, signedIn } = c.var;
  const [adminId, until] = [c.req.query("for"), c.req.query("until")].map(Number) as [number, number];
  if (signedIn?.user.groupId !== admin || signedIn.user.id !== adminId || !(until > store.now())) return null;
  const check = await liveCheckOf(store, Number(c.req.param("ladyId")));
  if (!check?.video) return null;
  if (!isSameSecret(c.req.query("key") ?? "", keyOf(store, check.video.token, adminId, until))) return null;
  return { ...check.video, ladyId: check.ladyId, adminId };
}
