/**
 * The audit of profiles and of what waits for approval: each waiting wish is in the queue once, everything in the queue has
 * its wish, and every profile, wish and wished address is somebody's.
 */
import type { EmailChange } from "../../accounts/email_change.ts";
import { lady, man, type User } from "../../accounts/users.ts";
import type { PendingName } from "../../ladies/profile/first_names.ts";
import type { ProfileChange } from "../../ladies/profile/profile_changes.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Approval } from "../../vetting/approvals.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditProfiles(reader: Reader, report: Report): Promise<void> {
  await reader.walk<unknown>(prefixes.allManProfiles(), async (_, key) => {
    const user = await reader.valueAt<User>(keys.user(Number(key[1])));
    if (user?.groupId !== man) report(`the profile of man ${Number(key[1])} has no man`);
  });
  await reader.walk<ProfileChange>(prefixes.allProfileChanges(), async ({ refusedAt }, key) => {
    const ladyId = Number(key[1]);
    const fault: Report = (sentence) => report(`what lady ${ladyId} asked for ${sentence}`);
    const user = await reader.valueAt<User>(keys.user(ladyId));
    if (user?.groupId !== lady) fault("has no lady");
    await auditQueued(reader, "profile", ladyId, refusedAt === null, fault);
  });
  await reader.walk<PendingName>(prefixes.allPendingNames(), async ({ refusedAt }, key) => {
    const userId = Number(key[1]);
    const fault: Report = (sentence) => report(`the name that user ${userId} asked for ${sentence}`);
    if (!await reader.isThere(keys.user(userId))) fault("has no user");
    await auditQueued(reader, "name", userId, refusedAt === undefined, fault);
  });
  await auditQueue(reader, report);
  await reader.walk<EmailChange>(prefixes.allEmailChanges(), async ({ userId, expiresAt }, key) => {
    if (expiresAt <= reader.now) return;
    const isTheirs = userId === key[1] && await reader.isThere(keys.user(userId));
    if (!isTheirs) report(`the address that user ${Number(key[1])} wished for is nobody's wish`);
  });
}

async function auditQueued(
  reader: Reader,
  kind: Approval["kind"],
  subjectId: number,
  isWaiting: boolean,
  fault: Report,
): Promise<void> {
  const isQueued = await reader.isThere(keys.approvalIdOf(kind, subjectId));
  if (isWaiting && !isQueued) fault("waits outside the queue");
  if (!isWaiting && isQueued) fault("is decided and waits still");
}

async function auditQueue(reader: Reader, report: Report): Promise<void> {
  const nextId = await reader.valueAt<number>(keys.counter("approval")) ?? 0;
  await reader.walk<Approval>(prefixes.approvals(), async (approval, key) => {
    const { id, kind, subjectId } = approval;
    const fault: Report = (sentence) => report(`the asking ${Number(key[1])} ${sentence}`);
    if (id !== key[1]) fault(`calls itself ${id}`);
    if (id >= nextId) fault("has an id that will be given again");
    if (await reader.valueAt<number>(keys.approvalIdOf(kind, subjectId)) !== id) fault("is not the one of its thing");
    const wish = kind === "profile"
      ? keys.profileChange(subjectId)
      : kind === "name"
      ? keys.pendingName(subjectId)
      : null;
    if (wish && !await reader.isThere(wish)) fault("asks for nothing");
  });
  await reader.walk<number>(prefixes.allApprovalIds(), async (id, key) => {
    const approval = await reader.valueAt<Approval>(keys.approval(id));
    if (!approval || approval.kind !== key[1] || approval.subjectId !== key[2]) {
      report(`the ${String(key[1])} ${Number(key[2])} names the asking ${id}, which is not its own`);
    }
  });
}
