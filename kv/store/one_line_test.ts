import { expect } from "expect";
import { addStaff } from "../accounts/staff.ts";
import { userById } from "../accounts/users.ts";
import { adjust } from "../credits/ledger/adjustments.ts";
import { refundCharge } from "../credits/ledger/refunds.ts";
import { changeFirstName } from "../ladies/profile/first_names.ts";
import { wordLocales } from "../ladies/record.ts";
import { readLetterAsAdmin } from "../letters/admin_reading.ts";
import { sendLetter } from "../letters/sending.ts";
import { keepTerm } from "../letters/translating/glossary.ts";
import { faultOfSignature } from "../safety/background/statements.ts";
import { fileReport } from "../safety/report_filing.ts";
import { suspend } from "../safety/suspensions.ts";
import { warn } from "../safety/warnings.ts";
import { createAdmin } from "../testing/factors.ts";
import { createJames, createPeople, testStore } from "../testing/store.ts";
import { decide } from "../vetting/approval_decisions.ts";
import { saveStory, type StoryWish } from "../writing/stories.ts";
import { inLines, inOneLine, nameFault } from "./one_line.ts";
import type { Result } from "./refusals.ts";

const faults: Record<string, ReturnType<typeof nameFault>> = {
  "Óleń-Марія O'Neil": null,
  "奧蓮娜": null,
  "𠮷田 👩‍❤️‍👨 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿": null,
  "Ja\uf8ffmes": "one_line",
  "James\u{f0000}": "one_line",
  "James\u{10fffd}": "one_line",
  "Ja\ufdd0mes": "one_line",
  "James\uffff": "one_line",
  "James\u{1fffe}": "one_line",
  "": "required",
  "\u200b\u2060": "required",
  "semaJ\u202e": "one_line",
  "\u2066James\u2069": "one_line",
  "James\nBcc: all": "one_line",
  "Ja\u2028mes": "one_line",
  "\ud83d": "one_line",
  "a\ud83d": "one_line",
};

Deno.test("a name can be seen and stands in one line, in its own direction", () => {
  for (const [name, fault] of Object.entries(faults)) expect([name, nameFault(name, 40)]).toEqual([name, fault]);
  expect([nameFault("x".repeat(40), 40), nameFault("x".repeat(41), 40)]).toEqual([null, "too_long"]);
});

Deno.test("a text that is tidied loses what is strange, and nothing else", () => {
  const strange = "\u0000\u0085\ud800\uf8ff\u{f0000}\uffff\u202e\u2069";
  const kept = "𠮷 👩‍❤️‍👨 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 مرحبا";
  expect(inOneLine(` ${kept}\n${strange}\u2028${kept} ${strange}`)).toBe(`${kept} ${kept}`);
  expect(inLines(`${kept}\r\n\t${strange}\u2028${kept}`)).toBe(`${kept}\n\t\n${kept}`);
  expect([inOneLine(strange), inOneLine("\u200b \n")]).toEqual(["", ""]);
});

Deno.test("whoever changes a name or makes an account for who works here meets that rule", async () => {
  using store = await testStore();
  const james = await createJames(store);
  for (const [name, fault] of Object.entries(faults)) {
    if (fault === null) continue;
    const refused = { ok: false, reason: "invalid" };
    const named = { ...refused, fields: { firstname: fault }, wording: "name" };
    expect(await changeFirstName(store, james.id, name)).toEqual(named);
    const wanted = { email: "ada@house.test", group: "admin", name } as const;
    // Blanks at the ends are no part of a name; a line's end is one of them.
    expect(await addStaff(store, wanted)).toEqual({ ...refused, fields: { name: fault } });
  }
  expect((await userById(store, james.id))!.firstname).toBe("James");
  expect((await changeFirstName(store, james.id, " Jim ")).ok).toBe(true);
});

Deno.test("whoever has to give words gives some that can be seen", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  const ada = await createAdmin(store);
  const [own, actorId] = ["\u3164 \u2800\u200b", ada.id];
  const charge = await sendLetter(store, { authorId: james.id, recipientId: olena.id, body: "Dear you", sendKey: "k" });
  expect(charge.ok).toBe(true);
  const report = { reporterId: james.id, reportedId: olena.id, category: "other", from: "profile" } as const;
  const direction = { manId: james.id, ladyId: olena.id, from: "en", to: "uk" };
  const wordless = Object.fromEntries(wordLocales.map((each) => [each, { title: own, summary: "", body: own }]));
  const story = { type: "story", words: wordless as StoryWish["words"], picture: null, publishedAt: 0 } as const;
  const refused: Record<string, Promise<Result<object>>> = {
    text: fileReport(store, { ...report, text: own }),
    warning: warn(store, { userId: wei.id, words: own, actorId, answers: { reportId: 1, words: "Done." } }),
    reason: suspend(store, { userId: wei.id, kind: "conduct", reason: own, actorId }),
    "reason of credits": adjust(store, { manId: wei.id, credits: 5, reason: own, actorId, key: "k", seenSeq: 1 }),
    "reason of a refund": refundCharge(store, { manId: james.id, seq: 1, reason: own, actorId }),
    "reason of a look": readLetterAsAdmin(store, { letterId: 1, actorId, reason: own.repeat(9) }),
    "reason of a no": decide(store, 1, false, { actorId, reason: own }),
    term: keepTerm(store, direction, { term: own, translation: "чапля", by: ada.id }),
    "en.title": saveStory(store, { ...story, actorId }),
  };
  for (const [field, asked] of Object.entries(refused)) {
    const [name] = field.split(" ");
    const rule = field === "reason of a look" ? "too_short" : "required";
    expect([field, await asked]).toMatchObject([field, { reason: "invalid", fields: { [name!]: rule } }]);
  }
  expect(faultOfSignature(own)).toEqual({ signature: "required" });
  expect(faultOfSignature("\u3164.")).toEqual({ signature: "required" });
});
