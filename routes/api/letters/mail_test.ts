/** The calls about letters: what is sent, listed, opened and counted, and what nobody else may touch. */
import { expect } from "expect";
import { suspend } from "../../../kv/safety/suspensions.ts";
import { testApp, type Visitor } from "../../testing/site.ts";
import { encoded, encodings, read, refused, withCorrespondents } from "../testing/calls.ts";

interface Letter {
  id: number;
  sender: { id: number };
  recipient: { id: number };
  date: string;
  isRead: boolean;
  isPaid: boolean;
  isIntroduction: boolean;
  body: string | null;
  translation: unknown;
  attachments: unknown[];
}
interface Letters {
  letters: Letter[];
  totalCount: number;
  totalNewCount: number;
}
type Sent = { letter: Letter };

const write = (from: Visitor, recipientId: number, body: string) =>
  read<Sent>(from.call("POST", "/api/mail", { recipientId, body }));
const box = (of: Visitor, type: string) => read<Letters>(of.call("GET", `/api/mail?type=${type}`));
const balanceOf = async (man: Visitor) =>
  (await read<{ user: { balance: number } }>(man.call("GET", "/api/users"))).user.balance;

const letterKeys = [
  "attachments",
  "body",
  "date",
  "id",
  "isIntroduction",
  "isPaid",
  "isRead",
  "language",
  "recipient",
  "sender",
  "state",
  "translation",
];

for (const encoding of encodings) {
  for (const slash of ["", "/"]) {
    Deno.test(`James writes to Olena by ${encoding}, the address ending in "${slash}", for 10 credits`, async () => {
      await using site = await testApp();
      const { james, olena, asJames } = await withCorrespondents(site);
      const { body, headers } = encoded({ recipientId: String(olena.id), body: "Dear Olena,\r\nhello." }, encoding);
      const init = { method: "POST", body, headers: { origin: asJames.origin, ...headers as Record<string, string> } };
      const { letter, ...rest } = await read<Sent>(asJames.request(`/api/mail${slash}`, init));
      expect(rest).toEqual({});
      expect(Object.keys(letter).sort()).toEqual(letterKeys);
      expect(letter).toMatchObject({
        sender: { id: james.id },
        recipient: { id: olena.id },
        date: "2026-03-14T12:00:00.000Z",
        isRead: false,
        isIntroduction: false,
        body: "Dear Olena,\nhello.",
        translation: null,
        attachments: [],
      });
      expect(await balanceOf(asJames)).toBe(190);
    });
  }
}

Deno.test("each letter lies in the outbox of one and the inbox of the other, and is counted until it is read", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site);
  const introduction = (await write(asOlena, james.id, "Hello James")).letter;
  const answer = (await write(asJames, olena.id, "Hello Olena")).letter;
  const reply = (await write(asOlena, james.id, "What a lovely letter")).letter;
  expect([introduction, answer, reply].map(({ isIntroduction }) => isIntroduction)).toEqual([true, false, false]);

  const idsOf = async (of: Visitor, type: string) => (await box(of, type)).letters.map(({ id }) => id);
  expect(await idsOf(asJames, "introduction")).toEqual([introduction.id]);
  expect(await idsOf(asJames, "inbox")).toEqual([reply.id]);
  expect(await idsOf(asJames, "outbox")).toEqual([answer.id]);
  expect(await idsOf(asJames, "deleted")).toEqual([]);
  expect(await idsOf(asOlena, "inbox")).toEqual([answer.id]);
  expect(await idsOf(asOlena, "outbox")).toEqual([reply.id, introduction.id]);
  const inbox = await box(asJames, "inbox");
  expect(Object.keys(inbox).sort()).toEqual(["letters", "next", "totalCount", "totalNewCount"]);
  expect([inbox.totalCount, inbox.totalNewCount]).toEqual([1, 1]);

  const counter = async (of: Visitor, slash = "") => await read(of.call("GET", `/api/mail/counter${slash}`));
  expect(await counter(asJames)).toEqual({ counter: { inbox: 1, introduction: 1, total: 2 } });
  expect(await counter(asOlena, "/")).toEqual({ counter: { inbox: 1, introduction: 0, total: 1 } });
  const seen = await read<Sent>(asJames.call("PATCH", `/api/mail/${introduction.id}`, { isRead: true }));
  expect(Object.keys(seen)).toEqual(["letter"]);
  expect(seen.letter).toMatchObject({ isRead: true, isPaid: false, body: "Hello James" });
  await read(asOlena.call("PATCH", `/api/mail/${answer.id}/`, { isRead: true }));
  expect(await counter(asJames)).toEqual({ counter: { inbox: 1, introduction: 0, total: 1 } });
  expect(await counter(asOlena)).toEqual({ counter: { inbox: 0, introduction: 0, total: 0 } });
});

Deno.test("a locked letter shows no word anywhere; isPaid opens it for 5 credits, once", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site);
  await write(asJames, olena.id, "Hello Olena");
  const { letter } = await write(asOlena, james.id, "The lighthouse is red");
  const path = `/api/mail/${letter.id}`;
  const paths = [path, `${path}/?relations=recipient,sender,attachments`, "/api/mail?type=inbox", "/api/dialogues"];
  for (const each of paths) {
    const text = await (await asJames.call("GET", each)).text();
    expect(text).toContain(`"id":${letter.id}`);
    expect(text).not.toContain("lighthouse");
  }
  expect((await read<Sent>(asJames.call("GET", path))).letter).toMatchObject({
    body: null,
    translation: null,
    attachments: [],
    isPaid: false,
  });
  const unpaid = await asJames.call("PATCH", path, { isRead: true });
  expect(await unpaid.clone().text()).not.toContain("lighthouse");
  await refused(unpaid, 402, "letter_locked");
  expect((await box(asJames, "inbox")).letters[0]).toMatchObject({ isRead: false, isPaid: false });
  expect(await balanceOf(asJames)).toBe(190);

  for (let press = 0; press < 3; press++) {
    const opened = await read<Sent>(asJames.call("PATCH", path, { isRead: true, isPaid: true }));
    expect(opened.letter).toMatchObject({ isRead: true, isPaid: true, body: "The lighthouse is red" });
  }
  expect(await balanceOf(asJames)).toBe(185);
  expect((await box(asJames, "inbox")).letters[0]!.body).toBe("The lighthouse is red");
});

Deno.test("opening by form and for too few credits: 402, and the letter stays sealed", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site, 14);
  await write(asJames, olena.id, "Hello Olena");
  const { letter } = await write(asOlena, james.id, "The lighthouse is red");
  const init = encoded({ isRead: "true", isPaid: "1" }, "multipart");
  const answer = await asJames.request(`/api/mail/${letter.id}`, {
    method: "PATCH",
    ...init,
    headers: { origin: asJames.origin },
  });
  expect(await answer.clone().text()).not.toContain("lighthouse");
  await refused(answer, 402, "insufficient_credits");
  await refused(
    asJames.call("POST", "/api/mail", { recipientId: olena.id, body: "Again" }),
    402,
    "insufficient_credits",
  );
  expect(await balanceOf(asJames)).toBe(4);
});

Deno.test("somebody else's letter is not found, whatever one asks of it, and stays as it was", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site);
  const wei = await site.addMan({ firstname: "Wei", credits: 50 });
  const strangers = [await site.visitorAs(wei), await site.visitorAs(await site.addLady({ firstname: "Daria" }))];
  await write(asJames, olena.id, "Hello Olena");
  const { letter } = await write(asOlena, james.id, "The lighthouse is red");
  for (const stranger of strangers) {
    await refused(stranger.call("GET", `/api/mail/${letter.id}`), 404, "not_found");
    for (const wish of [{ isRead: true }, { isRead: true, isPaid: true }]) {
      await refused(stranger.call("PATCH", `/api/mail/${letter.id}`, wish), 404, "not_found");
    }
    expect(await read(stranger.call("GET", "/api/dialogues"))).toEqual({ dialogues: [], totalCount: 0, next: null });
  }
  expect(await balanceOf(strangers[0]!)).toBe(50);
  for (const id of ["0", "-1", "1e3", "0x10", "%D9%A9", "999999", "counterfeit", "9".repeat(300)]) {
    await refused(asJames.call("GET", `/api/mail/${id}`), 404, "not_found");
    await refused(asJames.call("PATCH", `/api/mail/${id}`, { isRead: true, isPaid: true }), 404, "not_found");
  }
});

Deno.test("a lady never pays: isPaid means nothing from her, and her own wish changes nothing of his", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site);
  const { letter } = await write(asJames, olena.id, "Hello Olena");
  const opened = await read<Sent>(asOlena.call("PATCH", `/api/mail/${letter.id}`, { isRead: true, isPaid: true }));
  expect(opened.letter).toMatchObject({ isRead: true, isPaid: false, body: "Hello Olena" });
  const reply = (await write(asOlena, james.id, "Dear James")).letter;
  await read(asOlena.call("PATCH", `/api/mail/${reply.id}`, { isRead: true, isPaid: true }));
  expect((await box(asJames, "inbox")).letters[0]).toMatchObject({ isRead: false, isPaid: false, body: null });
  await refused(asOlena.call("PATCH", `/api/mail/${letter.id}`, { isPaid: true }), 422, "invalid");
  await refused(asOlena.call("PATCH", `/api/mail/${letter.id}`, {}), 422, "invalid");
});

Deno.test("dialogues: one for each partner, latest first, with the last letter", async () => {
  await using site = await testApp();
  const { olena, asJames, asOlena } = await withCorrespondents(site);
  const daria = await site.addLady({ firstname: "Daria" });
  await write(asJames, olena.id, "Hello Olena");
  site.advance(1000);
  const { letter } = await write(asJames, daria.id, "Hello Daria");
  interface Dialogues {
    dialogues: { partner: { id: number }; lettersCount: number; lastLetter: Letter }[];
    totalCount: number;
  }
  for (const slash of ["", "/"]) {
    const found = await read<Dialogues>(asJames.call("GET", `/api/dialogues${slash}?page=1&limit=10`));
    expect(Object.keys(found).sort()).toEqual(["dialogues", "next", "totalCount"]);
    expect(found.totalCount).toBe(2);
    expect(found.dialogues.map(({ partner }) => partner.id)).toEqual([daria.id, olena.id]);
    expect(found.dialogues[0]!.lastLetter).toMatchObject({ id: letter.id, body: "Hello Daria" });
  }
  const second = await read<Dialogues>(asJames.call("GET", "/api/dialogues?page=2&limit=1"));
  expect([second.totalCount, second.dialogues.map(({ partner }) => partner.id)]).toEqual([2, [olena.id]]);
  expect((await read<Dialogues>(asOlena.call("GET", "/api/dialogues"))).totalCount).toBe(1);
});

Deno.test("letters go from a man to a published lady or back, and to nobody else", async () => {
  await using site = await testApp();
  const { james, asJames, asOlena } = await withCorrespondents(site);
  const wei = await site.addMan({ firstname: "Wei" });
  const [daria, hidden] = [await site.addLady(), await site.addLady({}, { isPublished: false })];
  for (const recipientId of [james.id, wei.id, hidden.id, 999_999]) {
    await refused(asJames.call("POST", "/api/mail", { recipientId, body: "Hello" }), 404, "not_found");
  }
  await refused(asOlena.call("POST", "/api/mail", { recipientId: daria.id, body: "Hello" }), 404, "not_found");
  const asHidden = await site.visitorAs(hidden);
  await refused(asHidden.call("POST", "/api/mail", { recipientId: james.id, body: "Hello" }), 403, "not_published");
  expect(await balanceOf(asJames)).toBe(200);
});

Deno.test("nobody learns who is suspended by writing to numbers: an unpublished lady is told of herself alone", async () => {
  await using site = await testApp();
  const { james, olena, asJames } = await withCorrespondents(site);
  const [wei, hidden] = [await site.addMan({ firstname: "Wei" }), await site.addLady({}, { isPublished: false })];
  const [vera, unseen] = [await site.addPerson({ groupId: 3 }), await site.addLady({}, { isPublished: false })];
  for (const { id } of [wei, olena, unseen]) {
    await suspend(site.store, { userId: id, kind: "conduct", reason: "Rude words", actorId: vera.id });
  }
  const asHidden = await site.visitorAs(hidden);
  for (const recipientId of [wei.id, james.id, olena.id, vera.id, hidden.id, 999_999]) {
    await refused(asHidden.call("POST", "/api/mail", { recipientId, body: "Hello" }), 403, "not_published");
  }
  // He hears it of nobody whom he has not met, whether she was ever shown or not.
  for (const recipientId of [unseen.id, olena.id]) {
    await refused(asJames.call("POST", "/api/mail", { recipientId, body: "Hello" }), 404, "not_found");
  }
});

Deno.test("6000 units are a letter, 6001 are not; a line break counts once; blanks alone are none", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withCorrespondents(site);
  const send = (body: unknown) => asJames.call("POST", "/api/mail", { recipientId: olena.id, body });
  for (
    const body of ["a".repeat(6000), `${"a".repeat(2999)}${"\r\n".repeat(1500)}${"b".repeat(1501)}`, "💌".repeat(3000)]
  ) {
    await read(send(body));
  }
  for (const body of ["a".repeat(6001), "💌".repeat(3001), "", " \r\n\t ", "a".repeat(100_000)]) {
    const failure = await refused(send(body), 422, "invalid");
    expect(Object.keys(failure.fields!)).toEqual(["body"]);
  }
  expect(await balanceOf(asJames)).toBe(170);
});

Deno.test("what a letter says comes back as it was written, scripts and all, and only as JSON", async () => {
  await using site = await testApp();
  const { olena, asJames, asOlena } = await withCorrespondents(site);
  const body = `<script>alert("x")</script> </textarea>\u2028 \u0000 مرحبا 👩‍👩‍👧 \ud800 {{t}} $t(common:brand)`;
  const { letter } = await write(asJames, olena.id, body);
  const answer = await asOlena.call("GET", `/api/mail/${letter.id}`);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await read<Sent>(answer)).letter.body).toBe(body);
});

Deno.test("guests have no mail", async () => {
  await using site = await testApp();
  const guest = site.visitor();
  for (const path of ["/api/mail", "/api/mail/1", "/api/mail/counter", "/api/dialogues"]) {
    await refused(guest.call("GET", path), 401, "not_signed_in");
  }
  await refused(guest.call("POST", "/api/mail", { recipientId: 1, body: "Hello" }), 401, "not_signed_in");
  await refused(guest.call("PATCH", "/api/mail/1", { isRead: true }), 401, "not_signed_in");
});

Deno.test("boxes and pages that do not exist are refused by name", async () => {
  await using site = await testApp();
  const { asJames } = await withCorrespondents(site);
  for (
    const [query, field] of [
      ["type=spam", "type"],
      ["type=", "type"],
      ["type=inbox&type=outbox", "type"],
      ["page=-1", "page"],
      ["limit=0", "limit"],
      ["limit=100000", "limit"],
      ["page=1e99", "page"],
    ]
  ) {
    const failure = await refused(asJames.call("GET", `/api/mail?${query}`), 422, "invalid");
    expect([query, Object.keys(failure.fields!)]).toEqual([query, [field]]);
  }
  for (const query of ["page=0", "limit=101"]) await refused(asJames.call("GET", `/api/dialogues?${query}`), 422);
  expect((await read<Letters>(asJames.call("GET", "/api/mail?type=inbox&page=1000000&limit=100"))).letters).toEqual([]);
});
