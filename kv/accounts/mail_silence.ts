/**
 * That no mail is taken although some are tried, whatever the reason; it ends with the first that is taken. Kept in the store,
 * because any process may send the mails, and any other may be asked.
 *
 * One mail is enough if the server itself fails. What may be the fault of a recipient counts once it has befallen three
 * people: if all of them are at one domain, nobody was written to at another, and so nobody was reached.
 */
import { transact } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { clocksDifferMs } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import type { Store } from "../open.ts";
import { normaliseEmail } from "./users.ts";

/** How long mails are tried in vain before that is told: a server that is only started anew is back sooner. */
export const silenceMs = 5 * 60_000;
/** How many people have to be concerned, if the failures may be theirs. */
const enough = 3;
/** How long the last vain try says anything. */
export const silenceKeptMs = dayMs;
/** Of a storm of failures no more is written. */
const noteEveryMs = 30_000;

/** From the first vain try to the last, ms since the epoch. */
interface Span {
  since: number;
  triedAt: number;
}

interface MailSilence {
  /** Failures of the server; null once it answered, even if it was to refuse. */
  servers: Span | null;
  /** Failures that may be a recipient's, with keyed hashes of the first few addresses. */
  recipients: Span & { hashes: string[] } | null;
}

/** Since when no mail was taken, if that has gone on long enough to be told; otherwise null. */
export async function mailSilentSince(store: Store): Promise<number | null> {
  const { value } = await store.kv.get<MailSilence>(keys.mailSilence());
  return toldSince(asOf(value, store.now()));
}

/**
 * Notes that a mail was tried and not taken, and whether that was the server's failure. Returns since when none was taken,
 * if that is to be told from now on; otherwise null.
 */
export async function noteNotTaken(
  store: Store,
  email: string,
  { isServers }: { isServers: boolean },
): Promise<number | null> {
  const hash = store.sign(`mail_silence:${normaliseEmail(email)}`).slice(0, 12);
  return await transact<number | null>(async () => {
    const entry = await store.kv.get<MailSilence>(keys.mailSilence());
    const now = store.now();
    const before = asOf(entry.value, now);
    const next = isServers ? withServers(before, now) : withRecipient(before, hash, now);
    if (next === before) return { done: null };
    const isNews = toldSince(before) === null;
    const commit = store.kv.atomic().check(entry).set(entry.key, next, { expireIn: silenceKeptMs });
    return { commit, result: isNews ? toldSince(next) : null };
  });
}

/** Notes that a mail was taken; true if that ends what was told. */
export async function noteTaken(store: Store): Promise<boolean> {
  return await transact<boolean>(async () => {
    const entry = await store.kv.get<MailSilence>(keys.mailSilence());
    // True of nearly every mail, which costs no more than this read.
    if (entry.value === null) return { done: false };
    const wasTold = toldSince(asOf(entry.value, store.now())) !== null;
    return { commit: store.kv.atomic().check(entry).delete(entry.key), result: wasTold };
  });
}

function withServers(before: MailSilence, now: number): MailSilence {
  if (before.servers && now - before.servers.triedAt < noteEveryMs) return before;
  return { ...before, servers: { since: before.servers?.since ?? now, triedAt: now } };
}

function withRecipient(before: MailSilence, hash: string, now: number): MailSilence {
  const { since, triedAt, hashes } = before.recipients ?? { since: now, triedAt: -Infinity, hashes: [] };
  const isAnother = hashes.length < enough && !hashes.includes(hash);
  if (!isAnother && !before.servers && now - triedAt < noteEveryMs) return before;
  return { servers: null, recipients: { since, triedAt: now, hashes: isAnother ? [...hashes, hash] : hashes } };
}

/** What still says anything. A clock that was wrong noted what lies further ahead: a silence is not told before it is there. */
function asOf(value: MailSilence | null, now: number): MailSilence {
  const fresh = <Each extends Span>(span: Each | null) =>
    span && span.triedAt > now - silenceKeptMs && span.triedAt <= now + clocksDifferMs ? span : null;
  return { servers: fresh(value?.servers ?? null), recipients: fresh(value?.recipients ?? null) };
}

function toldSince({ servers, recipients }: MailSilence): number | null {
  const told = [servers, recipients && recipients.hashes.length >= enough ? recipients : null]
    .flatMap((span) => span && span.triedAt - span.since >= silenceMs ? [span.since] : []);
  return told.length > 0 ? Math.min(...told) : null;
}
