import { expect } from "expect";
import { Memory, type Subject } from "../../kv/store/memory.ts";
import { KeptAbout } from "./kept_about.ts";

const about = (...ids: number[]) => ({ about: ids.map((id): Subject => ["user", id]) });

Deno.test("beyond so many the one that was kept first goes, and nothing of it stays", () => {
  const kept = new KeptAbout(new Memory(true), 2);
  kept.set("desk of James", about(1));
  kept.set("desk of Wei", about(2));
  // An entry that is set again is the newest.
  kept.set("desk of James", about(1, 3));
  kept.set("desk of Olena", about(3));
  expect(kept.get("desk of Wei")).toBeUndefined();
  expect(kept.get("desk of James")).toEqual(about(1, 3));
  expect([kept.size, kept.countAbout(["user", 2]), kept.countAbout(["user", 3])]).toEqual([2, 0, 2]);
});

Deno.test("what takes the place of another is about its own records alone", () => {
  const memory = new Memory(true);
  const kept = new KeptAbout(memory, 2);
  kept.set("desk of James", about(1, 2));
  kept.set("desk of James", about(1));
  memory.forget(["user", 2]);
  expect(kept.size).toBe(1);
  memory.forget(["user", 1]);
  expect(kept.size).toBe(0);
});
