/** The approval queue, one thing at a time: approved, refused for a reason, or left for later; the next comes by itself. */
import { userById, usersByIds } from "../../../../kv/accounts/users.ts";
import { agencyName } from "../../../../kv/ladies/agencies/agencies.ts";
import type { Store } from "../../../../kv/open.ts";
import { approvalsWaiting } from "../../../../kv/records/pending_work.ts";
import type { Ground } from "../../../../kv/safety/decisions.ts";
import type { Refusal } from "../../../../kv/store/refusals.ts";
import { decide } from "../../../../kv/vetting/approval_decisions.ts";
import { type ApprovalView, viewOf } from "../../../../kv/vetting/approval_views.ts";
import { type Approval, approvalAfter } from "../../../../kv/vetting/approvals.ts";
import { photosOf, shownPhoto } from "../../../../kv/vetting/photos.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import { idOf } from "../../../http/read_input.ts";
import { fieldMessages, statusOf } from "../../../http/refusal_answer.tsx";
import { textOf } from "../form.ts";
import { groundOf } from "../ground_field.tsx";
import { approvalsPath } from "../paths.ts";
import { alikeOf } from "./alike.ts";
import { type ApprovalItem, ApprovalsView } from "./approvals_view.tsx";

const approvalsPage: PageDefinition = {
  paths: [approvalsPath],
  access: "admins",
  get: (c) => show(c, idOf(c.req.query("after")) ?? 0),
  async post(c, body) {
    const { deps: { store }, facts: { origin, prefix }, signedIn } = c.var;
    const id = idOf(textOf(body.id)) ?? 0;
    const isApproved = body.action === "approve";
    const reason = textOf(body.reason);
    const ground = groundOf(body.ground);
    const by = { actorId: signedIn.user.id, reason, ground: ground ?? undefined, origin };
    const decided = await decide(store, id, isApproved, by);
    if (!decided.ok && decided.reason === "invalid") return await show(c, id - 1, { refusal: decided, reason, ground });
    if (decided.ok) {
      c.var.deps.wakeJobs?.();
      leaveFlash(c, "success", `admin:approvals.flash.${isApproved ? "approved" : "refused"}`);
    } else leaveFlash(c, "info", "admin:approvals.flash.gone");
    return c.redirect(`${localHref(prefix, approvalsPath)}?after=${id}`, 303);
  },
};

export const approvalPages: PageDefinition[] = [approvalsPage];

/** An admin's "no" that was not taken, because its reason is missing or too long. */
interface Failed {
  refusal: Refusal;
  reason: string;
  ground: Ground | null;
}

async function show(c: AppContext, afterId: number, failed: Failed | null = null): Promise<Response> {
  const { deps: { store }, facts: { t } } = c.var;
  const [approval, waiting] = await Promise.all([approvalAfter(store, afterId), approvalsWaiting(store)]);
  // What was written about one approval must not be shown at another.
  const again = failed && approval?.id === afterId + 1 ? failed : null;
  return await answerPage(c, {
    title: t("admin:approvals.title"),
    robots: "noindex",
    status: statusOf(again?.refusal),
    view: (
      <ApprovalsView
        item={approval && await itemOf(c, approval)}
        waiting={waiting}
        nowMs={store.now()}
        reason={again?.reason ?? ""}
        ground={again?.ground ?? null}
        error={again ? fieldMessages(c, again.refusal.fields).reason ?? null : null}
      />
    ),
  });
}

/** The names of the agencies that ask for something in her stead, by their ids; null for one whose account is gone. */
async function agenciesIn(store: Store, { addedBy, wishes }: ApprovalView): Promise<ApprovalItem["agencies"]> {
  const ids = [...new Set([addedBy, ...wishes.map(({ askedBy }) => askedBy)].filter((id) => id !== null))];
  const users = await usersByIds(store, ids);
  return new Map(ids.map((id, at) => [id, users[at] ? agencyName(users[at]) : null]));
}

/** What the page shows of an approval: the wish, whose it is, and the pictures. */
async function itemOf(c: AppContext, approval: Approval): Promise<ApprovalItem> {
  const { store } = c.var.deps;
  const [view, user] = await Promise.all([viewOf(store, approval), userById(store, approval.userId)]);
  const photos = user && view.kind === "photo" ? await photosOf(store, user) : [];
  const photo = photos.find(({ id }) => id === view.subjectId);
  const standing = photos.filter((each) => each.state === "approved" && each !== photo).slice(0, 4);
  return {
    view,
    user,
    agencies: await agenciesIn(store, view),
    photo: photo ? shownPhoto(view.userId, photo) : null,
    isShown: photo?.state === "approved",
    standing: standing.map((each) => shownPhoto(view.userId, each)),
    alike: photo ? await alikeOf(store, view.userId, [photo]) : [],
  };
}
