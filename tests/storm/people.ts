/** Who lives in the storm. */
export interface Person {
  id: number;
  kind: "man" | "lady";
  email: string;
  password: string;
  /** Stands in all words of this person, so that none can be left over unseen once the account is deleted. */
  mark: string;
  /** A network of the person's own: limits for each network are not the storm's subject. */
  address: string;
  token: string;
  /** Every token, with the place in the book's order from which it was good: a restored backup knows older ones. */
  tokens: { token: string; from: number }[];
  /** Suspended, or about to be. */
  isOut: boolean;
  /** How often the person was suspended: what was under way meanwhile may have been refused. */
  timesOut: number;
  /** Deleted, or about to be. */
  isGone: boolean;
  /** How many payments are under way: nobody leaves amid one. */
  paying: number;
  /** Counts what was written, so that no words are ever the same. */
  written: number;
  /** Whether something was just refused for lack of credits. */
  isPoor: boolean;
}

export const password = "Storm-2026!";
export const demoPassword = "Demo-2026!";

/** The mark in the words of a person, and how marks are found again among bytes. */
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

/** Whether the person can do anything now. */
export const isHere = ({ isOut, isGone }: Person): boolean => !isOut && !isGone;
