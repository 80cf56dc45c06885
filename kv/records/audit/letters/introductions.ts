/** The audit of introductions: visits and their order, mutes, and how many were written a day. */
import type { Deletion } from "../../../accounts/deletions.ts";
import { lady, man, type User } from "../../../accounts/users.ts";
import { visitsKeptMs } from "../../../ladies/visits.ts";
import { introductionsPerDay } from "../../../letters/introductions.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

/** The two keys of a visit expire at the same time, but do not go at the same moment. */
const goingMs = 3600_000;

export async function auditIntroductions(reader: Reader, report: Report): Promise<void> {
  await auditVisits(reader, report);
  await reader.walk<number>(prefixes.allIntroductionMutes(), async (_, key) => {
    const [manId, ladyId] = [Number(key[1]), Number(key[2])];
    if (await areManAndLady(reader, manId, ladyId)) return;
    report(`the mute of user ${manId} for ${ladyId} is not a man's for a lady`);
  });
  await reader.walk<number>(prefixes.allIntroductionsOfDays(), (count, key) => {
    if (Number.isSafeInteger(count) && count > 0 && count <= introductionsPerDay) return;
    report(`lady ${Number(key[1])} has written ${count} introductions on ${String(key[2])}`);
  });
}

async function auditVisits(reader: Reader, report: Report): Promise<void> {
  const isGoing = (at: number) => at < reader.now - visitsKeptMs + goingMs;
  await reader.walk<number>(prefixes.allVisits(), async (at, key) => {
    const [ladyId, manId] = [Number(key[1]), Number(key[2])];
    const fault: Report = (sentence) => report(`the visit of user ${manId} to ${ladyId} ${sentence}`);
    if (!await areManAndLady(reader, manId, ladyId)) fault("is not a man's to a lady");
    if (!isGoing(at) && !await reader.isThere(keys.recentVisit(ladyId, at, manId))) fault("is not among her latest");
  });
  await reader.walk<null>(prefixes.allRecentVisits(), async (_, key) => {
    const [ladyId, at, manId] = key.slice(1).map(Number) as [number, number, number];
    if (isGoing(at) || await reader.valueAt<number>(keys.visit(ladyId, manId)) === at) return;
    report(`the visitors of lady ${ladyId} name user ${manId} at ${at}, where there was none`);
  });
}

export async function areManAndLady(reader: Reader, manId: number, ladyId: number): Promise<boolean> {
  const [his, hers] = await Promise.all([groupOf(reader, manId), groupOf(reader, ladyId)]);
  return his === man && hers === lady;
}

/** The group of somebody who is or was here; auditDeletions judges what a deleted account has left. */
export async function groupOf(reader: Reader, userId: number): Promise<User["groupId"] | null> {
  const user = await reader.valueAt<User>(keys.user(userId));
  return user?.groupId ?? (await reader.valueAt<Deletion>(keys.deletion(userId)))?.groupId ?? null;
}
