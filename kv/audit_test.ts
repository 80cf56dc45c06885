import { expect } from "expect";
import { audit } from "./audit.ts";
import { accountCorruptions } from "./audit/account_corruptions_for_test.ts";
import { corruptions } from "./audit/corruptions_for_test.ts";
import { livedInWorld } from "./audit/lived_in_world_for_test.ts";
import { testStore } from "./testing.ts";

Deno.test("the audit finds nothing in a world that was only used as intended", async () => {
  using store = await testStore();
  await livedInWorld(store);
  expect(await audit(store)).toEqual([]);
});

Deno.test("the audit of an empty store finds nothing", async () => {
  using store = await testStore();
  expect(await audit(store)).toEqual([]);
});

for (const [name, corrupt, sentence] of [...corruptions, ...accountCorruptions]) {
  Deno.test(`the audit finds ${name}`, async () => {
    using store = await testStore();
    await corrupt(store, await livedInWorld(store));
    expect((await audit(store)).filter((found) => sentence.test(found))).not.toEqual([]);
  });
}
