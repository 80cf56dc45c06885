/** The audit of times to talk: each is a man's and a lady's, says what became of it, and both have it in their lists. */
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { momentsAtMost, type Talk } from "../../talks/talk.ts";
import { areManAndLady } from "./letters/introductions.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditTalks(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Talk>(prefixes.allTalks(), async (talk, key) => {
    const [manId, ladyId] = [Number(key[1]), Number(key[2])];
    const fault: Report = (sentence) => report(`the time to talk of ${manId} and ${ladyId} ${sentence}`);
    const { moments, state, at, proposerId, changedAt } = talk;
    if (talk.manId !== manId || talk.ladyId !== ladyId) fault("stands in a wrong place");
    if (proposerId !== manId && proposerId !== ladyId) fault(`was proposed by user ${proposerId}`);
    if (!await areManAndLady(reader, manId, ladyId)) fault("is not a man's and a lady's");
    if (moments.length === 0 || moments.length > momentsAtMost) fault(`has ${moments.length} moments`);
    if (moments.some((moment, place) => place > 0 && moment <= moments[place - 1]!)) fault("has them in disorder");
    if (at !== null && !moments.includes(at)) fault("was agreed for a moment that nobody proposed");
    if (state === "agreed" && at === null) fault("was agreed for no moment");
    if ((state === "proposed" || state === "declined") && at !== null) fault(`is ${state} and has a moment`);
    if ((state === "proposed") !== (changedAt === null)) fault("says when it changed, and did not, or the reverse");
    for (const [userId, partnerId] of [[manId, ladyId], [ladyId, manId]] as const) {
      if (!await reader.isThere(keys.talkOf(userId, partnerId))) fault("is missing in a list");
    }
  });
  await reader.walk<null>(prefixes.allTalksOf(), async (_, key) => {
    const [userId, partnerId] = [Number(key[1]), Number(key[2])];
    const isThere = await reader.isThere(keys.talk(userId, partnerId)) ||
      await reader.isThere(keys.talk(partnerId, userId));
    if (!isThere) report(`user ${userId} has a time to talk with ${partnerId} listed, which is not there`);
  });
}
