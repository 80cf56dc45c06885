import { expect } from "expect";
import { testStore } from "../testing/store.ts";
import { audit } from "./audit.ts";
import { accountCorruptions } from "./audit/testing/account_corruptions.ts";
import { corruptions } from "./audit/testing/corruptions.ts";
import { testDamages } from "./audit/testing/damages.ts";
import { livedInWorld } from "./audit/testing/lived_in_world.ts";

Deno.test("the audit of an empty store finds nothing", async () => {
  using store = await testStore();
  expect(await audit(store)).toEqual([]);
});

testDamages("the audit finds nothing in a world that was only used as intended", livedInWorld, [
  ...corruptions,
  ...accountCorruptions,
]);
