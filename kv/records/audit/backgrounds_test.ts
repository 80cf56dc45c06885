import type { User } from "../../accounts/users.ts";
import { fileStatement } from "../../safety/background/statements.ts";
import { keys } from "../../store/keys.ts";
import { consented, plainAnswers, searchedStatement } from "../../testing/background.ts";
import { createVera } from "../../testing/safety.ts";
import { createPeople, type TestStore } from "../../testing/store.ts";
import { type Damage, testDamages } from "./testing/damages.ts";
import { tamper } from "./testing/lived_in_world.ts";

/** Olena consents to James, whose statement is his second; Wei's waits for the search. */
async function worldOfBackgrounds(store: TestStore) {
  const { james, wei, olena } = await createPeople(store);
  const vera = await createVera(store);
  await fileStatement(store, { manId: james.id, answers: { ...plainAnswers, childrenAges: [] }, signature: "James" });
  const his = await searchedStatement(store, james.id, vera.id);
  await consented(store, james.id, olena.id, 2);
  const waiting = await fileStatement(store, { manId: wei.id, answers: plainAnswers, signature: "Wei" });
  if (!waiting.ok) throw new Error(waiting.reason);
  return { james, wei, olena, his, weisFiledAt: waiting.statement.filedAt };
}
type World = Awaited<ReturnType<typeof worldOfBackgrounds>>;

const consentOf = ({ james, olena }: { james: User; olena: User }) => keys.backgroundConsent(james.id, olena.id);

const damages: Damage<World>[] = [
  ["a statement of another", (store, w) => tamper(store, keys.background(w.wei.id), { manId: 1 }), /another's/],
  [
    "a statement of a lady",
    (store, w) => store.kv.set(keys.background(w.olena.id), { ...w.his, manId: w.olena.id, number: 1 }),
    /is of no man/,
  ],
  ["a former one that is lost", (store, w) => store.kv.delete(keys.formerBackground(w.james.id, 1)), /is not kept/],
  [
    "one that nobody would search for",
    (store, w) => store.kv.delete(keys.backgroundToSearch(w.weisFiledAt, w.wei.id)),
    /waits for the search and is not listed/,
  ],
  [
    "one that would be searched again",
    (store, w) => store.kv.set(keys.backgroundToSearch(w.his.filedAt, w.james.id), null),
    /is searched, and listed/,
  ],
  [
    "a former one that came after",
    (store, w) => store.kv.set(keys.formerBackground(w.james.id, 2), w.his),
    /came before no other/,
  ],
  [
    "a search for nothing",
    (store, w) => store.kv.set(keys.backgroundToSearch(7, w.wei.id), null),
    /is listed for the search, and is not there/,
  ],
  [
    "a consent that she does not find",
    (store, w) => store.kv.delete(keys.backgroundConsentOf(w.olena.id, w.james.id)),
    /not found from her side/,
  ],
  [
    "a consent to what she was not shown",
    (store, w) => tamper(store, consentOf(w), { shownNumber: 1 }),
    /has no name to the statement/,
  ],
  ["a consent to nothing", (store, w) => store.kv.delete(keys.background(w.james.id)), /which is not there/],
  ["an asking that was none", (store, w) => store.kv.delete(consentOf(w)), /and was not/],
];

testDamages("the audit finds nothing where backgrounds were stated and consented to", worldOfBackgrounds, damages);
