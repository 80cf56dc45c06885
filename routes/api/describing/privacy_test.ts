/** Whatever a call answers, nobody learns of others more than the design allows (section 4). */
import { expect } from "expect";
import type { User } from "../../../kv/accounts/users.ts";
import { testApp, type TestSite, type Visitor } from "../../testing/site.ts";
import { calls } from "../index.ts";
import { objectsIn, read } from "../testing/calls.ts";

/** What only a person's own record may show, each with a value that occurs nowhere else. */
const secretsOf = (name: string) => ({
  lastname: `Surname-of-${name}`,
  email: `${name.toLowerCase()}@private.test`,
  phone: `+4400-${name}`,
  address: `Street-of-${name}`,
  zipCode: `Zip-${name}`,
});
const privateNames = [
  "lastname",
  "email",
  "phone",
  "address",
  "zipCode",
  "balance",
  "additionalData",
  "promoEmails",
  "password",
];

interface World {
  people: Record<"james" | "wei" | "olena" | "daria", User>;
  visitors: Record<"james" | "wei" | "olena" | "daria" | "guest", Visitor>;
  letterIds: number[];
}

const birthdates = { james: "1984-03-09", wei: "1979-12-31", olena: "1994-05-17", daria: "1988-11-02" };

async function world(site: TestSite): Promise<World> {
  const add = (name: keyof typeof birthdates, isLady: boolean) => {
    const firstname = name[0]!.toUpperCase() + name.slice(1);
    const facts = { firstname, birthdate: birthdates[name], ...secretsOf(firstname) };
    return isLady
      ? site.addLady(facts, { firstname })
      : site.addMan({ ...facts, credits: name === "james" ? 137 : 251 });
  };
  const people = {
    james: await add("james", false),
    wei: await add("wei", false),
    olena: await add("olena", true),
    daria: await add("daria", true),
  };
  const visitors = {
    guest: site.visitor(),
    james: await site.visitorAs(people.james),
    wei: await site.visitorAs(people.wei),
    olena: await site.visitorAs(people.olena),
    daria: await site.visitorAs(people.daria),
  };
  const letterIds: number[] = [];
  const write = async (from: Visitor, recipientId: number, body: string) => {
    const { letter } = await read<{ letter: { id: number } }>(from.call("POST", "/api/mail", { recipientId, body }));
    letterIds.push(letter.id);
  };
  await write(visitors.olena, people.james.id, "introduction-of-olena");
  await write(visitors.james, people.olena.id, "answer-of-james");
  await write(visitors.olena, people.james.id, "sealed-words-for-james");
  await write(visitors.wei, people.olena.id, "letter-of-wei");
  await write(visitors.olena, people.wei.id, "sealed-words-for-wei");
  return { people, visitors, letterIds };
}

/** Every address of the API that can be read, with the id of every person and letter. */
function addresses({ people, letterIds }: World): string[] {
  const ids = [...Object.values(people).map(({ id }) => id), ...letterIds];
  return calls.filter(({ method }) => method === "get").flatMap(({ path }) =>
    path.includes(":id") ? ids.map((id) => path.replace(":id", String(id))) : [path]
  ).flatMap((path) => {
    if (path === "/mail") return ["inbox", "introduction", "outbox", "deleted"].map((type) => `/api/mail?type=${type}`);
    if (path === "/users/unique") return ["/api/users/unique/?attribute=firstname&groupId=2"];
    return [`/api${path}`, `/api${path}?relations=country,girl,man,user,mainphoto,recipient,sender,additionalData`];
  });
}

Deno.test("no call tells anybody of others their surname, address, e-mail, credits or the day they were born", async () => {
  await using site = await testApp();
  const made = await world(site);
  let others = 0;
  for (const [name, visitor] of Object.entries(made.visitors)) {
    const self = made.people[name as keyof World["people"]];
    for (const address of addresses(made)) {
      const answer = await visitor.call("GET", address);
      const text = await answer.text();
      for (const [otherName, other] of Object.entries(made.people)) {
        if (other.id === self?.id) continue;
        for (
          const secret of [other.lastname, other.email, other.phone, other.address, other.zipCode, other.birthdate]
        ) {
          expect([name, address, otherName, text.includes(secret)]).toEqual([name, address, otherName, false]);
        }
      }
      if (!text) continue;
      for (const [way, object] of objectsIn(JSON.parse(text))) {
        const isPerson = typeof object.firstname === "string";
        if (!isPerson || object.id === self?.id) continue;
        others++;
        for (const field of privateNames) {
          expect([name, address, way, field, field in object]).toEqual([name, address, way, field, false]);
        }
        if ("birthdate" in object) expect(object.birthdate).toMatch(/^\d{4}$/);
        if ("birthday" in object) expect([name, made.people[name as "james"]?.groupId]).toEqual([name, 1]);
      }
    }
  }
  // Unless the answers named people, nothing is proven.
  expect(others).toBeGreaterThan(30);
});

Deno.test("of a sealed letter no word reaches anybody but her who wrote it, by any call", async () => {
  await using site = await testApp();
  const made = await world(site);
  for (const [name, visitor] of Object.entries(made.visitors)) {
    let text = "";
    for (const address of addresses(made)) text += await (await visitor.call("GET", address)).text();
    expect([name, text.includes("sealed-words")]).toEqual([name, name === "olena"]);
    // And letters between two people are read by nobody else.
    const maySee = {
      guest: [],
      daria: [],
      james: ["answer-of-james", "introduction-of-olena"],
      wei: ["letter-of-wei"],
    };
    for (const words of ["answer-of-james", "introduction-of-olena", "letter-of-wei"]) {
      const isTheirs = name === "olena" || (maySee[name as keyof typeof maySee] as string[]).includes(words);
      expect([name, words, text.includes(words)]).toEqual([name, words, isTheirs]);
    }
  }
});

Deno.test("answers of unsafe calls hold no more of the other person than answers of reading", async () => {
  await using site = await testApp();
  const { people, visitors, letterIds } = await world(site);
  const answers = [
    await visitors.james.call("POST", "/api/mail", { recipientId: people.daria.id, body: "Hello" }),
    await visitors.james.call("PATCH", `/api/mail/${letterIds[2]}`, { isRead: true, isPaid: true }),
    await visitors.olena.call("PATCH", `/api/mail/${letterIds[3]}`, { isRead: true }),
    await visitors.daria.call("POST", "/api/mail", { recipientId: people.wei.id, body: "Hello" }),
  ];
  for (const answer of answers) {
    const text = JSON.stringify(await read(answer));
    for (const { lastname, email, phone, birthdate } of Object.values(people)) {
      for (const secret of [lastname, email, phone, birthdate]) expect(text).not.toContain(secret);
    }
    for (const field of privateNames) expect(text).not.toContain(`"${field}"`);
  }
});
