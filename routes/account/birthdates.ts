/** How much of a lady's birthdate somebody is told (contract, "What others see of a lady"). */
import { admin, man, type User } from "../../kv/accounts/users.ts";

/**
 * `date`: to herself and to admins; only they also search by days. `birthday`: to men, the year, and day and month apart.
 * `year`: to everybody else.
 */
export type BirthdateTold = "year" | "birthday" | "date";

export function birthdateTold(viewer: User | undefined, ladyId?: number): BirthdateTold {
  if (viewer?.groupId === admin || (viewer && viewer.id === ladyId)) return "date";
  return viewer?.groupId === man ? "birthday" : "year";
}

/** Whether somebody may sort by the next birthday: watched for some days, the order alone would tell the day. */
export const maySortByBirthday = (viewer: User | undefined): boolean => birthdateTold(viewer) !== "year";
