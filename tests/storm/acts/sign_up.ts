/** Signing up with a mailed code, and signing in. */
import type { SignUp } from "../book.ts";
import { addressOf, markOf, newPerson, password, type Person, signedIn } from "../people.ts";
import { codeIn } from "../post_office.ts";
import { pause, type World } from "../world.ts";

/** From the form to the account. Null if it does not come to one, which is then noted in the book as a fault. */
export async function signUp(world: World, number: number, kind: Person["kind"]): Promise<Person | null> {
  const { book, client } = world;
  const name = `${kind}-${number}-${crypto.randomUUID().slice(0, 8)}`;
  const email = `${name}@storm.test`;
  const person = newPerson({ id: 0, kind, email, password, mark: markOf(name), address: addressOf(number) });
  const line = book.ask<SignUp>(book.signUps, { email });
  const json = {
    firstname: kind === "man" ? "Walter" : "Vera",
    lastname: "Storm",
    email,
    password,
    birthdate: "1985-04-03",
    country: kind === "man" ? world.countries.GB : world.countries.UA,
    groupId: kind === "man" ? 1 : 2,
  };
  const asked = await client.sure(person, { method: "POST", path: "/api/users", json });
  if (asked.status !== 200) {
    book.fault(`the sign-up of ${email} was refused: ${asked.status} ${asked.text}`);
    return null;
  }
  book.acknowledge(line);
  const token = await confirm(world, person, asked.json.confirmation.id);
  if (!token) return null;
  signedIn(person, token, book.now);
  person.id = (await client.sure(person, { path: "/api/users" })).json.user.id;
  world.acted("sign-ups");
  return person;
}

/** Types in each code that comes, and asks for another if one does not open the account. */
async function confirm(world: World, person: Person, confirmationId: string): Promise<string | null> {
  const { book, client, post } = world;
  const { email } = person;
  const since = Date.now();
  const kills = world.site.kills;
  for (let known = 0;;) {
    const mails = await post.next(email, known, world.givesUp);
    if (mails.length === known) {
      book.fault(`the sign-up of ${email} starved: ${known} mails, and none that opened it`);
      return null;
    }
    known = mails.length;
    const code = codeIn(mails.at(-1)!);
    if (!code) continue;
    world.slowest("code", Date.now() - since);
    world.cameWithin(kills, `the code of ${email}`);
    const token = await typeCode(world, person, code);
    if (token) return token;
    await client.sure(person, { method: "POST", path: `/api/auth/confirmations/${confirmationId}/resend`, json: {} });
  }
}

async function typeCode(world: World, person: Person, code: string): Promise<string | null> {
  const { book, client } = world;
  const json = { identifier: person.email, action: "email_verify", code };
  for (let isLost = false;; isLost = true) {
    const reply = await client.ask(person, { method: "POST", path: "/api/auth/confirmation", json });
    if (!reply) continue;
    if (reply.status === 200) return reply.json.access_token;
    book.count(`codes refused: ${reply.code}`);
    if (reply.code === "expired") book.fault(`the code of ${person.email} came after its time`);
    // The answer may have been lost and the account be there.
    return isLost ? (await signIn(world, person))?.token ?? null : null;
  }
}

export interface Session {
  token: string;
}

/** Signs in by password; null if that is refused, or if it is another account. */
export async function signIn({ client }: World, person: Person): Promise<Session | null> {
  const json = { email: person.email, password: person.password };
  for (;;) {
    const reply = await client.sure(person, { method: "POST", path: "/api/authorization", json });
    if (reply.status === 200) {
      const { access_token: token, user } = reply.json;
      return [0, user.id].includes(person.id) ? { token } : null;
    }
    if (reply.status !== 429) return null;
    await pause(1000);
  }
}
