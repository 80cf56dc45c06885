import { keys } from "../../store/keys.ts";
import type { Talk } from "../../talks/talk.ts";
import { proposeTalk } from "../../talks/talks.ts";
import { createPeople, type TestStore } from "../../testing/store.ts";
import { type Damage, testDamages } from "./testing/damages.ts";
import { tamper } from "./testing/lived_in_world.ts";

async function world(store: TestStore) {
  const people = await createPeople(store);
  const moments = [store.now() + 3600_000, store.now() + 7200_000];
  await proposeTalk(store, { proposerId: people.james.id, partnerId: people.olena.id, kind: "text", moments });
  return { ...people, key: keys.talk(people.james.id, people.olena.id), moments };
}

type World = Awaited<ReturnType<typeof world>>;

const corruptions: Damage<World>[] = [
  [
    "one in a wrong place",
    (store, { key, wei }) => tamper<Talk>(store, key, { manId: wei.id }),
    /^the time to talk of \d+ and \d+ stands in a wrong place$/,
  ],
  [
    "one that a third proposed",
    (store, { key, wei }) => tamper<Talk>(store, key, { proposerId: wei.id }),
    /^the time to talk of \d+ and \d+ was proposed by user \d+$/,
  ],
  [
    "one without moments",
    (store, { key }) => tamper<Talk>(store, key, { moments: [] }),
    /^the time to talk of \d+ and \d+ has 0 moments$/,
  ],
  [
    "moments in disorder",
    (store, { key, moments }) => tamper<Talk>(store, key, { moments: moments.toReversed() }),
    /^the time to talk of \d+ and \d+ has them in disorder$/,
  ],
  [
    "a moment that nobody proposed",
    (store, { key }) => tamper<Talk>(store, key, { state: "agreed", at: 7, changedAt: store.now() }),
    /^the time to talk of \d+ and \d+ was agreed for a moment that nobody proposed$/,
  ],
  [
    "one that was agreed for no moment",
    (store, { key }) => tamper<Talk>(store, key, { state: "agreed", changedAt: store.now() }),
    /^the time to talk of \d+ and \d+ was agreed for no moment$/,
  ],
  [
    "one that was declined and has a moment",
    (store, { key, moments }) =>
      tamper<Talk>(store, key, { state: "declined", at: moments[0]!, changedAt: store.now() }),
    /^the time to talk of \d+ and \d+ is declined and has a moment$/,
  ],
  [
    "one that waits and changed",
    (store, { key }) => tamper<Talk>(store, key, { changedAt: store.now() }),
    /^the time to talk of \d+ and \d+ says when it changed, and did not, or the reverse$/,
  ],
  [
    "one that a list lacks",
    (store, { james, olena }) => store.kv.delete(keys.talkOf(olena.id, james.id)),
    /^the time to talk of \d+ and \d+ is missing in a list$/,
  ],
  [
    "one that is listed and gone",
    (store, { key }) => store.kv.delete(key),
    /^user \d+ has a time to talk with \d+ listed, which is not there$/,
  ],
];

testDamages("the audit finds nothing wrong with a time to talk that was only used as intended", world, corruptions);
