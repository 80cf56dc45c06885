/** Tells the account, the profile, the devices, and what was written to the site and by it. */
import { emailChangeOf } from "../../../accounts/email_change.ts";
import { subscriptionsOf } from "../../../accounts/push_subscriptions.ts";
import { sessionsOf } from "../../../accounts/signing_in/sessions.ts";
import { lady, man } from "../../../accounts/users.ts";
import { chatSettingsOf } from "../../../chats/settings.ts";
import type { Askers } from "../../../ladies/profile/askers.ts";
import { pendingNameOf } from "../../../ladies/profile/first_names.ts";
import { ladyById } from "../../../ladies/ladies.ts";
import { type LadyFacts, type ProfileChange, profileChangeOf } from "../../../ladies/profile/profile_changes.ts";
import { manProfileOf } from "../../../ladies/profiles.ts";
import { savedSearchesOf } from "../../../ladies/saved_searches.ts";
import { type ContactMessage, isMessageOf } from "../../../safety/contact_messages.ts";
import { isFraudStill } from "../../../safety/fraud_cases.ts";
import { noticesOf } from "../../../safety/notices.ts";
import type { Store } from "../../../open.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { approvalKinds, approvalOf } from "../../../vetting/approvals.ts";
import { liveCheckOf } from "../../../vetting/live_checks.ts";
import { verificationOf } from "../../../vetting/verifications.ts";
import { moment, other, type Section, type Told } from "./section.ts";

export const tellAccount: Section = async function* (store, user) {
  const { photo: _photo, suspension: _suspension, bonusMailbox: _mailbox, ...own } = user;
  const { createdAt, confirmedAt, unreachable, ...facts } = own;
  const change = await emailChangeOf(store, user.id);
  yield {
    kind: "account",
    ...facts,
    createdAt: moment(createdAt),
    confirmedAt: moment(confirmedAt),
    ...(unreachable && { unreachable: { why: unreachable.why, since: moment(unreachable.at) } }),
    wishedEmail: change?.email ?? null,
    chat: await chatSettingsOf(store, user.id),
  };
  for (const each of await noticesOf(store, user.id)) {
    const { id: _id, userId: _userId, kind: about, at, readAt, ...notice } = each;
    // A lady who was let in again is no longer called a fraud.
    const isTakenBack = each.kind === "fraud" && !await isFraudStill(store, { ladyId: each.ladyId });
    yield {
      kind: "notice",
      about,
      at: moment(at),
      readAt: moment(readAt),
      ...notice,
      ...(isTakenBack && { isTakenBack }),
    };
  }
  for (const { name, query, alert, createdAt, seenAt } of await savedSearchesOf(store, user.id)) {
    yield { kind: "saved search", name, query, alert, createdAt: moment(createdAt), seenAt: moment(seenAt) };
  }
};

export const tellProfile: Section = async function* (store, user) {
  if (user.groupId === man) yield { kind: "profile", ...await manProfileOf(store, user.id) };
  if (user.groupId === lady) {
    const record = await ladyById(store, user.id);
    if (record) {
      const { photos: _photos, takenDown: _marks, firstTimeActivatedAt, ...facts } = record;
      yield { kind: "profile", ...facts, firstTimeActivatedAt: moment(firstTimeActivatedAt) };
    }
    const [wish, verification, check] = await Promise.all([
      profileChangeOf(store, user.id),
      verificationOf(store, user.id),
      liveCheckOf(store, user.id),
    ]);
    if (wish) yield { kind: "wish", ...await changeTold(store, wish) };
    if (verification) {
      const { identity, live, resting, verifiedAt, endsAt } = verification;
      yield {
        kind: "verification",
        identity: identity && { documentKind: identity.documentKind, checkedAt: moment(identity.checkedAt) },
        live: live && { checkedAt: moment(live.checkedAt) },
        // While another photo is the main one.
        ...(resting && { resting: { checkedAt: moment(resting.checkedAt) } }),
        verifiedAt: moment(verifiedAt),
        endsAt: moment(endsAt),
      };
    }
    // The video itself is seen once, by one person of the site, and goes with the decision.
    if (check) yield { kind: "live check", poses: check.poses, askedAt: moment(check.askedAt), state: check.state };
  }
  const name = await pendingNameOf(store, user.id);
  if (name) {
    const { askedBy, at, refusedAt, ...wished } = name;
    const asker = askedBy === undefined ? {} : { askedBy: await other(store, askedBy) };
    yield { kind: "wished name", ...wished, ...asker, at: moment(at), refusedAt: moment(refusedAt) };
  }
  for (const kind of approvalKinds.filter((each) => each !== "photo")) {
    const approval = await approvalOf(store, { kind, subjectId: user.id });
    if (approval) yield { kind: "waits for approval", about: kind, askedAt: moment(approval.askedAt) };
  }
};

async function changeTold(store: Store, { stillRefused, askers, ...wish }: ProfileChange): Promise<Told> {
  return {
    ...wish,
    ...(askers && { askedBy: await askersTold(store, askers) }),
    askedAt: moment(wish.askedAt),
    refusedAt: moment(wish.refusedAt),
    ...(stillRefused && { stillRefused: await changeTold(store, stillRefused) }),
  };
}

/** The agency of each fact that she did not ask for herself. */
async function askersTold(store: Store, askers: Askers<LadyFacts>): Promise<Told> {
  const told = Object.entries(askers).map(async ([fact, { agencyId }]) => [fact, await other(store, agencyId)]);
  return Object.fromEntries(await Promise.all(told));
}

/** Tells neither tokens nor their hashes: nobody can sign in by reading this. */
export const tellDevices: Section = async function* (store, user) {
  for (const { userAgent, remember, createdAt, lastSeenAt, expiresAt } of await sessionsOf(store, user.id)) {
    yield {
      kind: "session",
      browser: userAgent ?? null,
      remember,
      createdAt: moment(createdAt),
      lastSeenAt: moment(lastSeenAt),
      expiresAt: moment(expiresAt),
    };
  }
  for (const { endpoint, createdAt } of await subscriptionsOf(store, user.id)) {
    yield { kind: "device", service: new URL(endpoint).host, createdAt: moment(createdAt) };
  }
};

export const tellMessages: Section = async function* (store, user) {
  const all = store.kv.list<ContactMessage>({ prefix: prefixes.allContactMessages() }, { batchSize: 500 });
  for await (const { value } of all) {
    if (!isMessageOf(value, user)) continue;
    const { at, topic, name, email, body } = value;
    yield { at: moment(at), topic, name, email, body };
  }
};
