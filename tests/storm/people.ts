/** Who lives in the storm. */
export interface Person {
  id: number;
  kind: "man" | "lady";
  email: string;
  password: string;
  /** Stands in every word of this person, so that none is left over unseen once the account is deleted. */
  mark: string;
  /** Each person comes from a network of her or his own: the limits of one are not the storm's subject. */
  address: string;
  token: string;
  /** Every token, with the place in the book's order from which it was good: a backup knows older ones. */
  tokens: { token: string; from: number }[];
  /** Suspended, or just being so. */
  isOut: boolean;
  /** How often suspended: what was under way meanwhile may have been refused. */
  timesOut: number;
  /** Deleted, or just being so. */
  isGone: boolean;
  /** Payments under way: nobody leaves amid one. */
  paying: number;
  /** For words that are never the same. */
  written: number;
  /** Was just refused something for want of credits. */
  isPoor: boolean;
}

export const password = "Storm-2026!";
export const demoPassword = "Demo-2026!";

/** What marks the words of a person, and how it is found again among bytes. */
export const markOf = (name: string): string => `[[${name}]]`;
export const marksIn = (text: string): string[] => [...text.matchAll(/\[\[[\w-]+\]\]/g)].map(([mark]) => mark);

export function newPerson(facts: Pick<Person, "id" | "kind" | "email" | "password" | "mark" | "address">): Person {
  return {
    ...facts,
    token: "",
    tokens: [],
    isOut: false,
    timesOut: 0,
    isGone: false,
    paying: 0,
    written: 0,
    isPoor: false,
  };
}

export function signedIn(person: Person, token: string, now: number): void {
  person.token = token;
  person.tokens.push({ token, from: now });
}

/** The n-th address of a network of 16 million. */
export const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

export const newAdmin = (): Person =>
  newPerson({
    id: 0,
    kind: "man",
    email: "admin@demo.test",
    password: demoPassword,
    mark: markOf("admin"),
    address: addressOf(1),
  });

/** Whether somebody can do anything now. */
export const isHere = ({ isOut, isGone }: Person): boolean => !isOut && !isGone;
