import { expect } from "expect";
import { noteAcceptance, takeAcceptance } from "./acceptance.ts";

const olena = { id: 2, name: "Olena", age: 29, photo: "", isCompanion: false };

Deno.test("a text chat that was accepted is taken once, of whoever asked, while the asking lasts", () => {
  noteAcceptance({ kind: "text", from: olena, untilMs: 1000 });
  expect(takeAcceptance(3, 500)).toBe(false);
  expect(takeAcceptance(2, 500)).toBe(true);
  expect(takeAcceptance(2, 500)).toBe(false);
  noteAcceptance({ kind: "text", from: olena, untilMs: 1000 });
  expect(takeAcceptance(2, 1000)).toBe(false);
});

Deno.test("who accepted a call has accepted no text chat that the same one asks for meanwhile", () => {
  noteAcceptance({ kind: "video", from: olena, untilMs: 1000 });
  expect(takeAcceptance(2, 500)).toBe(false);
});
