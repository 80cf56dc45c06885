/**
 * Who writes: no call, no form and no event lets anybody but Olena's own account write a letter or a message in her name, or
 * get a way to sign in as her. Every door is tried by every other role, with bodies that name her as the writer by every
 * name there is, and with words that the door takes.
 */
import { expect } from "expect";
import { talk, type TestClient } from "../chat/server/testing/server.ts";
import { type ClientEventName, clientEvents } from "../chat/shared/client_events.ts";
import { startSession } from "../kv/accounts/signing_in/sessions.ts";
import { admin, agency, lady, man, translator, type User } from "../kv/accounts/users.ts";
import { post } from "../kv/credits/ledger/ledger.ts";
import { sendLetter } from "../kv/letters/sending.ts";
import { keys } from "../kv/store/keys.ts";
import { calls } from "../routes/api/index.ts";
import { isAdmitted, type Visitor } from "../routes/http/access.ts";
import { pagesOf } from "../routes/pages/index.ts";
import { samplesOf } from "./roles/event_samples.ts";
import { withConnections } from "./roles/sockets.ts";
import { fillPath, roleNames, type RoleWorld, roleWorld } from "./roles/world.ts";
import { belongingsOf, writtenBy } from "./who_writes/belongings.ts";
import { actions, plausible, writerNames } from "./who_writes/names.ts";

/** Everybody but her: another man and another lady, and staff, among them the agency that keeps her profile. */
const others = [man, lady, admin, agency, translator] as const;

/** Olena and James have written to each other, and both have credits and words to lose. */
async function writingWorld(): Promise<RoleWorld> {
  const world = await roleWorld();
  const { site: { store }, olena, james, people } = world;
  await store.kv.set(keys.user(olena.id), { ...olena, agencyId: people[agency].id } as User);
  await store.kv.set(["lady_of_agency", people[agency].id, olena.id], null);
  for (const { id } of [james, people[man]]) {
    const refill = { operation: "refill", deltaCredits: 100_000, reference: {} } as const;
    await post(store, { manId: id, ...refill, idempotencyKey: "a test's credits" });
  }
  const letters: [number, number, string][] = [
    [james.id, olena.id, "Dear Olena"],
    [olena.id, james.id, "Dear James"],
    [james.id, people[lady].id, "Dear Daria"],
  ];
  for (const [authorId, recipientId, body] of letters) {
    const sent = await sendLetter(store, { authorId, recipientId, body, sendKey: store.randomToken() });
    if (!sent.ok) throw new Error(sent.reason);
  }
  return world;
}

let count = 0;
const fresh = (): string => `${++count}`.padStart(8, "0");

/** A person to whom this role can write at all. */
const reader = (world: RoleWorld, visitor: Visitor): number => visitor === man ? world.people[lady].id : world.james.id;

/** Bodies that claim to be Olena's: by all names together, then by each alone. */
function claims(olena: User, single: readonly string[] = writerNames): Record<string, unknown>[] {
  const named = (name: string) => ({ [name]: olena.id });
  const asPeople = { sender: { id: olena.id }, author: { id: olena.id, userId: olena.id }, from: { userId: olena.id } };
  return [Object.assign({}, ...writerNames.map(named)), asPeople, ...single.map(named)];
}

/** Doors that take somebody's words: there each name is tried alone as well. */
const takesWords = /mail|letter|dialogue|chat|message|report|contact/;

/** The same names in the address, for doors that read them there. */
const inAddress = (olena: User): Record<string, string> =>
  Object.fromEntries(writerNames.map((name) => [name, String(olena.id)]));

Deno.test("no call writes in her name, whoever asks and by whatever name she is called", async () => {
  await using world = await writingWorld();
  const { site: { store }, olena } = world;
  const before = await belongingsOf(store, olena.id);
  let tried = 0;
  for (const { method, path, access } of calls) {
    for (const visitor of others) {
      // A visitor who is not let in is not heard whatever is sent: once is enough.
      const isHeard = isAdmitted(access, visitor) && method !== "get";
      const bodies = claims(olena).slice(0, !isHeard ? 1 : takesWords.test(path) ? undefined : 2);
      for (const claim of bodies) {
        const to = reader(world, visitor);
        const body = { ...plausible(to, olena, fresh()), ...claim };
        const id = path.startsWith("/mail/") ? 2 : olena.id;
        const address = `/api${fillPath(path, id)}?${new URLSearchParams(inAddress(olena))}`;
        const given = method === "get" ? undefined : JSON.stringify(body);
        const answer = await world.ask(visitor, method.toUpperCase(), address, given, "application/json");
        await answer.body?.cancel();
        expect([address, roleNames[visitor], answer.status < 500 || answer.status === 503]).toEqual([
          address,
          roleNames[visitor],
          true,
        ]);
        tried++;
      }
    }
  }
  expect(await belongingsOf(store, olena.id)).toEqual(before);
  expect(tried).toBeGreaterThan(400);
  // The words did go out, in the names of those who wrote them.
  for (const writer of [man, lady] as const) {
    expect(await writtenBy(store, world.people[writer].id)).toBeGreaterThan(writerNames.length / 2);
  }
});

Deno.test("no form writes in her name, whoever sends it and whatever it is told to do", async () => {
  await using world = await writingWorld();
  const { site: { store }, olena } = world;
  const before = await belongingsOf(store, olena.id);
  let tried = 0;
  for (const page of pagesOf(world.deps)) {
    if (!page.post) continue;
    for (const path of page.paths) {
      for (const visitor of others) {
        const to = reader(world, visitor);
        const isIn = isAdmitted(page.postAccess ?? page.access, visitor);
        const [all, ...single] = claims(olena);
        // Our own forms name their writer, and are refused for a wrong name there: so the other names are tried without it.
        const forms = actions.map((action) => ({ ...all, action, writerId: undefined }));
        const bodies = !isIn ? [all!] : takesWords.test(path) ? [all!, ...forms, ...single] : forms;
        for (const claim of bodies) {
          const id = /conversation/.test(path) ? to : /agency\/mail|letters/.test(path) ? 2 : olena.id;
          const answer = await world.ask(
            visitor,
            "POST",
            `/en${fillPath(path, id)}?${new URLSearchParams(inAddress(olena))}`,
            formOf({
              ...plausible(to, olena, fresh()),
              ...claim,
            }),
            "application/x-www-form-urlencoded",
          );
          await answer.body?.cancel();
          expect([path, roleNames[visitor], answer.status < 500]).toEqual([path, roleNames[visitor], true]);
          tried++;
        }
      }
    }
  }
  expect(await belongingsOf(store, olena.id)).toEqual(before);
  expect(tried).toBeGreaterThan(1000);
  for (const writer of [man, lady] as const) {
    expect(await writtenBy(store, world.people[writer].id)).toBeGreaterThan(10);
  }
});

function formOf(fields: Record<string, unknown>): string {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined && typeof value !== "object");
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
}

const names = Object.keys(clientEvents) as ClientEventName[];
/** Without names that no event has: the schema removes these before anybody reads them. */
const spokenNames = writerNames.filter((name) => Object.values(clientEvents).some(({ shape }) => name in shape));

Deno.test("no event of the chat says anything in her name, also while she talks with somebody", async () => {
  await using world = await writingWorld();
  const { site: { store }, olena, james, people } = world;
  await withConnections(world, async (connect) => {
    const open = async (user: User, query?: Record<string, string>): Promise<TestClient> =>
      connect((await startSession(store, user.id, false)).token, query);
    await using hers = await open(olena);
    await using his = await open(james);
    await Promise.all([hers.next("conn-good"), his.next("conn-good")]);
    const chatID = await talk(his, james.id, hers, olena.id);
    await hers.ask("ChatNewMessage", { to: james.id, message: "Good evening, James", clientId: "hers" });
    const before = await belongingsOf(store, olena.id);
    expect(before.messages.length).toBe(1);
    let tried = 0;
    for (const visitor of others) {
      const to = reader(world, visitor);
      const isIn = visitor === man || visitor === lady;
      for (const claim of isIn ? [{}, ...claims(olena, spokenNames)] : claims(olena).slice(0, 1)) {
        for (const partner of new Set([to, james.id])) {
          await using connection = await open(people[visitor], inAddress(olena));
          if (isIn) await connection.next("conn-good");
          else await connection.closing();
          for (const name of names) {
            const data = { ...samplesOf(partner, chatID)[name], clientId: fresh(), ...claim };
            // One after the other: a connection that says too much at once is heard no further.
            if (isIn) await connection.ask(name, data);
            else connection.say(name, data);
            if (isIn) tried++;
          }
          expect([roleNames[visitor], connection.isOpen]).toEqual([roleNames[visitor], isIn]);
        }
      }
    }
    expect(spokenNames.length).toBeGreaterThan(3);
    expect(tried).toBeGreaterThan(names.length * spokenNames.length * 3);
    expect((await his.ask("getChatHistory", { to: olena.id })).event).toBe("chatHistory");
    expect(await belongingsOf(store, olena.id)).toEqual(before);
    // What James heard of her is what she said; everybody else who spoke to him did so in their own name.
    const heard = his.heard.filter(({ event }) => event === "NewMessage").map(({ data }) => data.message);
    expect(heard.filter(({ from }) => from === olena.id).map(({ body }) => body)).toEqual(["Good evening, James"]);
    expect(heard.filter(({ from }) => from !== olena.id && from !== james.id)).toEqual([]);
  });
});

Deno.test("the comparison sees a letter and a session that come to be in her name", async () => {
  await using world = await writingWorld();
  const { site: { store }, olena, james } = world;
  const before = await belongingsOf(store, olena.id);
  await sendLetter(store, { authorId: olena.id, recipientId: james.id, body: "Forged", sendKey: "forged-key" });
  await startSession(store, olena.id, false);
  const after = await belongingsOf(store, olena.id);
  expect([after.letters.length - before.letters.length, after.sessions.length - before.sessions.length]).toEqual([
    1,
    1,
  ]);
});
