import { admin, type User, userById } from "../../accounts/users.ts";
import { answerAppeal, fileAppeal } from "../../safety/appeals.ts";
import type { Appeal, Decision } from "../../safety/decisions.ts";
import { suspend } from "../../safety/suspensions.ts";
import { keys } from "../../store/keys.ts";
import { createVera } from "../../testing/safety.ts";
import { createPeople, createUser, type TestStore } from "../../testing/store.ts";
import { type Damage, testDamages } from "./testing/damages.ts";
import { tamper } from "./testing/lived_in_world.ts";

/** Vera keeps Olena and Daria out; both object, and Ben lets Daria's suspension stand. */
async function worldOfAppeals(store: TestStore) {
  const { olena, daria } = await createPeople(store);
  const vera = await createVera(store);
  const ben = await createUser(store, { groupId: admin, email: "ben@staff.test" });
  const against = async ({ id: userId }: User) => {
    const done = await suspend(store, { userId, kind: "conduct", reason: "Rude", facts: "Insults", actorId: vera.id });
    if (!done.ok) throw new Error(done.reason);
    const decisionId = done.user.suspension!.decisionId!;
    const filed = await fileAppeal(store, { userId, decisionId, text: "It was not me." });
    if (!filed.ok) throw new Error(filed.reason);
    return filed.decision;
  };
  const [open, answered] = [await against(olena), await against(daria)];
  const answer = { userId: daria.id, decisionId: answered.id, actorId: ben.id, isReversed: false, words: "It stands." };
  const done = await answerAppeal(store, answer);
  if (!done.ok) throw new Error(done.reason);
  return { vera, open, answered: done.decision };
}
type World = Awaited<ReturnType<typeof worldOfAppeals>>;

const change = (store: TestStore, { userId, id }: Decision, facts: Partial<Decision>) =>
  tamper(store, keys.decision(userId, id), facts);

const changeAppeal = (store: TestStore, decision: Decision, facts: Partial<Appeal>) =>
  change(store, decision, { appeal: { ...decision.appeal!, ...facts } });

const damages: Damage<World>[] = [
  [
    "a decision against another",
    (store, { open }) => change(store, open, { userId: 1 }),
    /calls itself something else/,
  ],
  [
    "an appeal that nobody finds",
    (store, { open }) => store.kv.delete(keys.openAppeal(open.appeal!.at, open.id)),
    /has an appeal that waits and is not listed/,
  ],
  [
    "an answered appeal that is not kept",
    (store, { answered }) => store.kv.delete(keys.appeal(answered.id)),
    /was objected to, which nobody would find/,
  ],
  [
    "an appeal that came back",
    (store, { answered }) => store.kv.set(keys.openAppeal(answered.appeal!.at, answered.id), answered.userId),
    /is listed among the appeals that wait/,
  ],
  [
    "half an answer",
    (store, { answered }) => changeAppeal(store, answered, { answeredBy: null, words: null, state: "open" }),
    /has an appeal that waits and is not listed/,
  ],
  [
    "an appeal that its own decider answered",
    (store, { answered, vera }) => changeAppeal(store, answered, { answeredBy: vera.id }),
    /was looked at again by user \d+, who had made it/,
  ],
  [
    "a suspension without reasons",
    (store, { open }) => store.kv.delete(keys.decision(open.userId, open.id)),
    /is kept out by decision \d+, which is not there/,
  ],
  [
    "a suspension by what was taken back",
    (store, { answered }) => changeAppeal(store, answered, { state: "reversed" }),
    /is kept out by decision \d+, which was taken back/,
  ],
  [
    "a suspension in the place of one without reasons",
    async (store, { open }) => {
      const { suspension } = (await userById(store, open.userId))!;
      const replaced = { ...suspension!, decisionId: 99 };
      await tamper(store, keys.user(open.userId), { suspension: { ...suspension!, kind: "fraud", replaced } });
    },
    /is kept out by decision 99, which is not there/,
  ],
];

testDamages("the audit finds nothing where people were kept out and objected", worldOfAppeals, damages);
