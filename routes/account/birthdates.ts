/** How much of a lady's birthdate somebody is told (contract, "What others see of a lady"). */
import { admin, man, type User } from "../../kv/accounts/users.ts";

/**
 * `year`: to guests and whoever works here. `birthday`: to men, the day and the month as well. `date`: to herself and
 * admins, who alone also search by days.
 */
export type BirthdateTold = "year" | "birthday" | "date";

export function birthdateTold(viewer: User | undefined, ladyId?: number): BirthdateTold {
  if (viewer?.groupId === admin || (viewer && viewer.id === ladyId)) return "date";
  return viewer?.groupId === man ? "birthday" : "year";
}

/** Whether somebody may see whose birthday comes first: the order alone would tell a day after some days of watching. */
export const maySortByBirthday = (viewer: User | undefined): boolean => birthdateTold(viewer) !== "year";
