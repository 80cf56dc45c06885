/** The audit of the accounts: addresses, profiles, passwords, sessions and sign-ups that wait. */
import type { Session } from "../../accounts/signing_in/sessions.ts";
import { codeSeconds, type Confirmation } from "../../accounts/sign_up.ts";
import { lady, normaliseEmail, type User } from "../../accounts/users.ts";
import type { LadyRecord } from "../../ladies/record.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditAccounts(reader: Reader, report: Report): Promise<void> {
  await auditUsers(reader, report);
  await reader.walk<number>(prefixes.allEmails(), async (userId, key) => {
    const user = await reader.valueAt<User>(keys.user(userId));
    if (user?.email !== key[1]) report(`an address leads to user ${userId}, who does not have it`);
  });
  await reader.walk<LadyRecord>(prefixes.ladies(), async (record, key) => {
    const user = await reader.valueAt<User>(keys.user(Number(key[1])));
    if (record.id !== key[1] || user?.groupId !== lady) report(`the profile of lady ${Number(key[1])} has no lady`);
  });
  await reader.walk<unknown>(prefixes.allPasswords(), async (_, key) => {
    if (!await reader.isThere(keys.user(Number(key[1])))) {
      report(`there is a password of user ${Number(key[1])}, who is not there`);
    }
  });
  await auditSessions(reader, report);
  await auditConfirmations(reader, report);
}

async function auditUsers(reader: Reader, report: Report): Promise<void> {
  const nextId = await reader.valueAt<number>(keys.counter("user")) ?? 0;
  await reader.walk<User>(prefixes.users(), async (user, key) => {
    const fault: Report = (sentence) => report(`user ${Number(key[1])} ${sentence}`);
    if (user.id !== key[1]) fault(`calls themselves ${user.id}`);
    if (user.id >= nextId) fault("has an id that will be given again");
    if (user.email !== normaliseEmail(user.email)) {
      fault("has an address that is not written as addresses are compared");
    }
    const owner = await reader.valueAt<number>(keys.userIdByEmail(user.email));
    if (owner !== user.id) fault(`has an address that leads to ${owner === null ? "nobody" : `user ${owner}`}`);
    if (user.groupId === lady && !await reader.isThere(keys.lady(user.id))) fault("is a lady without a profile");
  });
}

/** A session that is missing from its person's list would survive a change of the password. */
async function auditSessions(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Session>(prefixes.allSessions(), async (session) => {
    if (session.expiresAt <= reader.now) return;
    const { userId, tokenHash } = session;
    if (!await reader.isThere(keys.user(userId))) report(`a session belongs to user ${userId}, who is not there`);
    if (!await reader.isThere(keys.sessionOfUser(userId, tokenHash))) {
      report(`user ${userId} has a session outside their list`);
    }
  });
}

/** What has expired may be gone in part. */
async function auditConfirmations(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Confirmation>(prefixes.allConfirmations(), async (confirmation, key) => {
    const { id, email, sentAt } = confirmation;
    if (id !== key[1]) report(`the sign-up ${String(key[1])} calls itself ${id}`);
    if (sentAt + codeSeconds * 1000 <= reader.now) return;
    if (!await reader.isThere(keys.confirmationOfEmail(email, id))) {
      report(`the sign-up ${id} cannot be found by its address`);
    }
  });
  await reader.walk<null>(prefixes.allConfirmationsOfEmails(), async (_, key) => {
    const [email, id] = [String(key[1]), String(key[2])];
    const confirmation = await reader.valueAt<Confirmation>(keys.confirmation(id));
    if (confirmation && confirmation.email !== email) {
      report(`an address leads to the sign-up ${id} of another address`);
    }
  });
}
