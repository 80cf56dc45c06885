import { expect } from "expect";
import { refusedStorage, withStorage } from "../testing/storage.ts";
import { noteAcceptance, takeAcceptance } from "./acceptance.ts";

const olena = { id: 2, name: "Olena", age: 29, photo: "", isCompanion: false };
const asked = { kind: "text" as const, from: olena };

Deno.test("a text chat that was accepted is taken once, of whoever asked, while the asking lasts", () => {
  noteAcceptance(1, asked, 30, 1000);
  expect(takeAcceptance(1, 3, 1500)).toBe(false);
  expect(takeAcceptance(1, 2, 1500)).toBe(true);
  expect(takeAcceptance(1, 2, 1500)).toBe(false);
  noteAcceptance(1, asked, 30, 1000);
  expect(takeAcceptance(1, 2, 31_000)).toBe(false);
});

Deno.test("what James accepted Wei has not, who signed in in the same tab since", () => {
  noteAcceptance(1, asked, 30, 1000);
  expect(takeAcceptance(10, 2, 1500)).toBe(false);
  expect(takeAcceptance(1, 2, 1500)).toBe(true);
});

Deno.test("where the clock was put back since, nobody accepts what is asked much later", () => {
  noteAcceptance(1, asked, 30, 5_000_000);
  expect(takeAcceptance(1, 2, 1_400_000)).toBe(false);
});

Deno.test("who accepted a call has accepted no text chat that the same one asks for meanwhile", () => {
  noteAcceptance(1, { kind: "video", from: olena }, 30, 1000);
  expect(takeAcceptance(1, 2, 1500)).toBe(false);
});

Deno.test("where nothing can be noted, the chat asks once more", () =>
  withStorage(refusedStorage, () => {
    noteAcceptance(1, asked, 30, 1000);
    expect(takeAcceptance(1, 2, 1500)).toBe(false);
  }));
