/** Counting, drafts and answers of the letter composer. */
import { expect } from "expect";
import { canBeSeen } from "../../chat/shared/text.ts";
import { everySign } from "../testing/every_sign.ts";
import { parseDraft } from "./local_draft.ts";
import { readAnswer } from "./post.ts";
import { draftToKeep, isBlank, lengthOf, needsReload, spokenLeft } from "./state.ts";

Deno.test("a letter is counted as the server counts it", () => {
  expect(lengthOf("a\r\nb")).toBe(3);
  expect(lengthOf("a\rb\n")).toBe(4);
  expect(lengthOf("🐦")).toBe(2);
});

Deno.test("what is left is said at thresholds only", () => {
  expect(spokenLeft(0, 6000)).toBe(null);
  expect(spokenLeft(5799, 6000)).toBe(null);
  expect(spokenLeft(5800, 6000)).toBe(200);
  expect(spokenLeft(5949, 6000)).toBe(200);
  expect(spokenLeft(5950, 6000)).toBe(50);
  expect(spokenLeft(6000, 6000)).toBe(0);
  expect(spokenLeft(6100, 6000)).toBe(0);
});

Deno.test("a draft comes back as it was kept, with the key it is sent with", () => {
  const draft = { text: "Dear Olena,\n\n", savedAt: 1_700_000_000_000, sendKey: "key-12345678" };
  expect(parseDraft(draftToKeep(draft))).toEqual(draft);
  expect(parseDraft(draftToKeep({ text: "Dear", savedAt: 5 }))).toEqual({ text: "Dear", savedAt: 5 });
  const onward = { text: "Dear", savedAt: 5, base: 3, to: "Olena" };
  expect(parseDraft(draftToKeep(onward))).toEqual(onward);
});

Deno.test("pictures are kept with the words, and even without any", () => {
  const pictures = [{ id: "a-picture-1", thumb: "/letter-files/a-picture-1/thumb", name: "spring.jpg" }];
  for (const text of ["Dear Olena,", ""]) {
    const draft = { text, savedAt: 5, pictures };
    expect(parseDraft(draftToKeep(draft))).toEqual(draft);
  }
  expect(parseDraft('{"text":"a","savedAt":5,"pictures":"x"}')).toEqual({ text: "a", savedAt: 5 });
  expect(draftToKeep({ text: " ", savedAt: 5, pictures: [] })).toBe(null);
});

Deno.test("blank paper is no draft, and nor is what something else wrote", () => {
  expect(draftToKeep({ text: " \n ", savedAt: 5 })).toBe(null);
  for (
    const kept of [null, "", "null", "7", "{", '{"text":7,"savedAt":5}', '{"text":"a"}', '{"text":" ","savedAt":5}']
  ) {
    expect(parseDraft(kept)).toBe(null);
  }
});

Deno.test("paper is blank for the composer where nothing can be seen for the server, whatever signs stand on it", () => {
  expect(everySign().filter((sign) => isBlank(sign, []) === canBeSeen(sign))).toEqual([]);
  expect([isBlank("\u200b\u3164 \n\u2060", []), isBlank("\u200bHello", [])]).toEqual([true, false]);
});

Deno.test("an answer is sent, refused, or unknown, and only a clear word counts", () => {
  expect(readAnswer(200, { to: "/en/man/mail" })).toEqual({ kind: "sent", to: "/en/man/mail" });
  const failure = { message: "Your credits are running low", needsCredits: true };
  expect(readAnswer(402, { failure })).toEqual({ kind: "refused", failure });
  expect(readAnswer(409, { failure, sendKey: "fresh" })).toEqual({ kind: "refused", failure, sendKey: "fresh" });
  for (
    const [status, body] of [[0, null], [200, null], [500, { failure }], [502, "bad gateway"], [413, null]] as const
  ) {
    expect(readAnswer(status, body)).toEqual({ kind: "unknown" });
  }
});

Deno.test("the same page is loaded anew, another one is simply gone to", () => {
  const here = { pathname: "/en/man/mail/inbox/conversation/7/9", search: "" };
  expect(needsReload("/en/man/mail/inbox/conversation/7/9#letter-9", here)).toBe(true);
  expect(needsReload("/en/man/mail/inbox/conversation/7/10#letter-10", here)).toBe(false);
});
