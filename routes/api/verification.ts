/** The calls of a lady's verification: how it stands, and the video of her live check. */
import * as z from "zod";
import { refuse } from "../../kv/store/refusals.ts";
import { codeEndsAt, isOpen, type LiveCheck, liveCheckOf } from "../../kv/vetting/live_checks.ts";
import { missingOf, noVerification, verificationOf } from "../../kv/vetting/verifications.ts";
import { keepLiveVideo } from "../files/live_videos.ts";
import { fileField } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";

const checkShape = z.object({
  id: z.string(),
  state: z.enum(["asked", "waiting", "accepted", "refused", "expired", "withdrawn"]),
  poses: z.array(z.string()).describe("What to show, while its code holds"),
  until: z.string().nullable().describe("How long the code holds"),
});

export const verificationCalls = [
  defineCall({
    method: "get",
    path: "/verification",
    summary: "How a lady's own verification stands, and her latest live check",
    access: "ladies",
    answer: z.object({
      verification: z.object({
        verifiedAt: z.string().nullable(),
        endsAt: z.string().nullable(),
        missing: z.array(z.enum(["profile", "identity", "live"])),
      }).nullable().describe("Null for a lady who was published before there was any"),
      liveCheck: checkShape.nullable(),
    }),
    async handle(c, { user }) {
      const { store } = c.var.deps;
      const [verification, check] = await Promise.all([verificationOf(store, user.id), liveCheckOf(store, user.id)]);
      const { verifiedAt, endsAt } = verification ?? noVerification;
      return {
        ok: true,
        answer: {
          verification: verification && {
            verifiedAt: moment(verifiedAt),
            endsAt: moment(endsAt),
            missing: missingOf(verification),
          },
          liveCheck: check && wireCheck(check, store.now()),
        },
      };
    },
  }),
  defineCall({
    method: "post",
    path: "/verification/live-check",
    summary: "Send the video of one's live check, made for its code",
    access: "ladies",
    refuses: [
      "not_found",
      "conflict",
      "expired",
      "unsupported_type",
      "too_large",
      "too_many_requests",
      "storage_unavailable",
    ],
    body: z.object({
      checkId: z.string().max(100, "too_long"),
      video: fileField("WebM or MP4, at most 8 MB"),
    }).loose(),
    answer: z.object({ liveCheck: checkShape }),
    async handle(c, { body, user }) {
      if (!(body.video instanceof File)) return refuse("invalid", { fields: { video: "required" } });
      const kept = await keepLiveVideo(c.var.deps, user.id, body.checkId, body.video);
      return kept.ok ? { ok: true, answer: { liveCheck: wireCheck(kept.check, c.var.deps.store.now()) } } : kept;
    },
  }),
];

const moment = (atMs: number | null): string | null => atMs === null ? null : new Date(atMs).toISOString();

function wireCheck(check: LiveCheck, nowMs: number): z.infer<typeof checkShape> {
  const { id, state, poses } = check;
  const holds = isOpen(check, nowMs);
  return { id, state, poses: holds ? poses : [], until: holds ? moment(codeEndsAt(check)) : null };
}
