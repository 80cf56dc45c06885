/** A store that cannot be opened or read at all, in words for the operator. */

/** The message says what is wrong and, where that is known, what to do. */
class StoreUnusable extends Error {}

/** What SQLite, and Deno on top of it, say if records are not what was written. */
const damaged =
  /disk image is malformed|malformed database schema|unsupported file format|not a database|could not deserialize value/;

/** The sentence for a store whose records are not what was written. */
export const damage = (what: string, why: string): string => `${what} is damaged (${why}); restore a backup`;

/** The error of a damaged store, in a sentence for the operator; null if the error is about something else. */
export function asDamage(error: unknown, what = "the store"): StoreUnusable | null {
  if (error instanceof StoreUnusable) return error;
  if (!(error instanceof Error) || !damaged.test(error.message)) return null;
  return new StoreUnusable(damage(what, error.message), { cause: error });
}

/** How long a store may take for its first answer. */
const patienceMs = 15_000;

/** The answer of a store that is being opened; rejects if none comes in time. */
export async function withinPatience<T>(answer: Promise<T>): Promise<T> {
  const { promise: none, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("it does not answer")), patienceMs);
  try {
    return await Promise.race([answer, none]);
  } finally {
    clearTimeout(timer);
  }
}

/** What is asked of the operator where SQLite does not say whether the disk is full or the file somebody else's. */
export const askAboutDisk = "is there room on the disk, and may this user read and write the file?";

/** What Deno says of a store that it cannot open, and what the operator is told; the first that fits counts. */
const plainly: [says: RegExp, words: (found: string) => string][] = [
  [/^Missing DENO_KV_ACCESS_TOKEN/, () => "DENO_KV_ACCESS_TOKEN is not set"],
  [/responded with status (40[13])/, (status) => `it does not take DENO_KV_ACCESS_TOKEN (status ${status})`],
  [/responded with status (\d+ [\w ]+)/, (status) => `what answers there is no Deno KV (status ${status})`],
  [
    /\((?:tcp )?Connect\): (?:tcp connect|dns) error: (.+?)(?: \(os error \d+\))?$/,
    (why) => `nobody answers there (${why})`,
  ],
  [/connection error: /, () => "what answers there does not speak HTTP/2, as Deno KV does"],
  [
    /^(unable to open database file|attempt to write a readonly database|disk I\/O error|database or disk is full)/,
    (why) => `${why}; ${askAboutDisk}`,
  ],
  [/no KV database is attached/, () => "no KV database is assigned to this app: assign one, and deploy again"],
];

/** The error that kept a store from being opened, in a sentence for the operator. */
export function asUnusable(error: unknown, what: string): StoreUnusable {
  const message = error instanceof Error ? error.message : String(error);
  for (const [says, words] of plainly) {
    const found = says.exec(message);
    if (found) return new StoreUnusable(`${what} cannot be opened: ${words(found[1] ?? "")}`, { cause: error });
  }
  return asDamage(error, what) ?? new StoreUnusable(`${what} cannot be opened: ${message}`, { cause: error });
}
