import { expect } from "expect";
import { refusedStorage, withStorage } from "../testing/storage.ts";
import { noteAcceptance, takeAcceptance } from "./acceptance.ts";

const olena = { id: 2, name: "Olena", age: 29, photo: "", isCompanion: false };
const asked = { kind: "text" as const, from: olena };

Deno.test("a text chat that was accepted is taken once, of whoever asked, while the asking lasts", () => {
  noteAcceptance(asked, 30, 1000);
  expect(takeAcceptance(3, 1500)).toBe(false);
  expect(takeAcceptance(2, 1500)).toBe(true);
  expect(takeAcceptance(2, 1500)).toBe(false);
  noteAcceptance(asked, 30, 1000);
  expect(takeAcceptance(2, 31_000)).toBe(false);
});

Deno.test("where the clock was put back since, nobody accepts what is asked much later", () => {
  noteAcceptance(asked, 30, 5_000_000);
  expect(takeAcceptance(2, 1_400_000)).toBe(false);
});

Deno.test("who accepted a call has accepted no text chat that the same one asks for meanwhile", () => {
  noteAcceptance({ kind: "video", from: olena }, 30, 1000);
  expect(takeAcceptance(2, 1500)).toBe(false);
});

Deno.test("where nothing can be noted, the chat asks once more", () =>
  withStorage(refusedStorage, () => {
    noteAcceptance(asked, 30, 1000);
    expect(takeAcceptance(2, 1500)).toBe(false);
  }));
