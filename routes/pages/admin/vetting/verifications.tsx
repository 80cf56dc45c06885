/**
 * The admins' pages of verification: the list of videos that wait and of ladies who lack something, and the page of one
 * lady, where an admin compares her video with her photos and notes her document.
 */
import { dateOf } from "../../../../kv/store/days.ts";
import * as z from "zod";
import { lady, userById, usersByIds } from "../../../../kv/accounts/users.ts";
import { agencyName, agencyOf } from "../../../../kv/ladies/agencies/agencies.ts";
import { ladyById } from "../../../../kv/ladies/ladies.ts";
import { type Refusal, refuse, type Result } from "../../../../kv/store/refusals.ts";
import { liveCheckOf, liveRejections, waitingLiveChecks } from "../../../../kv/vetting/live_checks.ts";
import {
  decideLiveCheck,
  type LiveVerdict,
  recordIdentity,
  rejectionWordsMax,
} from "../../../../kv/vetting/verification_decisions.ts";
import {
  documentKinds,
  missingOf,
  noVerification,
  unverifiedLadies,
  verificationOf,
} from "../../../../kv/vetting/verifications.ts";
import { photosOf } from "../../../../kv/vetting/photos.ts";
import { liveVideoPath } from "../../../files/live_videos.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { MemberContext } from "../../../http/env.ts";
import { dayField } from "../../../http/fields.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import { idOf, type Input, parseInput } from "../../../http/read_input.ts";
import { answerRefusal, fieldMessages, messageOf, statusOf } from "../../../http/refusal_answer.tsx";
import { readAskedList } from "../answer_list.tsx";
import { bornOf } from "../frame.tsx";
import { verificationPath, verificationsPath } from "../paths.ts";
import { alikeOf } from "./alike.ts";
import { VerificationView } from "./verification_view.tsx";
import { ListView } from "./verifications_view.tsx";

const list: PageDefinition = {
  paths: [verificationsPath],
  access: "admins",
  async get(c) {
    const { facts: { t, prefix }, deps: { store } } = c.var;
    const wanted = idOf(c.req.query("lady"));
    if (wanted !== null) return c.redirect(localHref(prefix, verificationPath(wanted)), 303);
    const [waiting, { asked, found }] = await Promise.all([
      waitingLiveChecks(store),
      readAskedList(c, (asked) => unverifiedLadies(store, asked)),
    ]);
    const [senders, lacking] = await Promise.all([
      usersByIds(store, waiting.map(({ ladyId }) => ladyId)),
      usersByIds(store, found.ids),
    ]);
    return await answerPage(c, {
      title: t("admin:verification.title"),
      description: t("admin:verification.description"),
      robots: "noindex",
      view: (
        <ListView
          waiting={waiting.map(({ ladyId, sentAt }, at) => ({
            id: ladyId,
            sentAt,
            name: senders[at]?.firstname ?? "",
          }))}
          lacking={await Promise.all(
            lacking.flatMap((user) => user ? [user] : []).map(async ({ id, firstname }) => ({
              id,
              name: firstname,
              missing: missingOf(await verificationOf(store, id) ?? noVerification),
            })),
          )}
          asked={asked}
          totalCount={found.totalCount}
        />
      ),
    });
  },
};

const verificationPage: PageDefinition = {
  paths: [`${verificationsPath}/:id`],
  access: "admins",
  get: (c) => show(c, null, {}),
  async post(c, body) {
    const ladyId = idOf(c.req.param("id"));
    if (ladyId === null) return await answerRefusal(c, refuse("not_found"));
    const done = await doneFrom(c, ladyId, body);
    if (!done.ok) return await show(c, done, body);
    c.var.deps.wakeJobs?.();
    leaveFlash(c, "success", `admin:verification.flash.${done.flash}`);
    return c.redirect(
      localHref(c.var.facts.prefix, done.flash === "identity" ? verificationPath(ladyId) : verificationsPath),
      303,
    );
  },
};

export const verificationPages: PageDefinition[] = [list, verificationPage];

const identityForm = z.object({
  documentKind: z.enum(documentKinds, "required"),
  checkedOn: dayField,
});
const checkId = z.string().max(100, "too_long");
const acceptForm = z.object({ checkId, photoId: z.string().optional().transform(idOf) });
const rejectForm = z.object({
  checkId,
  reason: z.enum(liveRejections, "required"),
  words: z.string().trim().max(rejectionWordsMax, "too_long").default(""),
});

async function doneFrom(
  c: MemberContext,
  ladyId: number,
  body: Record<string, unknown>,
): Promise<Result<{ flash: "identity" | "accepted" | "refused" }>> {
  const { deps: { store }, signedIn } = c.var;
  const actorId = signedIn.user.id;
  switch (body.do) {
    case "identity": {
      const form = parseInput(identityForm, body);
      if (!form.ok) return form;
      const { documentKind, checkedOn } = form.value;
      const recorded = await recordIdentity(store, { ladyId, documentKind, checkedAt: Date.parse(checkedOn), actorId });
      return recorded.ok ? { ok: true, flash: "identity" } : recorded;
    }
    case "accept":
    case "refuse": {
      const verdict = verdictOf(body);
      if (!verdict.ok) return verdict;
      const decided = await decideLiveCheck(store, { ladyId, actorId, isSure: body.sure === "yes", ...verdict.value });
      return decided.ok ? { ok: true, flash: body.do === "accept" ? "accepted" : "refused" } : decided;
    }
    default:
      return refuse("malformed");
  }
}

type Verdict = Pick<LiveVerdict, "checkId" | "photoId" | "rejection">;

function verdictOf(body: Record<string, unknown>): Input<Verdict> {
  if (body.do === "accept") {
    const form = parseInput(acceptForm, body);
    return form.ok ? { ok: true, value: { ...form.value, rejection: null } } : form;
  }
  const form = parseInput(rejectForm, body);
  if (!form.ok) return form;
  const { checkId, reason, words } = form.value;
  return { ok: true, value: { checkId, photoId: null, rejection: { reason, words } } };
}

async function show(c: MemberContext, refusal: Refusal | null, body: Record<string, unknown>): Promise<Response> {
  const { facts: { t, locale }, deps: { store }, signedIn } = c.var;
  // Nobody has the number 0.
  const id = idOf(c.req.param("id")) ?? 0;
  const [user, record, verification, check] = await Promise.all([
    userById(store, id),
    ladyById(store, id),
    verificationOf(store, id),
    liveCheckOf(store, id),
  ]);
  if (user?.groupId !== lady || !record) return await answerRefusal(c, refuse("not_found"));
  const [keeper, gallery] = await Promise.all([agencyOf(store, user), photosOf(store, user)]);
  const text = (name: string) => typeof body[name] === "string" ? body[name].slice(0, 500) : "";
  return await answerPage(c, {
    title: `${t("admin:verification.title")} — ${user.firstname}`,
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <VerificationView
        id={user.id}
        name={user.firstname}
        isPublished={record.isPublished}
        agencyName={keeper && agencyName(keeper)}
        photos={record.photos.map(({ id, sizes: { medium, full } }) => ({ id, medium, full }))}
        alike={await alikeOf(store, id, gallery)}
        born={bornOf({ t, locale }, user, store.now())}
        verification={verification}
        check={check}
        videoPath={check && liveVideoPath(store, check, signedIn.user.id)}
        // The question stands beside the button that answers it.
        problem={refusal && !refusal.fields?.sure ? messageOf(c, refusal) : null}
        errors={fieldMessages(c, refusal?.fields)}
        written={{
          documentKind: text("documentKind"),
          checkedOn: text("checkedOn"),
          reason: text("reason"),
          words: text("words"),
        }}
        today={dateOf(store.now())}
      />
    ),
  });
}
