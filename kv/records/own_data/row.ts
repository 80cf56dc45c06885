/** What a row of the table says of one prefix of the store: whose it is, how it is told, how it goes, how long it stays. */

/** A person's own; of two people together; of the site; technical, of nobody. */
export type Whose = "person" | "two people" | "site" | "nobody";

/** The parts of an export; each is one file of it. */
export const exportSections = [
  "account",
  "profile",
  "photos",
  "letters",
  "drafts",
  "correspondents",
  "chats",
  "ledger",
  "payments",
  "favourites",
  "videos",
  "votes",
  "visits",
  "blocks",
  "reports",
  "background",
  "messages",
  "devices",
] as const;
export type ExportSection = typeof exportSections[number];

/** The steps in which a deleted account is erased, in this order. */
export const erasers = [
  "account",
  "sessions",
  "chats",
  "translations",
  "letters",
  "profile",
  "photos",
  "videos",
  "bonds",
  "safety",
  "money",
  "traces",
] as const;
export type Eraser = typeof erasers[number];

/** What the eraser of that name deletes; what it rewrites without the person; what stays as it is, and why. */
export type Erasing = Eraser | { by: Eraser; keeps: string } | { keeps: string };

/**
 * How long a record stays.
 * `days`: so many after what `after` says; `by: "job"` is carried out by the daily job of retention, `by: "itself"` by
 * its own expiry or its own job.
 * "account": while the account stands. "both accounts": while one of the two stands.
 * "books": ten years after it was written, as books are kept. "site": as long as the site.
 */
export type Retention =
  | { days: number; by: "job" | "itself"; after: string }
  | "account"
  | "both accounts"
  | "books"
  | "site";

export const bookYears = 10;

/**
 * Whose a record is: the ids of people, by its key or its value. None of a deleted one may be left
 * (kv/records/audit/deletions.ts).
 */
export type PeopleOf = (key: Deno.KvKey, value: unknown) => unknown[];

/** The ids that stand at these places of the key. */
export const at = (...places: number[]): PeopleOf => (key) => places.map((place) => key[place]);
/** The id that the value says, or is. */
export const by = (field: string): PeopleOf => (_key, value) => [(value as Record<string, unknown>)[field]];
export const itself: PeopleOf = (_key, value) => [value];

export interface Row {
  whose: Whose;
  /** Of whom nothing is left once an account is deleted; to be said where the eraser deletes and rewrites nothing. */
  people?: PeopleOf;
  /** When staff asked for such a record, where they may also when its person has left: erasing missed what is older alone. */
  askedAt?: (value: unknown) => number;
  /** Where the person concerned finds it; or why it is told to nobody. */
  exported: ExportSection | { not: string };
  erased: Erasing;
  retention: Retention;
}

/** Why something is not told: it repeats what another row tells, or would open the account to whoever reads the export. */
export const index = { not: "an index of what is told elsewhere" };
export const secret = { not: "it would let a reader of the export in" };
export const technical = { not: "it says nothing of a person" };

/** Kept by numbers alone. */
export const books = { keeps: "books are kept for ten years; numbers and ids alone" };
export const nothingPersonal = { keeps: "there is no person in it" };
