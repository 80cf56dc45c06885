/**
 * The three short questions that a new man is asked once, and the reminder on his desk while his profile says nothing.
 * Questions that he answered or passed over do not come again, nor does a reminder that he let go.
 */
import { canBeSeen } from "../../chat/shared/text.ts";
import type { User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import type { Result } from "../store/refusals.ts";
import { changeOwn, type ManProfile } from "./profiles.ts";
import type { Seen } from "./profile/seen_facts.ts";

/** The fields of his profile that the three questions fill. */
export type FirstAnswers = Partial<Pick<ManProfile, "about" | "idealPartner" | "profession">>;

/** Whether they were answered or passed over, so that nobody meets them again. */
export const areQuestionsOver = ({ firstQuestions }: Pick<User, "firstQuestions">): boolean =>
  firstQuestions !== undefined;

/**
 * Keeps his answers and ends the questions, in one commit. Refuses `not_found`, and `conflict` for answers to what was
 * changed elsewhere since the questions showed it (`seen`).
 */
export const answerFirstQuestions = (
  store: Store,
  manId: number,
  answers: FirstAnswers,
  seen?: Seen,
): Promise<Result<object>> => changeOwn(store, manId, { account: { firstQuestions: "over" }, profile: answers }, seen);

/** Ends the questions without an answer. Refuses `not_found`. */
export const passOverQuestions = (store: Store, manId: number): Promise<Result<object>> =>
  changeOwn(store, manId, { account: { firstQuestions: "over" } });

/** Ends the reminder, and the questions with it. Refuses `not_found`. */
export const endReminder = (store: Store, manId: number): Promise<Result<object>> =>
  changeOwn(store, manId, { account: { firstQuestions: "letGo" } });

/** Whether his desk reminds him that his profile is empty: until he writes something, or lets the reminder go. */
export const isToBeReminded = ({ firstQuestions }: Pick<User, "firstQuestions">, profile: ManProfile): boolean =>
  firstQuestions !== "letGo" && !hasWords(profile);

const hasWords = ({ about, quote, idealPartner, interests }: ManProfile): boolean =>
  [about, quote, idealPartner, ...interests].some(canBeSeen);
