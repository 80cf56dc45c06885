/**
 * The demo's last ninety days: men who joined, paid, wrote, talked, and here and there were refunded. All of it is done as
 * on a real site, in the order of its days, so that figures, ledgers and the audit agree.
 */
import { addUser, man, newUser } from "../kv/accounts/users.ts";
import { startChat } from "../kv/chats/chats.ts";
import { endChat, reserveMinute } from "../kv/chats/minutes.ts";
import { answerRequest, requestConversation } from "../kv/chats/requests.ts";
import { post } from "../kv/credits/ledger/ledger.ts";
import { signUpBonusCredits } from "../kv/credits/prices/prices.ts";
import { countryByIso } from "../kv/ladies/countries.ts";
import { openLetter } from "../kv/letters/opening.ts";
import { sendLetter } from "../kv/letters/sending.ts";
import type { Store } from "../kv/open.ts";
import { dayMs } from "../kv/store/days.ts";
import { Chance } from "./generate/random.ts";
import { addDemoPayment, refundDemoPayment } from "./payments.ts";
import { emailOf } from "./people.ts";

const days = 90;
const minuteMs = 60_000;

/** These men appear nowhere else. */
const men: readonly (readonly [firstname: string, countryIso: string, city: string])[] = [
  ["Henrik", "DK", "Aarhus"],
  ["Callum", "GB", "Leeds"],
  ["Matthias", "DE", "Freiburg"],
  ["建宏", "TW", "Tainan"],
  ["Étienne", "FR", "Nantes"],
  ["Douglas", "US", "Duluth"],
  ["Lars", "SE", "Umeå"],
  ["文斌", "CN", "Suzhou"],
  ["Aidan", "IE", "Galway"],
  ["Pieter", "NL", "Zwolle"],
  ["Marco", "IT", "Trieste"],
  ["Grant", "NZ", "Nelson"],
  ["Oliver", "CA", "Halifax"],
  ["國豪", "HK", "Hong Kong"],
  ["Andreas", "AT", "Graz"],
  ["Neil", "GB", "Inverness"],
  ["Ramón", "ES", "Bilbao"],
  ["Theo", "US", "Portland"],
  ["Jonas", "NO", "Bergen"],
  ["伟杰", "SG", "Singapore"],
  ["Alec", "AU", "Hobart"],
  ["Bruno", "CH", "Bern"],
  ["Frank", "DE", "Lübeck"],
  ["Simon", "GB", "Norwich"],
];

const hisLetters = [
  "Your line made me laugh on a tram, which is not done here. What happened next?",
  "I read your page twice and then made tea. May I ask how you came to your trade?",
  "It has rained here since Thursday. Tell me about a street you like in good weather.",
  "I have never written to a stranger. I am told one begins with the truth: I am nervous, and I bake.",
  "You mention your grandmother. Mine kept bees and swore at them gently. What did yours keep?",
  "Thank you for your answer. I have put it on the kitchen shelf, beside the good cups.",
];
const herLetters = [
  "Thank you for asking properly. It began with a broken chair and an aunt who would not throw it away.",
  "Your letter came on a day when I needed one. I shall answer the second question first.",
  "Here it snows already. I walked home along the river and thought of your tram.",
  "My grandmother kept secrets and geraniums. I inherited the geraniums.",
];

interface Act {
  atMs: number;
  does: (then: Store) => Promise<unknown>;
}

/** `ladyIds`: to whom they write. `at` is the same store at another moment. */
export async function addHistory(
  store: Store,
  ladyIds: readonly number[],
  passwordHash: string,
  at: (atMs: number) => Store,
): Promise<void> {
  const now = store.now();
  const acts: Act[] = [];
  for (const [position, [firstname, countryIso, city]] of men.entries()) {
    const chance = new Chance(20260301, position);
    const manId = await store.ids.next("user");
    const joinedAt = now - (days - 2 - position * 3.5) * dayMs - chance.next() * dayMs;
    const account = newUser({
      id: manId,
      groupId: man,
      email: emailOf(`guest-${position + 1}`),
      firstname,
      birthdate: `${1970 + Math.floor(chance.next() * 24)}-0${1 + position % 9}-1${position % 10}`,
      countryId: countryByIso(countryIso)!.id,
      city,
      createdAt: joinedAt,
      confirmedAt: joinedAt,
    });
    acts.push({ atMs: joinedAt, does: (then) => join(then, account, passwordHash) });
    const laterAt = (share: number) => joinedAt + (0.1 + 0.85 * share) * (now - joinedAt);
    acts.push(...lifeOf(manId, chance, laterAt, chance.some(ladyIds, 3)));
  }
  for (const { atMs, does } of acts.toSorted((one, other) => one.atMs - other.atMs)) await does(at(atMs));
}

/** What a man does after he joined; `laterAt` names a moment between then and today by its share. */
function lifeOf(manId: number, chance: Chance, laterAt: (share: number) => number, ladyIds: number[]): Act[] {
  const acts: Act[] = [];
  const packages = chance.weighted({ none: 3, Basic: 3, Economy: 4, Rational: 3, Optimal: 1 });
  const hasPaid = packages !== "none";
  if (hasPaid) acts.push({ atMs: laterAt(0.1), does: (then) => addDemoPayment(then, manId, packages, 0) });
  // He had seen that letters are not for him, and asked for his money before he spent any of it.
  if (packages === "Basic" && chance.happens(0.4)) {
    return [...acts, { atMs: laterAt(0.3), does: (then) => refundDemoPayment(then, manId) }];
  }
  for (const [turn, ladyId] of ladyIds.slice(0, hasPaid ? 3 : 1).entries()) {
    const share = 0.15 + 0.25 * turn + 0.1 * chance.next();
    acts.push({ atMs: laterAt(share), does: (then) => write(then, manId, ladyId, chance.pick(hisLetters)) });
    if (hasPaid && chance.happens(0.7)) {
      acts.push({ atMs: laterAt(share + 0.08), does: (then) => write(then, ladyId, manId, chance.pick(herLetters)) });
    }
    if (packages === "none" || packages === "Basic" || !chance.happens(0.6)) continue;
    const minutes = 2 + Math.floor(chance.next() * 4);
    acts.push({ atMs: laterAt(share + 0.15), does: (then) => talk(then, { manId, ladyId }, minutes) });
  }
  return acts;
}

async function join(then: Store, account: ReturnType<typeof newUser>, passwordHash: string): Promise<void> {
  const op = then.kv.atomic();
  addUser(op, account, passwordHash);
  if (!(await op.commit()).ok) throw new Error(`the demo's ${account.email} exists already`);
  const bonus = { operation: "sign_up_bonus", deltaCredits: signUpBonusCredits, reference: {} } as const;
  await post(then, { manId: account.id, ...bonus, idempotencyKey: "sign-up-bonus" });
}

/** Sends a letter, which is read five hours later; a man without enough credits does neither. */
async function write(then: Store, authorId: number, recipientId: number, body: string): Promise<void> {
  const sendKey = `demo-history-${authorId}-${recipientId}-${then.now()}`;
  const sent = await sendLetter(then, { authorId, recipientId, body, language: "en", translate: false, sendKey });
  if (!sent.ok) return;
  const readAt = then.now() + 5 * 60 * minuteMs;
  await openLetter({ ...then, now: () => readAt }, recipientId, sent.letter.id, true);
}

/** A text chat of `minutes` minutes, or of as many as he can pay. */
async function talk(then: Store, pair: { manId: number; ladyId: number }, minutes: number): Promise<void> {
  const after = (ms: number): Store => ({ ...then, now: () => then.now() + ms });
  await requestConversation(then, pair, pair.manId);
  await answerRequest(then, pair, pair.ladyId, true);
  const started = await startChat(then, pair, { starterId: pair.manId, kind: "text", instanceId: "demo-history" });
  if (!started.ok) return;
  const { id } = started.chat;
  for (let minute = 0; minute < minutes; minute++) {
    // The next one is paid some seconds before the last is used up.
    const paid = await reserveMinute(after(minute * minuteMs - (minute > 0 ? 5000 : 0)), pair.manId, id);
    if (!paid.ok) break;
  }
  await endChat(after(minutes * minuteMs - 4000), id, { by: "man", reason: "stopped" });
}
