/**
 * The audit of backgrounds: statements are numbered without gaps and belong to a man, those that wait for the search are
 * listed once, and each consent is found from both sides and has a signature and a statement.
 */
import { man, type User } from "../../accounts/users.ts";
import type { BackgroundConsent } from "../../safety/background/consents.ts";
import type { BackgroundStatement } from "../../safety/background/statement.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditBackgrounds(reader: Reader, report: Report): Promise<void> {
  await reader.walk<BackgroundStatement>(prefixes.allBackgrounds(), async (statement, key) => {
    const manId = Number(key[1]);
    const fault: Report = (sentence) => report(`the background of user ${manId} ${sentence}`);
    if (statement.manId !== manId) fault("calls itself another's");
    if ((await reader.valueAt<User>(keys.user(manId)))?.groupId !== man) fault("is of no man");
    const { number, filedAt, search } = statement;
    if (number > 1 && !await reader.isThere(keys.formerBackground(manId, number - 1))) {
      fault(`is no. ${number}, and no. ${number - 1} is not kept`);
    }
    if (await reader.isThere(keys.backgroundToSearch(filedAt, manId)) !== (search === null)) {
      fault(search ? "is searched, and listed as if it were not" : "waits for the search and is not listed");
    }
  });
  await reader.walk<BackgroundStatement>(prefixes.allFormerBackgrounds(), async ({ manId, number }, key) => {
    const fault: Report = (sentence) =>
      report(`the former background ${Number(key[2])} of user ${Number(key[1])} ${sentence}`);
    if (manId !== key[1] || number !== key[2]) fault("calls itself something else");
    const current = await reader.valueAt<BackgroundStatement>(keys.background(Number(key[1])));
    if (!current || current.number <= number) fault("came before no other");
    if (number > 1 && !await reader.isThere(keys.formerBackground(manId, number - 1))) fault("has none before it");
  });
  await reader.walk(prefixes.backgroundsToSearch(), async (_value, key) => {
    const current = await reader.valueAt<BackgroundStatement>(keys.background(Number(key[2])));
    if (current?.filedAt !== key[1]) {
      report(`a background of user ${Number(key[2])} is listed for the search, and is not there`);
    }
  });
  await reader.walk<BackgroundConsent>(prefixes.allBackgroundConsents(), async (consent, key) => {
    const [manId, ladyId] = [Number(key[1]), Number(key[2])];
    const fault: Report = (sentence) => report(`the consent of user ${ladyId} to user ${manId} ${sentence}`);
    if (consent.manId !== manId || consent.ladyId !== ladyId) fault("calls itself something else");
    if (!await reader.isThere(keys.backgroundConsentOf(ladyId, manId))) fault("is not found from her side");
    const { state, answer, shownNumber } = consent;
    if (state === "consented" && (!answer?.signature || answer.number !== shownNumber)) {
      fault("has no name to the statement that she was shown");
    }
    const current = await reader.valueAt<BackgroundStatement>(keys.background(manId));
    if (!current || current.number < shownNumber) fault(`is about statement ${shownNumber}, which is not there`);
  });
  await reader.walk(prefixes.allBackgroundConsentsOf(), async (_value, key) => {
    if (await reader.isThere(keys.backgroundConsent(Number(key[2]), Number(key[1])))) return;
    report(`user ${Number(key[1])} is listed as asked by user ${Number(key[2])}, and was not`);
  });
}
