/**
 * How a lady and her agency part. Her profile stays as it is: what the agency asked for in her stead, and what nobody has
 * approved yet, is taken back with the parting. What she asked for herself, or agreed to in the agency's draft, stays.
 */
import type { User } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { transact } from "../../store/commit.ts";
import { type Act, noteDone, wasJustDone } from "../../store/just_done.ts";
import { keys } from "../../store/keys.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { removeApprovals } from "../../vetting/approvals.ts";
import { takeBackPhotos } from "../../vetting/photo_changes.ts";
import type { Gallery } from "../../vetting/photos.ts";
import type { PendingName } from "../profile/first_names.ts";
import { putLessened, withoutAgency } from "../profile/lessened_changes.ts";
import type { ProfileChange } from "../profile/profile_changes.ts";
import { putAgencyRecord } from "./agency_log.ts";

const partedAct = (ladyId: number, actorId: number): Act => ["parted", ladyId, actorId];

/** Whether the lady left, or this agency released her, within the last minute. */
export const wasJustParted = (store: Store, ladyId: number, actorId: number): Promise<boolean> =>
  wasJustDone(store, partedAct(ladyId, actorId));

/**
 * Parts a lady from her agency: she leaves, or it releases her. What one of the two has just done is told as done once more.
 * Refuses `not_found` without agency.
 */
export function leaveAgency(store: Store, ladyId: number, actorId: number): Promise<Result<object>> {
  return transact<Result<object>>(async () => {
    const [her, change, name, gallery] = await store.kv.getMany<[User, ProfileChange, PendingName, Gallery]>([
      keys.user(ladyId),
      keys.profileChange(ladyId),
      keys.pendingName(ladyId),
      keys.photos(ladyId),
    ]);
    const { agencyId, ...user } = her.value ?? {};
    if (agencyId === undefined) {
      return { done: await wasJustParted(store, ladyId, actorId) ? { ok: true } : refuse("not_found") };
    }
    const op = store.kv.atomic().check(her, change, name, gallery);
    op.set(her.key, user).delete(keys.ladyOfAgency(agencyId, ladyId));
    noteDone(store, op, { act: partedAct(ladyId, actorId), told: { userId: actorId } });
    const takenBack = await takeBackFacts(store, op, ladyId, change, agencyId) +
      await takeBackName(store, op, ladyId, name, agencyId) +
      await takeBackPhotos(store, op, ladyId, gallery, agencyId);
    const told: Record<string, number> = takenBack > 0 ? { takenBack } : {};
    if (actorId === agencyId) putAgencyRecord(store, op, agencyId, "lady_released", ladyId, told);
    else {
      const details = { agencyId, ...told };
      putAuditRecord(store, op, { action: "agency_left", actorId, subject: `lady:${ladyId}`, details });
    }
    return { commit: op, result: { ok: true } };
  });
}

/** Takes refused facts back as well. Returns how many. */
async function takeBackFacts(
  store: Store,
  op: Deno.AtomicOperation,
  ladyId: number,
  { value: change }: Deno.KvEntryMaybe<ProfileChange>,
  agencyId: number,
): Promise<number> {
  if (!change) return 0;
  const stays = withoutAgency(change, agencyId);
  const count = factsIn(change) - factsIn(stays);
  if (count > 0) await putLessened(store, op, ladyId, change, { stays });
  return count;
}

const factsIn = (change: ProfileChange | null): number =>
  change ? Object.keys(change.wanted).length + factsIn(change.stillRefused ?? null) : 0;

async function takeBackName(
  store: Store,
  op: Deno.AtomicOperation,
  ladyId: number,
  { key, value: name }: Deno.KvEntryMaybe<PendingName>,
  agencyId: number,
): Promise<number> {
  if (name?.askedBy !== agencyId) return 0;
  await removeApprovals(store, op.delete(key), [{ kind: "name", subjectId: ladyId }]);
  return 1;
}
