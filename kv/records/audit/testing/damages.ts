/** For tests of the audit: a world that was only used as intended has no fault, and each damage is named by its sentence. */
import { expect } from "expect";
import { type TestStore, testStore } from "../../../testing/store.ts";
import { audit } from "../../audit.ts";

/** What was damaged, how, and what the audit says of it. */
export type Damage<World> = [
  name: string,
  damage: (store: TestStore, world: World) => Promise<unknown>,
  sentence: RegExp,
];

/** Adds a test, named `intact`, of the world as it was made, and one test of each damage to it. */
export function testDamages<World>(
  intact: string,
  world: (store: TestStore) => Promise<World>,
  damages: readonly Damage<World>[],
): void {
  Deno.test(intact, async () => {
    using store = await testStore();
    await world(store);
    expect(await audit(store)).toEqual([]);
  });
  for (const [name, damage, sentence] of damages) {
    Deno.test(`the audit finds ${name}`, async () => {
      using store = await testStore();
      await damage(store, await world(store));
      expect((await audit(store)).filter((found) => sentence.test(found))).not.toEqual([]);
    });
  }
}
