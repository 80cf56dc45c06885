/** What staff do meanwhile: give charges back, adjust balances, suspend and reinstate, and give out promo codes. */
import type { Line } from "../book.ts";
import { isHere, type Person, signedIn } from "../people.ts";
import { pause, pick, pickHere, type Random, type World } from "../world.ts";
import { buy } from "./payments.ts";
import { signIn } from "./sign_up.ts";

/** Posts a form of the staff's pages until it is answered; returns whether its act was done. */
async function action(world: World, line: Line | null, path: string, form: Form): Promise<boolean> {
  const { book, client, admin } = world;
  for (let isLost = false;; isLost = true) {
    const reply = await client.ask(admin, { method: "POST", path, form: { ...form, sure: "yes" } });
    if (!reply) continue;
    if (reply.status === 303) {
      if (line) book.acknowledge(line);
      return true;
    }
    book.count(`refused to the house: ${reply.status}`);
    if (line && !isLost) line.state = "refused";
    // The try whose answer was lost has done it, or it cannot be done any more.
    if (![402, 404, 409, 422].includes(reply.status)) book.fault(`POST ${path} by the house: ${reply.status}`);
    return isLost && reply.status === 409;
  }
}

type Form = Record<string, string>;

/** What a form of the staff's pages brings along unseen, as its page shows it now, or its question after `form`. */
async function brought({ client, admin }: World, path: string, form?: Form): Promise<Form> {
  const { text } = await client.sure(admin, { path, ...(form && { method: "POST", form }) });
  return Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  );
}

export async function giveBack(world: World, random: Random): Promise<void> {
  const { book, client } = world;
  const man = pickHere(random, world.men);
  if (!man) return;
  const { status, json } = await client.sure(man, { path: "/api/users/me/balance/history?limit=50" });
  if (status !== 200) return;
  type Row = { id: number; credits: number; operation: string };
  const spent = (json.history as Row[]).filter(({ credits, operation }) =>
    credits < 0 && operation !== "refund" && operation !== "adjustment"
  );
  if (spent.length === 0) return;
  const { id: seq, credits } = pick(random, spent);
  const note = `sorry ${crypto.randomUUID()}`;
  const line = book.ask(book.staffActions, { manId: man.id, seq, credits: -credits, note });
  const path = `/en/admin/users/${man.id}/entries/${seq}`;
  if (await action(world, line, path, { reason: note })) world.acted("charges given back");
}

export async function adjust(world: World, random: Random): Promise<void> {
  const { book } = world;
  const man = pickHere(random, world.men);
  if (!man) return;
  const credits = Math.ceil(random() * 30) * (random() < 0.3 ? -1 : 1);
  const note = `counted anew ${crypto.randomUUID()}`;
  const path = `/en/admin/users/${man.id}/adjustment`;
  const asked = { credits: String(credits), reason: note };
  const form: Form = { ...await brought(world, path, asked), ...asked };
  // More was to be taken than he has.
  if (!form.key) return book.count("refused to the house: no question");
  const line = book.ask(book.staffActions, { manId: man.id, seq: null, credits, note });
  if (await action(world, line, path, form)) world.acted("adjustments");
}

/** Suspends somebody: for conduct for a while, for fraud for good, as otherwise not everybody need be repaid. */
export async function keepOut(world: World, person: Person, kind: "conduct" | "fraud"): Promise<void> {
  const { book } = world;
  if (!isHere(person)) return;
  person.isOut = true;
  person.timesOut++;
  const path = `/en/admin/users/${person.id}/suspension`;
  const line = book.ask(book.suspensions, { userId: person.id, kind });
  const isDone = await action(world, line, path, {
    do: "suspend",
    kind,
    reason: `because of ${kind}`,
    facts: `it was ${kind}`,
  });
  if (isDone) {
    world.acted(`suspensions for ${kind}`);
    if (kind === "fraud") return;
    await pause(500);
    await action(world, null, path, { ...await brought(world, path), do: "reinstate", reason: "it was a mistake" });
    world.acted("reinstatements");
    const session = await signIn(world, person);
    if (session) signedIn(person, session.token, book.now);
    else if (!person.isGone) book.fault(`user ${person.id} was let in again and cannot sign in`);
  }
  person.isOut = false;
}

/** A new code for a few uses, and many men who want it at once. */
export async function promoRush(world: World, random: Random): Promise<void> {
  const { book } = world;
  const code = `STORM${book.promos.length + 1}`;
  const usesTotal = 3 + Math.floor(random() * 4);
  const line = book.ask(book.promos, { code, usesTotal });
  const form = {
    code,
    percent: "10",
    credits: "",
    validFrom: "",
    validUntil: "",
    usesPerMan: "1",
    usesTotal: String(usesTotal),
  };
  if (!await action(world, line, "/en/admin/promo-codes/new", form)) return;
  const men = new Set(
    Array.from({ length: usesTotal * 2 }, () => pickHere(random, world.men)).filter((man) => man !== null),
  );
  await Promise.all([...men].map((man) => buy(world, man, random, { promoCode: code, rateId: 2 })));
  world.acted("rushes for a promo code");
}
