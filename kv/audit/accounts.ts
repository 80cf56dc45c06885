/** The audit of the accounts: addresses, profiles, passwords, sessions and sign-ups that wait. */
import { keys, prefixes } from "../keys.ts";
import type { LadyRecord } from "../lady_record.ts";
import type { Store } from "../open.ts";
import type { Session } from "../sessions.ts";
import type { Confirmation } from "../sign_up.ts";
import { lady, normaliseEmail, type User } from "../users.ts";
import { isThere, type Report, valueAt, walk } from "./walk.ts";

export async function auditAccounts(store: Store, report: Report): Promise<void> {
  await auditUsers(store, report);
  await walk<number>(store, prefixes.allEmails(), async (userId, key) => {
    const user = await valueAt<User>(store, keys.user(userId));
    if (user?.email !== key[1]) report(`an address leads to user ${userId}, who does not have it`);
  });
  await walk<LadyRecord>(store, prefixes.ladies(), async (record, key) => {
    const user = await valueAt<User>(store, keys.user(Number(key[1])));
    if (record.id !== key[1] || user?.groupId !== lady) report(`the profile of lady ${Number(key[1])} has no lady`);
  });
  await walk<unknown>(store, prefixes.allPasswords(), async (_, key) => {
    if (!await isThere(store, keys.user(Number(key[1])))) {
      report(`there is a password of user ${Number(key[1])}, who is not there`);
    }
  });
  await auditSessions(store, report);
  await auditConfirmations(store, report);
}

async function auditUsers(store: Store, report: Report): Promise<void> {
  const nextId = await valueAt<number>(store, keys.counter("user")) ?? 0;
  await walk<User>(store, prefixes.users(), async (user, key) => {
    const fault: Report = (sentence) => report(`user ${Number(key[1])} ${sentence}`);
    if (user.id !== key[1]) fault(`calls themselves ${user.id}`);
    if (user.id >= nextId) fault("has an id that will be given again");
    if (user.email !== normaliseEmail(user.email)) {
      fault("has an address that is not written as addresses are compared");
    }
    const owner = await valueAt<number>(store, keys.userIdByEmail(user.email));
    if (owner !== user.id) fault(`has an address that leads to ${owner === null ? "nobody" : `user ${owner}`}`);
    if (user.groupId === lady && !await isThere(store, keys.lady(user.id))) fault("is a lady without a profile");
  });
}

/** A session that is missing from its person's list would survive a change of the password. */
async function auditSessions(store: Store, report: Report): Promise<void> {
  await walk<Session>(store, prefixes.allSessions(), async (session) => {
    if (session.expiresAt <= store.now()) return;
    const { userId, tokenHash } = session;
    if (!await isThere(store, keys.user(userId))) report(`a session belongs to user ${userId}, who is not there`);
    if (!await isThere(store, keys.sessionOfUser(userId, tokenHash))) {
      report(`user ${userId} has a session outside their list`);
    }
  });
}

/** What has expired may be gone in part. */
async function auditConfirmations(store: Store, report: Report): Promise<void> {
  await walk<Confirmation>(store, prefixes.allConfirmations(), async (confirmation, key) => {
    const { id, email, codeExpiresAt } = confirmation;
    if (id !== key[1]) report(`the sign-up ${String(key[1])} calls itself ${id}`);
    if (codeExpiresAt <= store.now()) return;
    if (!await isThere(store, keys.confirmationOfEmail(email, id))) {
      report(`the sign-up ${id} cannot be found by its address`);
    }
  });
  await walk<null>(store, prefixes.allConfirmationsOfEmails(), async (_, key) => {
    const [email, id] = [String(key[1]), String(key[2])];
    const confirmation = await valueAt<Confirmation>(store, keys.confirmation(id));
    if (confirmation && confirmation.email !== email) {
      report(`an address leads to the sign-up ${id} of another address`);
    }
  });
}
