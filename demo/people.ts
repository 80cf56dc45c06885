/** The named men and staff of the demo world (contract, demo world). */
import { admin, agency, type GroupId, man, translator, type User, userByEmail } from "../kv/accounts/users.ts";
import type { Store } from "../kv/open.ts";
import { demoDomain } from "../kv/store/format/belonging.ts";

export const demoPassword = "Demo-2026!";

/** The address of somebody of the demo world, lady, man or staff. */
export const emailOf = (key: string): string => `${key}@${demoDomain}`;

/** Somebody of a demo world that exists; throws if there is no such person. */
export async function userOf(store: Store, key: string): Promise<User> {
  const user = await userByEmail(store, emailOf(key));
  if (!user) throw new Error(`the demo world has no ${key}`);
  return user;
}

export interface DemoPerson {
  key: string;
  groupId: GroupId;
  firstname: string;
  lastname: string;
  birthdate: string;
  countryIso: string;
  city: string;
  locale: User["locale"];
  readsLanguages?: User["readsLanguages"];
  hasPortrait: boolean;
  /** True for people who wish for newsletters, so that one sent in the demo is read by somebody. */
  promoEmails?: true;
}

export const demoPeople: DemoPerson[] = [
  {
    key: "james",
    groupId: man,
    firstname: "James",
    lastname: "Hale",
    birthdate: "1984-05-02",
    countryIso: "GB",
    city: "Bristol",
    locale: "en",
    hasPortrait: true,
    promoEmails: true,
  },
  {
    key: "wei",
    groupId: man,
    firstname: "Wei",
    lastname: "Chen",
    birthdate: "1981-09-17",
    countryIso: "CN",
    city: "Hangzhou",
    locale: "zh-Hans",
    readsLanguages: ["zh", "en"],
    hasPortrait: true,
    promoEmails: true,
  },
  {
    key: "poor",
    groupId: man,
    firstname: "Paul",
    lastname: "Oor",
    birthdate: "1990-12-01",
    countryIso: "IE",
    city: "Cork",
    locale: "en",
    hasPortrait: true,
  },
  {
    key: "admin",
    groupId: admin,
    firstname: "Ada",
    lastname: "Brandt",
    birthdate: "1979-03-08",
    countryIso: "DE",
    city: "Leipzig",
    locale: "en",
    hasPortrait: false,
  },
  {
    key: "agency",
    groupId: agency,
    firstname: "Agata",
    lastname: "Lis",
    birthdate: "1982-07-30",
    countryIso: "UA",
    city: "Lviv",
    locale: "en",
    hasPortrait: false,
  },
  {
    key: "translator",
    groupId: translator,
    firstname: "Nadia",
    lastname: "Hrytsenko",
    birthdate: "1987-11-11",
    countryIso: "UA",
    city: "Kyiv",
    locale: "en",
    hasPortrait: true,
  },
];
