import { beginEmailChange, type EmailChange } from "../../accounts/email_change.ts";
import { changeFirstName } from "../../ladies/profile/first_names.ts";
import { askProfileChange, type ProfileChange } from "../../ladies/profile/profile_changes.ts";
import { changeOwn } from "../../ladies/profiles.ts";
import { keys } from "../../store/keys.ts";
import { createPeople, testPassword, type TestStore } from "../../testing/store.ts";
import { decide } from "../../vetting/approval_decisions.ts";
import { type Approval, waitingApprovals } from "../../vetting/approvals.ts";
import { type Damage, testDamages } from "./testing/damages.ts";
import { tamper } from "./testing/lived_in_world.ts";

/** A man with a profile and a wished address; a lady whose changes and name wait, another whose were refused. */
async function world(store: TestStore) {
  const people = await createPeople(store);
  const { james, olena, daria } = people;
  await changeOwn(store, james.id, { profile: { about: "I mend clocks." } });
  await beginEmailChange(store, james.id, { email: "james@new.test", currentPassword: testPassword });
  for (const { id } of [daria, olena]) {
    await askProfileChange(store, id, { about: "Hello." });
    await changeFirstName(store, id, "Lena");
    if (id === daria.id) { for (const asked of await waitingApprovals(store)) await decide(store, asked.id, false); }
  }
  const waiting = await waitingApprovals(store);
  const profile = waiting.find(({ kind }) => kind === "profile")!;
  return { ...people, profile };
}

type World = Awaited<ReturnType<typeof world>>;

const damages: Damage<World>[] = [
  [
    "a man's profile of a lady",
    (store, { olena }) => store.kv.set(keys.manProfile(olena.id), {}),
    /^the profile of man \d+ has no man$/,
  ],
  [
    "a wish of nobody",
    (store) => store.kv.set(keys.profileChange(77), { wanted: {}, askedAt: 1, refusedAt: 1 } satisfies ProfileChange),
    /^what lady 77 asked for has no lady$/,
  ],
  [
    "a wish that nobody will ever decide",
    (store, { olena }) => store.kv.delete(keys.approvalIdOf("profile", olena.id)),
    /^what lady \d+ asked for waits outside the queue$/,
  ],
  [
    "a refused wish that waits still",
    (store, { olena }) => tamper<ProfileChange>(store, keys.profileChange(olena.id), { refusedAt: 1 }),
    /^what lady \d+ asked for is decided and waits still$/,
  ],
  [
    "a name that nobody will ever decide",
    (store, { olena }) => store.kv.delete(keys.approvalIdOf("name", olena.id)),
    /^the name that user \d+ asked for waits outside the queue$/,
  ],
  [
    "a name of nobody",
    (store) => store.kv.set(keys.pendingName(77), { firstname: "Eve", at: 1, refusedAt: 1 }),
    /^the name that user 77 asked for has no user$/,
  ],
  [
    "an asking for nothing",
    (store, { olena }) => store.kv.delete(keys.profileChange(olena.id)),
    /^the asking \d+ asks for nothing$/,
  ],
  [
    "an asking under another number",
    (store, { profile }) => tamper<Approval>(store, keys.approval(profile.id), { id: 1 }),
    /^the asking \d+ calls itself 1$/,
  ],
  [
    "an asking whose thing knows another",
    (store, { profile }) => store.kv.set(keys.approval(profile.id + 1), { ...profile, id: profile.id + 1 }),
    /^the asking \d+ is not the one of its thing$/,
  ],
  [
    "a number of an asking that will be given again",
    (store) => store.kv.set(keys.counter("approval"), 1),
    /^the asking \d+ has an id that will be given again$/,
  ],
  [
    "a thing that names no asking of its own",
    (store, { profile }) => store.kv.set(keys.approvalIdOf("profile", 77), profile.id),
    /^the profile 77 names the asking \d+, which is not its own$/,
  ],
  [
    "a wished address of nobody",
    (store, { james }) => tamper<EmailChange>(store, keys.emailChange(james.id), { userId: 77 }),
    /^the address that user \d+ wished for is nobody's wish$/,
  ],
];

testDamages("the audit finds nothing wrong with profiles and wishes that were only used as intended", world, damages);
