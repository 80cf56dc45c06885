import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { answerReport } from "../../safety/report_answers.ts";
import { additionsTo, reportById } from "../../safety/reports.ts";
import { createVera, reportOn } from "../../testing/safety.ts";
import { createPeople, testStore } from "../../testing/store.ts";
import { keys } from "../keys.ts";
import { reportsForward } from "./reports_forward.ts";

Deno.test("a report whose text an earlier build let grow is divided, and can be answered; a shorter one stays", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  const vera = await createVera(store);
  const told = [..."怕哭逃"].map((sign) => `${sign.repeat(600)}\n\n${sign.repeat(1300)}`);
  const grownId = await reportOn(store, olena, james);
  const grown = { ...await reportById(store, grownId), text: told.join("\n\n") };
  await store.kv.set(keys.report(grownId), grown);
  const shortId = await reportOn(store, olena, wei);
  const short = { ...await reportById(store, shortId), text: "She insults me.\n\nAnd my mother." };
  await store.kv.set(keys.report(shortId), short);

  // Run again, as after a break, it does no more.
  for (let times = 0; times < 2; times++) await reportsForward(store.kv);
  expect(await reportById(store, shortId)).toEqual(short);
  const report = (await reportById(store, grownId))!;
  expect(report).toEqual({ ...grown, text: told[0], additionCount: 2 });
  const additions = await additionsTo(store, [report]);
  expect(additions.map(({ text }) => text)).toEqual(told.slice(1));
  expect(additions.every(({ addedAt }) => addedAt === report.filedAt)).toBe(true);
  expect(await audit(store)).toEqual([]);
  const answer = { reportId: grownId, actorId: vera.id, outcome: "acted", words: "謝".repeat(2000) } as const;
  expect(await answerReport(store, { ...answer, additionsRead: 2 })).toMatchObject({ ok: true });
});
