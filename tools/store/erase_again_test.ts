import { expect } from "expect";
import { deleteAccount, deletionOf } from "../../kv/accounts/deletions.ts";
import { confirmByCode } from "../../kv/accounts/confirming.ts";
import { beginSignUp, codeOf, confirmationById } from "../../kv/accounts/sign_up.ts";
import { bonusAhead } from "../../kv/accounts/sign_up_bonus.ts";
import { type User, userByEmail } from "../../kv/accounts/users.ts";
import { lastingSuspensions } from "../../kv/safety/lasting_suspensions.ts";
import { suspend } from "../../kv/safety/suspensions.ts";
import { eraseAll } from "../../kv/testing/deletions.ts";
import { createVera } from "../../kv/testing/safety.ts";
import { asking, proofOf, tom } from "../../kv/testing/sign_ups.ts";
import { createPeople, testPassword, type TestStore, testStore } from "../../kv/testing/store.ts";
import { backup } from "./backup.ts";
import { eraseAgain } from "./erase_again.ts";
import { restore } from "./restore.ts";
import { storeFile } from "./sqlite.ts";
import { inFolder } from "./testing/world.ts";

const secret = "a secret that only tests may know";

Deno.test("who was deleted after a backup is deleted again after it was put back, and nobody else", () =>
  inFolder(async (folder) => {
    const dataDir = `${folder}/data`;
    await Deno.mkdir(`${dataDir}/uploads`, { recursive: true });
    const now = Date.now() - 3600_000;
    {
      using store = await testStore({ location: `${dataDir}/${storeFile}`, now });
      const { james } = await createPeople(store);
      const vera = await createVera(store);
      await backup(dataDir, `${folder}/backup.tar`, Date.now());
      await suspend(store, { userId: james.id, kind: "conduct", reason: "Rude letters", actorId: vera.id });
      expect((await deleteAccount(store, james.id, { password: testPassword, wantsRefund: false })).ok).toBe(true);
    }
    const { aside } = await restore(dataDir, `${folder}/backup.tar`, { force: true, at: Date.now() });
    expect(await eraseAgain(dataDir, aside!, { secret })).toEqual({ known: 1, again: 1 });
    expect(await eraseAgain(dataDir, aside!, { secret })).toEqual({ known: 1, again: 0 });

    using store = await testStore({ location: `${dataDir}/${storeFile}`, now: Date.now() + 1000 });
    expect(await userByEmail(store, "james@demo.test")).toBe(null);
    expect(await userByEmail(store, "wei@demo.test")).not.toBe(null);
    // The backup is older than the suspension, too.
    expect(await Array.fromAsync(lastingSuspensions(store))).toMatchObject([[
      expect.any(String),
      { held: [{ reason: "Rude letters" }] },
    ]]);
    await eraseAll(store);
    const [entry] = await Array.fromAsync(store.kv.list<{ userId: number }>({ prefix: ["deletion"] }));
    expect(await deletionOf(store, entry!.value.userId)).toMatchObject({ email: null });
    await expect(eraseAgain(dataDir, `${folder}/nowhere`, { secret })).rejects.toThrow("there is no store");
  }));

Deno.test("the credits for joining of who left after a backup are not given again; whose account was lost may have them", () =>
  inFolder(async (folder) => {
    const dataDir = `${folder}/data`;
    await Deno.mkdir(`${dataDir}/uploads`, { recursive: true });
    const now = Date.now() - 3600_000;
    const join = async (store: TestStore, email: string): Promise<User> => {
      const { id } = await beginSignUp(store, { ...tom, email }, asking);
      const proven = await confirmByCode(store, proofOf(email), codeOf(store, (await confirmationById(store, id))!));
      if (!proven.ok) throw new Error(proven.reason);
      return proven.user;
    };
    {
      using store = await testStore({ location: `${dataDir}/${storeFile}`, now });
      await backup(dataDir, `${folder}/backup.tar`, Date.now());
      const marcin = await join(store, "marcin@x.test");
      await join(store, "wei@x.test");
      expect((await deleteAccount(store, marcin.id, { password: testPassword, wantsRefund: false })).ok).toBe(true);
    }
    const { aside } = await restore(dataDir, `${folder}/backup.tar`, { force: true, at: Date.now() });
    for (let times = 0; times < 2; times++) await eraseAgain(dataDir, aside!, { secret });

    using store = await testStore({ location: `${dataDir}/${storeFile}`, now: Date.now() + 1000 });
    expect(await bonusAhead(store, "marcin+again@x.test")).toBe("had");
    expect(await bonusAhead(store, "wei@x.test")).toBe("comes");
  }));
