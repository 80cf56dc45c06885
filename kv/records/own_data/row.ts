/** A row of the table, for one prefix of the store: whose it is, how it is exported and erased, how long it stays. */

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

/** The eraser of that name deletes it; or rewrites it without the person, and what stays; or it stays as it is, and why. */
export type Erasing = Eraser | { by: Eraser; keeps: string } | { keeps: string };

/**
 * How long a record stays.
 * `days`: so many days after what `after` says; `by: "job"`: the daily job of retention clears it, `by: "itself"`: its own
 * expiry or a job of its own does.
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
 * The ids of the people whose record it is, by its key or its value. After an erasing no record of the person may be left
 * (kv/records/audit/deletions.ts).
 */
export type PeopleOf = (key: Deno.KvKey, value: unknown) => unknown[];

/** The ids that stand at these places of the key. */
export const at = (...places: number[]): PeopleOf => (key) => places.map((place) => key[place]);
/** The id in a field of the value, or, with `itself`, the value as an id. */
export const by = (field: string): PeopleOf => (_key, value) => [(value as Record<string, unknown>)[field]];
export const itself: PeopleOf = (_key, value) => [value];

export interface Row {
  whose: Whose;
  /** The people whose record it is; needed if an eraser deletes it, as the audit then finds what is left of somebody. */
  people?: PeopleOf;
  /** When staff asked for the record, if they may after its person has left: only an older one was missed by the erasing. */
  askedAt?: (value: unknown) => number;
  /** The section in which the person concerned finds it; or why it is told to nobody. */
  exported: ExportSection | { not: string };
  erased: Erasing;
  retention: Retention;
}

/** Why something is not told: it repeats what another row tells, or would open the account to whoever reads the export. */
export const index = { not: "an index of what is told elsewhere" };
export const secret = { not: "it would let a reader of the export in" };
export const technical = { not: "it says nothing of a person" };

/** For records that stay as books, with numbers alone. */
export const books = { keeps: "books are kept for ten years; numbers and ids alone" };
export const nothingPersonal = { keeps: "there is no person in it" };
