import { expect } from "expect";
import { audit } from "./audit.ts";
import { accountCorruptions } from "./audit/account_corruptions_for_test.ts";
import { corruptions } from "./audit/corruptions_for_test.ts";
import { testDamages } from "./audit/damages_for_test.ts";
import { livedInWorld } from "./audit/lived_in_world_for_test.ts";
import { testStore } from "./testing.ts";

Deno.test("the audit of an empty store finds nothing", async () => {
  using store = await testStore();
  expect(await audit(store)).toEqual([]);
});

testDamages("the audit finds nothing in a world that was only used as intended", livedInWorld, [
  ...corruptions,
  ...accountCorruptions,
]);
