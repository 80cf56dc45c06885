/** Tells whom somebody kept, visited, voted for and avoided, and what she or he reported. */
import { lady, man, type User } from "../../../accounts/users.ts";
import { admirersOf, favouritesOf } from "../../../ladies/favourites.ts";
import { visitsOf } from "../../../ladies/visits.ts";
import type { Vote } from "../../../ladies/votes.ts";
import { openTo } from "../../../letters/introductions.ts";
import type { Store } from "../../../open.ts";
import { type Appeal, decisionOf, decisionsAgainst } from "../../../safety/decisions.ts";
import { additionsTo, type Report, type Told } from "../../../safety/reports.ts";
import { nobody } from "../../../store/ids.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { moment, other, type Section } from "./section.ts";

/** The ladies whom a man keeps; the men who keep a lady, as far as she may write to them. */
export const tellFavourites: Section = async function* (store, user) {
  if (user.groupId === lady) {
    for await (const { manId, at } of admirersOf(store, user.id)) {
      if (await openTo(store, manId, user.id)) {
        yield { kind: "keeps me", ...await other(store, manId), since: moment(at) };
      }
    }
    return;
  }
  for (const [ladyId, at] of await favouritesOf(store, user.id)) {
    yield { kind: "kept", ...await other(store, ladyId), since: moment(at) };
  }
};

export const tellVotes: Section = async function* (store, user) {
  for await (const { value } of store.kv.list<Vote>({ prefix: prefixes.votesOf(user.id) }, { batchSize: 500 })) {
    yield { ...await other(store, value.ladyId), at: moment(value.at) };
  }
};

/** Of the last thirty days: those of a man, and those to a lady of which she is told. */
export const tellVisits: Section = async function* (store, user) {
  if (user.groupId === lady) {
    for await (const { manId, at } of visitsOf(store, user.id)) {
      if (await openTo(store, manId, user.id)) yield { kind: "visitor", ...await other(store, manId), at: moment(at) };
    }
  }
  if (user.groupId !== man) return;
  for await (const { key, value } of store.kv.list<number>({ prefix: prefixes.allVisits() }, { batchSize: 500 })) {
    if (key[2] === user.id) yield { kind: "visited", ...await other(store, Number(key[1])), at: moment(value) };
  }
};

export const tellBlocks: Section = async function* (store, user) {
  for await (const { key, value } of store.kv.list<number>({ prefix: prefixes.blocks(user.id) })) {
    yield { kind: "blocked", ...await other(store, Number(key[2])), since: moment(value) };
  }
  for await (const { key, value } of store.kv.list<number>({ prefix: prefixes.introductionMutes(user.id) })) {
    yield { kind: "no first letter of", ...await other(store, Number(key[2])), since: moment(value) };
  }
};

/** Somebody's own reports, and those sent without an account from the same address. */
async function* reportsBy(store: Store, user: User): AsyncGenerator<Report> {
  for (const reporterId of [user.id, nobody]) {
    for await (const { key } of store.kv.list({ prefix: prefixes.reportsOf(reporterId) }, { batchSize: 500 })) {
      const report = (await store.kv.get<Report>(keys.report(Number(key[2])))).value;
      if (report && (report.reporterId === user.id || report.guest?.email === user.email)) yield report;
    }
  }
}

/** Reports with the site's answers, its decisions against the person, and the appeals; reports by others are theirs. */
export const tellReports: Section = async function* (store, user) {
  for await (const report of reportsBy(store, user)) {
    const { id, reportedId, category, filedAt, answeredAt, outcome, words } = report;
    yield {
      id,
      about: reportedId === null ? null : await other(store, reportedId),
      category,
      ...tellTold(report, user),
      filedAt: moment(filedAt),
      answeredAt: moment(answeredAt),
      outcome,
      answer: words,
      added: (await additionsTo(store, [report])).map((addition) => ({
        ...tellTold(addition, user),
        name: addition.guestName,
        at: moment(addition.addedAt),
      })),
    };
    const answer = await decisionOf(store, report.reporterId ?? nobody, report.decisionId ?? NaN);
    if (answer?.appeal) yield tellAppeal(answer.appeal);
  }
  for (const decision of await decisionsAgainst(store, user.id)) {
    const { kind: about, text: part, ground, facts, at, isAutomated, appeal } = decision;
    yield { kind: "decision", about, ...(part && { part }), ground, text: facts, at: moment(at), isAutomated };
    if (appeal) yield tellAppeal(appeal);
  }
};

const tellTold = ({ text, from, lastMessages }: Told, user: User) => ({
  text,
  from,
  attached: lastMessages.map(({ kind, authorId, at, text }) => ({
    kind,
    from: authorId === user.id ? "me" : "the other",
    at: moment(at),
    text,
  })),
});

const tellAppeal = ({ text, at, state, answeredAt, words }: Appeal) => ({
  kind: "appeal",
  text,
  at: moment(at),
  state,
  answeredAt: moment(answeredAt),
  answer: words,
});
