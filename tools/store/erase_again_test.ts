import { expect } from "expect";
import { deleteAccount, deletionOf } from "../../kv/accounts/deletions.ts";
import { confirmByCode } from "../../kv/accounts/confirming.ts";
import { beginSignUp, codeOf, confirmationById } from "../../kv/accounts/sign_up.ts";
import { bonusAhead } from "../../kv/accounts/sign_up_bonus.ts";
import { type User, userByEmail } from "../../kv/accounts/users.ts";
import { isKeptOut, lastingSuspensions } from "../../kv/safety/lasting_suspensions.ts";
import { reinstate, suspend } from "../../kv/safety/suspensions.ts";
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

async function join(store: TestStore, email: string): Promise<User> {
  const { id } = await beginSignUp(store, { ...tom, email }, asking);
  const proven = await confirmByCode(store, proofOf(email), codeOf(store, (await confirmationById(store, id))!));
  if (!proven.ok) throw new Error(proven.reason);
  return proven.user;
}

async function leave(store: TestStore, { id }: User): Promise<void> {
  const deleted = await deleteAccount(store, id, { password: testPassword, wantsRefund: false });
  if (!deleted.ok) throw new Error(deleted.reason);
}

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
      await leave(store, james);
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
    {
      using store = await testStore({ location: `${dataDir}/${storeFile}`, now });
      await backup(dataDir, `${folder}/backup.tar`, Date.now());
      const marcin = await join(store, "marcin@x.test");
      await join(store, "wei@x.test");
      await leave(store, marcin);
    }
    const { aside } = await restore(dataDir, `${folder}/backup.tar`, { force: true, at: Date.now() });
    for (let times = 0; times < 2; times++) await eraseAgain(dataDir, aside!, { secret });

    using store = await testStore({ location: `${dataDir}/${storeFile}`, now: Date.now() + 1000 });
    expect(await bonusAhead(store, "marcin+again@x.test")).toBe("had");
    expect(await bonusAhead(store, "wei@x.test")).toBe("comes");
  }));

Deno.test("whoever was let in after a backup, and then left, is not kept out by its restore; who stands suspended in it is", () =>
  inFolder(async (folder) => {
    const dataDir = `${folder}/data`;
    await Deno.mkdir(`${dataDir}/uploads`, { recursive: true });
    const now = Date.now() - 3600_000;
    {
      using store = await testStore({ location: `${dataDir}/${storeFile}`, now });
      const { james, wei, olena, daria } = await createPeople(store);
      const vera = await createVera(store);
      const about = { reason: "Mistaken for another", actorId: vera.id };
      for (const { id: userId } of [james, wei, olena, daria]) {
        await suspend(store, { ...about, userId, kind: "conduct" });
      }
      for (const gone of [olena, daria]) await leave(store, gone);
      await backup(dataDir, `${folder}/backup.tar`, Date.now());
      for (const { id: userId } of [james, wei]) await reinstate(store, { ...about, userId });
      await leave(store, james);
      const { id: userId } = await join(store, olena.email.replace("@", "+1@"));
      await reinstate(store, { ...about, userId });
    }
    const { aside } = await restore(dataDir, `${folder}/backup.tar`, { force: true, at: Date.now() });
    for (let times = 0; times < 2; times++) await eraseAgain(dataDir, aside!, { secret });

    {
      using store = await testStore({ location: `${dataDir}/${storeFile}`, now: Date.now() + 1000 });
      const isOut = (name: string) => isKeptOut(store, `${name}@demo.test`);
      expect([await isOut("james"), await isOut("olena"), await isOut("daria")]).toEqual([false, false, true]);
      // His account came back suspended, and is for an admin to let in again.
      expect(await isOut("wei")).toBe(true);
      const [wei, vera] = [
        (await userByEmail(store, "wei@demo.test"))!,
        (await userByEmail(store, "vera@staff.test"))!,
      ];
      const about = { userId: wei.id, actorId: vera.id };
      await reinstate(store, { ...about, reason: "Let in before the restore" });
      expect(await isOut("wei")).toBe(false);
      await suspend(store, { ...about, kind: "conduct", reason: "Rude letters" });
      await leave(store, wei);
    }
    // The former store knows nothing of what came after the restore.
    await eraseAgain(dataDir, aside!, { secret });
    using store = await testStore({ location: `${dataDir}/${storeFile}`, now: Date.now() + 2000 });
    expect(await isKeptOut(store, "wei@demo.test")).toBe(true);
  }));
