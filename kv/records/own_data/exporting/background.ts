/** Tells what a man stated of his background and whom he showed it; and what a lady was asked and answered. */
import { lady } from "../../../accounts/users.ts";
import { type BackgroundConsent, consentsAskedBy, consentsAskedOf } from "../../../safety/background/consents.ts";
import { ownWordsOf } from "../../../safety/background/statement.ts";
import { formerStatementsOf, statementOf } from "../../../safety/background/statements.ts";
import { moment, other, type Section } from "./section.ts";

export const tellBackground: Section = async function* (store, user) {
  if (user.groupId === lady) {
    for (const consent of await consentsAskedOf(store, user.id)) {
      // Her signature is her data; what he stated is his.
      const { signature = "", pamphlet = null } = consent.answer ?? {};
      yield { ...told(consent), ...await other(store, consent.manId), signature, pamphlet };
    }
    return;
  }
  const current = await statementOf(store, user.id);
  const all = [...current ? [current] : [], ...await formerStatementsOf(store, user.id)];
  for (const { number, filedAt, answers, signature, search } of all) {
    yield {
      kind: "background statement",
      number,
      at: moment(filedAt),
      answers,
      text: [...ownWordsOf(answers), signature].join("\n"),
      signature,
      search: search && { day: search.day, found: search.found },
    };
  }
  for (const consent of await consentsAskedBy(store, user.id)) {
    yield { ...told(consent), ...await other(store, consent.ladyId) };
  }
};

const told = ({ state, shownNumber, shownAt, answer }: BackgroundConsent) => ({
  kind: `background ${state}`,
  number: answer?.number ?? shownNumber,
  shownAt: moment(shownAt),
  at: moment(answer?.at ?? shownAt),
});
