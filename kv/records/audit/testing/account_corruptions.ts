/** For tests of the audit: every kind of damage to accounts, sessions and sign-ups that it must find. */
import { keys } from "../../../store/keys.ts";
import type { Damage } from "./damages.ts";
import { tamper, type World } from "./lived_in_world.ts";

export type Corruption = Damage<World>;

export const accountCorruptions: Corruption[] = [
  [
    "an account that its address does not lead to",
    (store) => store.kv.delete(keys.userIdByEmail("james@demo.test")),
    /^user \d+ has an address that leads to nobody$/,
  ],
  [
    "two accounts of one address",
    (store, { wei }) => tamper(store, keys.user(wei.id), { email: "james@demo.test" }),
    /^user \d+ has an address that leads to user \d+$/,
  ],
  [
    "an address that leads to nobody's account",
    (store) => store.kv.set(keys.userIdByEmail("ghost@demo.test"), 77),
    /^an address leads to user 77, who does not have it$/,
  ],
  [
    "an address in capitals",
    (store, { wei }) => tamper(store, keys.user(wei.id), { email: "Wei@demo.test" }),
    /^user \d+ has an address that is not written as addresses are compared$/,
  ],
  [
    "a user id that will be given again",
    (store) => store.kv.set(keys.counter("user"), 10_001),
    /^user \d+ has an id that will be given again$/,
  ],
  [
    "a lady without a profile",
    (store, { daria }) => store.kv.delete(keys.lady(daria.id)),
    /^user \d+ is a lady without a profile$/,
  ],
  [
    "a profile without a lady",
    (store, { daria, james }) => tamper(store, keys.user(daria.id), { groupId: james.groupId }),
    /^the profile of lady \d+ has no lady$/,
  ],
  [
    "a password of nobody",
    (store) => store.kv.set(keys.password(77), {}),
    /^there is a password of user 77, who is not/,
  ],
  [
    "a session that a changed password would not end",
    (store, { james, session }) => store.kv.delete(keys.sessionOfUser(james.id, session.tokenHash)),
    /^user \d+ has a session outside their list$/,
  ],
  [
    "a session of nobody",
    (store, { session }) => tamper(store, keys.session(session.tokenHash), { userId: 77 }),
    /^a session belongs to user 77, who is not there$/,
  ],
  [
    "a sign-up that its address does not lead to",
    (store, { waiting }) => store.kv.delete(keys.confirmationOfEmail(waiting.email, waiting.id)),
    /^the sign-up \S+ cannot be found by its address$/,
  ],
  [
    "an address that leads to a stranger's sign-up",
    (store, { waiting }) => store.kv.set(keys.confirmationOfEmail("eve@men.test", waiting.id), null),
    /^an address leads to the sign-up \S+ of another address$/,
  ],
];
