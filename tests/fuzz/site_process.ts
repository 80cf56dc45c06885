/**
 * The demo for the fuzz: its people, more men of the same kind, and a session for each, printed in one line of JSON. Its
 * clock runs sixty times faster, so that limits of a quarter of an hour are over after fifteen seconds.
 */
import { addDemoLiveCheck } from "../../demo/verified.ts";
import { addDemoVideos } from "../../demo/videos/add.ts";
import { seedDemoWorld } from "../../demo/world.ts";
import { hashPassword } from "../../kv/accounts/signing_in/passwords.ts";
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import { addUser, man, newUser, userByEmail } from "../../kv/accounts/users.ts";
import { post } from "../../kv/credits/ledger/ledger.ts";
import type { Store } from "../../kv/open.ts";
import { createSite, serve } from "../../main.ts";
import { readConfig } from "../../services/config.ts";
import { configureLogging } from "../../services/logging.ts";

export interface FuzzPeople {
  man: string[];
  lady: string[];
  admin: string[];
}

const menCount = 20;
const ladiesCount = 20;

// When its input ends, whoever started it is gone.
Deno.stdin.readable.pipeTo(new WritableStream()).finally(() => Deno.exit(1));
await configureLogging("error", true);
const { config } = readConfig("demo", (name) => Deno.env.get(name));
config.trustProxy = true;
await serve(config, async () => {
  // The world is made at the usual pace: on a slow machine an hour of the fast clock ends before its letters are done.
  const making = await createSite(config);
  const { store, storage } = making.deps;
  await seedDemoWorld(store);
  await addDemoVideos(store, storage);
  await addDemoLiveCheck(store, storage);
  const people = await sessionsOfPeople(store);
  await making.close();
  const site = await createSite({ ...config, clockRate: 60 });
  console.log(JSON.stringify(people));
  return site;
});
Deno.exit(0);

async function sessionsOfPeople(store: Store): Promise<FuzzPeople> {
  const session = async (userId: number) => (await startSession(store, userId, true)).token;
  const idOf = async (email: string) => (await userByEmail(store, email))!.id;
  const ladies = store.ladies.search({ sort: "new", page: 1, limit: ladiesCount - 1 }, store.now()).ids;
  return {
    man: await Promise.all([await idOf("james@demo.test"), ...await addMen(store)].map(session)),
    lady: await Promise.all([await idOf("olena@demo.test"), ...ladies].map(session)),
    admin: await Promise.all(Array.from({ length: 3 }, async () => await session(await idOf("admin@demo.test")))),
  };
}

async function addMen(store: Store): Promise<number[]> {
  const passwordHash = await hashPassword("Demo-2026!");
  const ids: number[] = [];
  for (let count = 1; count < menCount; count++) {
    const id = await store.ids.next("user");
    const op = store.kv.atomic();
    const named = { id, email: `fuzz${count}@demo.test`, firstname: `Fuzz${count}`, lastname: "", city: "Leeds" };
    const times = { createdAt: store.now(), confirmedAt: store.now() };
    addUser(op, newUser({ ...named, ...times, birthdate: "1980-01-01", countryId: 826, groupId: man }), passwordHash);
    await op.commit();
    await post(store, {
      manId: id,
      operation: "refill",
      deltaCredits: 500,
      reference: {},
      idempotencyKey: "fuzz-refill",
    });
    ids.push(id);
  }
  return ids;
}
