/** Calls about the letters in one's boxes: deleted and put back, found by words, read page by page. */
import { expect } from "expect";
import { testApp, type TestSite, type Visitor } from "../../testing/site.ts";
import { read, refused, silent, withCorrespondents } from "../testing/calls.ts";

interface Letters {
  letters: { id: number; body: string | null }[];
  totalCount: number;
  totalNewCount: number;
  next: string | null;
}
interface Dialogues {
  dialogues: { partner: { id: number } }[];
  totalCount: number;
  next: string | null;
}

async function write(site: TestSite, from: Visitor, recipientId: number, body: string): Promise<number> {
  site.advance(60_000);
  return (await read<{ letter: { id: number } }>(from.call("POST", "/api/mail", { recipientId, body }))).letter.id;
}

const box = (of: Visitor, query: string) => read<Letters>(of.call("GET", `/api/mail?${query}`));
const idsOf = async (of: Visitor, query: string) => (await box(of, query)).letters.map(({ id }) => id);

Deno.test("a letter is put away and back for oneself alone, as often as one likes", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site, 1000);
  await write(site, asJames, olena.id, "Good evening");
  const id = await write(site, asOlena, james.id, "A sealed answer");
  for (let times = 0; times < 2; times++) await silent(asJames.call("DELETE", `/api/mail/${id}`));
  expect(await idsOf(asJames, "type=inbox")).toEqual([]);
  expect(await idsOf(asJames, "type=deleted")).toEqual([id]);
  expect(await read(asJames.call("GET", "/api/mail/counter"))).toEqual({
    counter: { inbox: 0, introduction: 0, total: 0 },
  });
  expect(await idsOf(asOlena, "type=outbox")).toEqual([id]);
  expect((await box(asJames, "type=deleted")).letters[0]!.body).toBe(null);
  for (let times = 0; times < 2; times++) {
    const { letter } = await read<{ letter: { id: number; body: null; isRead: boolean } }>(
      asJames.call("PATCH", `/api/mail/${id}/`, { isDeleted: false }),
    );
    expect(letter).toMatchObject({ id, body: null, isRead: false });
  }
  expect(await idsOf(asJames, "type=inbox")).toEqual([id]);
  expect((await box(asJames, "type=inbox")).totalNewCount).toBe(1);
  await read(asJames.call("PATCH", `/api/mail/${id}`, { isPaid: true, isDeleted: true }));
  expect(await idsOf(asJames, "type=deleted")).toEqual([id]);
  expect((await box(asJames, "type=deleted")).letters[0]!.body).toBe("A sealed answer");
});

Deno.test("somebody else's letter can neither be put away nor back", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withCorrespondents(site, 1000);
  const id = await write(site, asJames, olena.id, "Good evening");
  for (const other of [await site.addMan(), await site.addLady(), await site.addPerson({ groupId: 5 })]) {
    const theirs = await site.visitorAs(other);
    const [status, code] = other.groupId === 5 ? [403, "wrong_role"] : [404, "not_found"];
    await refused(theirs.call("DELETE", `/api/mail/${id}`), status, code);
    await refused(theirs.call("PATCH", `/api/mail/${id}`, { isDeleted: true }), status, code);
    await refused(theirs.call("PATCH", `/api/mail/${id}`, { isDeleted: false }), status, code);
  }
  await refused(site.visitor().call("DELETE", `/api/mail/${id}`), 401, "not_signed_in");
  for (const bad of ["0", "-1", "abc", "1e3"]) {
    await refused(asJames.call("DELETE", `/api/mail/${bad}`), 404, "not_found");
  }
  await refused(asJames.call("PATCH", `/api/mail/${id}`, {}), 422, "invalid");
  await refused(asJames.call("PATCH", `/api/mail/${id}`, { isDeleted: "perhaps" }), 422, "invalid");
  expect(await idsOf(asJames, "type=outbox")).toEqual([id]);
});

Deno.test("a refused opening puts nothing away", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site, 1000);
  await write(site, asJames, olena.id, "Good evening");
  const id = await write(site, asOlena, james.id, "A sealed answer");
  await refused(asJames.call("PATCH", `/api/mail/${id}`, { isRead: true, isDeleted: true }), 402, "letter_locked");
  expect(await idsOf(asJames, "type=inbox")).toEqual([id]);
});

Deno.test("letters are found by words, and by none of a sealed one", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site, 1000);
  const mine = await write(site, asJames, olena.id, "The heron at the weir");
  await write(site, asJames, olena.id, "Nothing of birds");
  const sealed = await write(site, asOlena, james.id, "My heron is white");
  const found = await box(asJames, "type=outbox&q=WEIR%20heron");
  expect(found).toMatchObject({ letters: [{ id: mine }], totalCount: 1, next: null });
  expect(await idsOf(asJames, "type=inbox&q=heron")).toEqual([]);
  expect(await idsOf(asJames, "q=olena")).toEqual([sealed]);
  expect(await idsOf(asJames, "q=%20")).toEqual([sealed]);
  await refused(asJames.call("GET", `/api/mail?q=${"x".repeat(101)}`), 422, "invalid");
});

Deno.test("by `next` every letter and dialogue comes once, while others arrive", async () => {
  await using site = await testApp();
  const { asJames } = await withCorrespondents(site, 1000);
  const partners: number[] = [];
  const letters: number[] = [];
  for (let n = 0; n < 5; n++) {
    const { id } = await site.addLady();
    partners.unshift(id);
    letters.unshift(await write(site, asJames, id, `Heron ${n}`));
  }
  for (const query of ["type=outbox", "type=outbox&q=heron"]) {
    const seen: number[] = [];
    const first = [...letters];
    let next: string | null = null;
    do {
      const page: Letters = await box(asJames, `${query}&limit=2${next ? `&before=${next}` : ""}`);
      seen.push(...page.letters.map(({ id }) => id));
      next = page.next;
      if (query === "type=outbox") letters.unshift(await write(site, asJames, partners[4]!, "Heron between"));
    } while (next);
    expect(seen).toEqual(first);
  }
  const order: number[] = [];
  const before = (await read<Dialogues>(asJames.call("GET", "/api/dialogues"))).dialogues.map(({ partner }) =>
    partner.id
  );
  let next: string | null = null;
  do {
    const from = next ? `&before=${next}` : "";
    const page: Dialogues = await read<Dialogues>(asJames.call("GET", `/api/dialogues?limit=2${from}`));
    expect(page.totalCount).toBe(5);
    order.push(...page.dialogues.map(({ partner }) => partner.id));
    next = page.next;
    await write(site, asJames, before[4]!, "To the last one, who comes first now");
  } while (next);
  expect(order).toEqual(before);
});

Deno.test("pages by number say where the next one begins, and a cursor that is none is refused", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withCorrespondents(site, 1000);
  const letters: number[] = [];
  for (let n = 0; n < 5; n++) letters.unshift(await write(site, asJames, olena.id, `Heron ${n}`));
  for (const q of ["", "&q=heron"]) {
    const second = await box(asJames, `type=outbox&limit=2&page=2${q}`);
    expect(second.letters.map(({ id }) => id)).toEqual(letters.slice(2, 4));
    const third = await box(asJames, `type=outbox&limit=2&before=${second.next}${q}`);
    expect(third).toMatchObject({ letters: [{ id: letters[4] }], totalCount: 5, next: null });
    expect((await box(asJames, `type=outbox&limit=5${q}`)).next).toBe(null);
  }
  for (const bad of ["", "x", "1", "1-2-3", "1.5-2"]) {
    await refused(asJames.call("GET", `/api/mail?before=${bad}`), 422, "invalid");
    await refused(asJames.call("GET", `/api/dialogues?before=${bad}-9-9-9`), 422, "invalid");
  }
});

Deno.test("a man mutes one lady or all, and a lady's introduction is then refused in the same words", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site, 1000);
  const introduce = () => asOlena.call("POST", "/api/mail", { recipientId: james.id, body: "Good evening" });
  expect(await read(asJames.call("POST", `/api/users/${olena.id}/mute`))).toEqual({ mute: { userId: olena.id } });
  const one = await refused(introduce(), 403, "introductions_muted");
  await silent(asJames.call("DELETE", `/api/users/${olena.id}/mute/`));
  const { user } = await read<{ user: { acceptsIntroductions: boolean } }>(
    asJames.call("PATCH", "/api/users/", { acceptsIntroductions: false }),
  );
  expect(user.acceptsIntroductions).toBe(false);
  expect(await refused(introduce(), 403, "introductions_muted")).toEqual(one);
  await read(asJames.call("PATCH", "/api/users", { acceptsIntroductions: "true" }));
  await read(introduce());
  await refused(asJames.call("POST", `/api/users/${james.id}/mute`), 404, "not_found");
  await refused(asOlena.call("POST", `/api/users/${james.id}/mute`), 403, "wrong_role");
  await refused(asJames.call("PATCH", "/api/users", {}), 422, "invalid");
  await refused(site.visitor().call("POST", `/api/users/${olena.id}/mute`), 401, "not_signed_in");
});
