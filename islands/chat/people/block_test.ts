import { expect } from "expect";
import { translatorFor } from "../../../i18n/translate.ts";
import { testApp } from "../../../routes/testing/site.ts";
import { Control } from "../control.ts";
import { hears, james, olena, olenaId } from "../testing/state.ts";
import { block } from "./block.ts";

const controlOf = () => new Control(james.me, { now: () => 0, url: "", sound: () => {} }, () => {});
const told = ({ state }: Control) => state.flashes.map(({ text, key }) => text ?? key);

Deno.test("who cannot be blocked stays so, and the site's own reason is said, in his language", async () => {
  await using site = await testApp();
  const visitor = await site.visitorAs(await site.addMan({ locale: "uk" }));
  const control = controlOf();
  await block(control, 404, true, (url, init) => visitor.call(init!.method!, String(url)));
  expect(told(control)).toEqual([translatorFor("uk")("refusals:not_found")]);
  expect(control.state.blockedIds.size).toBe(0);
});

Deno.test("an answer that is not the site's own, and none at all, are said to be a failure", async () => {
  const answers = [
    () => Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502 })),
    () => Promise.reject(),
  ];
  for (const call of answers) {
    const control = controlOf();
    await block(control, 2, true, call as typeof fetch);
    expect(told(control)).toEqual(["unknown"]);
    expect(control.state.blockedIds.size).toBe(0);
  }
});

Deno.test("that somebody is no longer blocked is told, by the name that the page shows", async () => {
  const control = controlOf();
  control.do(hears("AllConnectedUsers", { users: [olena] }));
  for (const isBlocked of [true, false]) {
    expect(told(control)).toEqual([]);
    await block(control, olenaId, isBlocked, () => Promise.resolve(new Response()));
    expect(control.state.blockedIds.has(olenaId)).toBe(isBlocked);
  }
  expect(control.state.flashes).toMatchObject([{ key: "unblocked", values: { name: "Olena" } }]);
});
