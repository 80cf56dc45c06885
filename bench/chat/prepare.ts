/**
 * Writes the store of the chat's measurements: so many men and as many ladies, each with a session. Writes their ids and
 * tokens to seats.json, man and lady in turns. Arguments: folder, pairs, and "foreign" if the ladies read only Ukrainian.
 * The store is a file in the folder, or at KV_URL.
 */
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import { openStore } from "../../kv/open.ts";
import { createLady, createMan } from "../../kv/testing/store.ts";
import type { Seat } from "./seats.ts";

const [folder = "", pairs = "0", people = "alike"] = Deno.args;
const location = Deno.env.get("KV_URL") ?? `${folder}/kv.sqlite3`;
const store = await openStore({ location, secret: "bench".repeat(8) });

const seats: Seat[] = new Array(2 * Number(pairs));
let next = 0;
await Promise.all(Array.from({ length: 64 }, async () => {
  for (let pair = next++; pair < Number(pairs); pair = next++) {
    const [man, lady] = await Promise.all([
      createMan(store, { firstname: `James${pair}`, credits: 1_000_000 }),
      createLady(store, { firstname: `Olena${pair}`, ...people === "foreign" && { locale: "uk" } }),
    ]);
    for (const [side, { id }] of [man, lady].entries()) {
      const { token } = await startSession(store, id, true);
      seats[2 * pair + side] = { id, token, ...people === "foreign" && side === 1 && { isUkrainian: true } };
    }
  }
}));
await store.close();
await Deno.writeTextFile(`${folder}/seats.json`, JSON.stringify(seats));
