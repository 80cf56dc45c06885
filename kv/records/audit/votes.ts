/** The audit of votes: each is a man's for a lady on its own day, and a lady's sum is what was cast for her. */
import type { LadyRecord } from "../../ladies/record.ts";
import { type Vote, voteDayOf } from "../../ladies/votes.ts";
import { prefixes } from "../../store/prefixes.ts";
import { areManAndLady } from "./letters/introductions.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditVotes(reader: Reader, report: Report): Promise<void> {
  const cast = new Map<number, number>();
  await reader.walkAll<Vote>(prefixes.allVotes(), async ({ ladyId, at }, key) => {
    cast.set(ladyId, (cast.get(ladyId) ?? 0) + 1);
    const [manId, day] = [Number(key[1]), String(key[2])];
    const fault: Report = (sentence) => report(`the vote of user ${manId} for ${ladyId} on ${day} ${sentence}`);
    if (voteDayOf(at) !== day) fault("was cast on another day");
    if (!await areManAndLady(reader, manId, ladyId)) fault("is not a man's for a lady");
  });
  await reader.walk<LadyRecord>(prefixes.ladies(), ({ id, votes, votesBefore = 0 }) => {
    const counted = votesBefore + (cast.get(id) ?? 0);
    if (votes !== counted) report(`lady ${id} has ${votes} votes; ${counted} were cast`);
  });
}
