/** Two devices write the same letter, each with its own sheet, to one account. */
import { expect } from "expect";
import { account, picture } from "./testing/account.ts";

Deno.test("what is begun on the telephone lies on the desk, with its key, and the device keeps nothing of it", async () => {
  using world = await account();
  const phone = await world.device("key-of-phone");
  await phone.type("Dear Olena,");
  expect(phone.mine.isLocal).toBe(false);
  const desk = await world.device("key-of-desk");
  expect(desk.mine.sheet).toMatchObject({ text: "Dear Olena,", sendKey: "key-of-phone" });
});

Deno.test("a page that lay open takes over what was written elsewhere, but not over new words of its own", async () => {
  using world = await account();
  const [phone, desk] = [await world.device("key-of-phone"), await world.device("key-of-desk")];
  await phone.type("Dear Olena,");
  await desk.carrier.look();
  expect(desk.mine.sheet).toMatchObject({ text: "Dear Olena,", sendKey: "key-of-phone" });
  await phone.type("Dear Olena, from the train");
  desk.mine.sheet = { ...desk.mine.sheet, text: "Dear Olena, from home" };
  await desk.carrier.look();
  expect(desk.mine.sheet.text).toBe("Dear Olena, from home");
});

Deno.test("of words on two devices the newer stand, and both are told of the others", async () => {
  using world = await account();
  const [phone, desk] = [await world.device("key-of-phone"), await world.device("key-of-desk")];
  await phone.type("From the train");
  world.store.clock.advance({ minutes: 3 });
  await desk.type("From home");
  expect(desk.mine).toMatchObject({ sheet: { text: "From home" }, others: [{ body: "From the train" }] });
  await phone.carrier.look();
  expect(phone.mine).toMatchObject({ sheet: { text: "From home" }, others: [{ body: "From the train" }] });
  // Taking the other words onto the sheet sets the present ones aside; forgetting them deletes them.
  expect(await desk.carrier.exchange("From the train")).toBe(true);
  expect(desk.mine).toMatchObject({ sheet: { text: "From the train" }, others: [{ body: "From home" }] });
  await desk.carrier.carry({ forgetsOthers: true });
  expect(desk.mine.others).toEqual([]);
  expect(await world.stands()).toMatchObject({ body: "From the train", others: [] });
});

Deno.test("other words take the place of what the account has, and of nothing that only this device has", async () => {
  using world = await account();
  const [phone, desk] = [await world.device("key-of-phone"), await world.device("key-of-desk")];
  await phone.type("From the train");
  world.store.clock.advance({ minutes: 3 });
  await desk.type("From home");
  world.lose();
  await desk.type("From home, a long evening's page");
  expect(await desk.carrier.exchange("From the train")).toBe(false);
  expect(desk.mine).toMatchObject({ sheet: { text: "From home, a long evening's page" }, isLocal: true });
  world.find();
  expect(await desk.carrier.exchange("From the train")).toBe(true);
  const others = [{ body: "From home, a long evening's page" }];
  expect(desk.mine).toMatchObject({ sheet: { text: "From the train" }, others });
  // The same with words that were typed a moment ago.
  desk.change({ text: "From the train, at last" });
  expect(await desk.carrier.exchange(others[0]!.body)).toBe(true);
  expect(await world.stands()).toMatchObject({ body: others[0]!.body, others: [{ body: "From the train, at last" }] });
});

Deno.test("words that found no connection come with their age when the page is opened again", async () => {
  using world = await account();
  const phone = await world.device("key-of-phone");
  await phone.type("Dear Olena,");
  world.lose();
  await phone.type("Dear Olena, in the tunnel");
  expect(phone.mine.isLocal).toBe(true);
  const local = {
    text: "Dear Olena, in the tunnel",
    savedAt: Date.now() - 60_000,
    sendKey: "key-of-phone",
    base: phone.carrier.drafts.revision,
  };
  world.find();
  world.store.clock.advance({ minutes: 1 });
  const again = await world.device("key-of-phone-again");
  await again.bring(local);
  expect(again.mine).toMatchObject({ sheet: { text: "Dear Olena, in the tunnel" }, others: [] });
  expect(await world.stands()).toMatchObject({ body: "Dear Olena, in the tunnel" });
});

Deno.test("words of this moment and those that this device had kept both stay, whichever is there first", async () => {
  using world = await account();
  const desk = await world.device("key-of-desk");
  await desk.type("Dear Olena,");
  const kept = (text: string, minutes: number) => ({
    text,
    savedAt: Date.now() - minutes * 60_000,
    sendKey: "key-of-desk",
    base: desk.carrier.drafts.revision,
  });
  world.store.clock.advance({ minutes: 3 });
  const again = await world.device("key-of-desk-again");
  again.change({ text: "Dear Olena, typed at once" });
  const local = { ...kept("Dear Olena, in the tunnel", 1), before: JSON.stringify(kept("Before the tunnel", 2)) };
  world.lose();
  await again.bring(local);
  expect(again.mine.sheet.text).toBe("Dear Olena, typed at once");
  expect(again.paper.aside.current).toBe(JSON.stringify(local));
  world.find();
  await again.bring(local);
  expect(again.mine).toMatchObject({ sheet: { text: "Dear Olena, typed at once" }, isLocal: false });
  expect(again.paper.aside.current).toBeNull();
  const stands = await world.stands();
  expect(stands?.body).toBe("Dear Olena, typed at once");
  expect(new Set(stands?.others.map(({ body }) => body))).toEqual(
    new Set(["Dear Olena, in the tunnel", "Before the tunnel"]),
  );
});

Deno.test("older words that come late stand aside for what was written since", async () => {
  using world = await account();
  const desk = await world.device("key-of-desk");
  await desk.type("From home");
  const phone = await world.device("key-of-phone");
  const local = { text: "From the train", savedAt: Date.now() - 3600_000, sendKey: "key-of-phone" };
  await phone.bring(local);
  expect(phone.mine).toMatchObject({ sheet: { text: "From home" }, others: [{ body: "From the train" }] });
});

Deno.test("while a letter is being sent nothing of it is saved, and afterwards again", async () => {
  using world = await account();
  const phone = await world.device("key-of-phone");
  await phone.type("Dear Olena,");
  const before = await world.stands();
  await phone.carrier.drafts.rest();
  await phone.type("Dear Olena, goodbye");
  await phone.carrier.carry({ isLeaving: true });
  expect(await world.stands()).toEqual(before);
  phone.carrier.drafts.wake();
  await phone.carrier.carry();
  expect(await world.stands()).toMatchObject({ body: "Dear Olena, goodbye" });
});

Deno.test("a page that is left and comes back goes on from its own words", async () => {
  using world = await account();
  const phone = await world.device("key-of-phone");
  await phone.type("Dear Olena,");
  phone.change({ text: "Dear Olena, goodbye" });
  await phone.carrier.carry({ isLeaving: true });
  expect(phone.mine.isLocal).toBe(false);
  await phone.type("Dear Olena, good evening");
  expect(phone.mine.others).toEqual([]);
});

Deno.test("savings go one after the other, and the last words stand", async () => {
  using world = await account();
  const phone = await world.device("key-of-phone");
  await Promise.all(["D", "De", "Dear"].map((text) => phone.type(text)));
  expect(await world.stands()).toMatchObject({ body: "Dear", others: [] });
});

Deno.test("a picture that is added on the telephone lies on the desk, and stays when one writes on there", async () => {
  using world = await account();
  const [phone, desk] = [await world.device("key-of-phone"), await world.device("key-of-desk")];
  await phone.type("Dear Olena,");
  await desk.carrier.look();
  await phone.enclose("a-picture-1");
  await desk.carrier.look();
  expect(desk.mine.sheet).toMatchObject({ text: "Dear Olena,", pictures: [picture("a-picture-1")] });
  await desk.type("Dear Olena, from home");
  expect(await world.stands()).toMatchObject({ body: "Dear Olena, from home", attachmentIds: ["a-picture-1"] });
  await phone.carrier.look();
  await phone.enclose();
  await desk.carrier.look();
  expect(desk.mine.sheet).toMatchObject({ text: "Dear Olena, from home", pictures: [] });
});

Deno.test("who writes without having looked takes no picture away, and gets it", async () => {
  using world = await account();
  const phone = await world.device("key-of-phone");
  await phone.type("Dear Olena,");
  const desk = await world.device("key-of-desk");
  await phone.enclose("a-picture-1");
  world.meanwhile(() => desk.change({ text: "Dear Olena, from home" }));
  await desk.type("Dear Olena, from");
  expect(desk.mine.sheet).toMatchObject({ text: "Dear Olena, from home", pictures: [picture("a-picture-1")] });
  await desk.carrier.carry();
  expect(await world.stands()).toMatchObject({
    body: "Dear Olena, from home",
    attachmentIds: ["a-picture-1"],
    others: [],
  });
});

Deno.test("a picture whose day is over stays on its sheet, so that sending it says so", async () => {
  using world = await account();
  const desk = await world.device("key-of-desk");
  await desk.enclose("a-picture-1");
  world.loseAttachment("a-picture-1");
  await desk.type("Dear Olena,");
  expect(desk.mine).toMatchObject({ sheet: { pictures: [picture("a-picture-1")] }, isLocal: false });
});

Deno.test("words that are typed while the page looks keep what the other device wrote beside them", async () => {
  using world = await account();
  const desk = await world.device("key-of-desk");
  await desk.type("Dear Olena,");
  const phone = await world.device("key-of-phone");
  await phone.type("Dear Olena, from the train");
  world.meanwhile(() => desk.change({ text: "Dear Olena, from home" }));
  await desk.carrier.look();
  expect(desk.mine).toMatchObject({ sheet: { text: "Dear Olena, from home" }, isLocal: true });
  await desk.carrier.carry();
  expect(desk.mine).toMatchObject({
    sheet: { text: "Dear Olena, from home" },
    others: [{ body: "Dear Olena, from the train" }],
    isLocal: false,
  });
});

Deno.test("words that are typed while older ones are refused, or others are taken, take nothing away either", async () => {
  using world = await account();
  const [phone, desk] = [await world.device("key-of-phone"), await world.device("key-of-desk")];
  await phone.type("From the train");
  world.meanwhile(() => desk.change({ text: "From home, a while later" }));
  desk.change({ text: "From home" });
  await desk.carrier.carry({ ageMs: 60_000 });
  await desk.carrier.carry();
  expect(desk.mine).toMatchObject({
    sheet: { text: "From home, a while later" },
    others: [{ body: "From the train" }],
  });
  world.meanwhile(() => desk.change({ text: "From the garden" }));
  await desk.carrier.exchange("From the train");
  await desk.carrier.carry();
  expect(desk.mine.sheet.text).toBe("From the garden");
  expect((await world.stands())?.others.map(({ body }) => body)).toEqual([
    "From the train",
    "From home, a while later",
  ]);
});

Deno.test("words that were written while the device's clock was years wrong reach the account", async () => {
  using world = await account();
  const desk = await world.device("key-of-desk");
  for (const [at, ageMs] of [Date.now(), -Date.now(), 0.4].entries()) {
    desk.change({ text: `Dear Olena, ${at}` });
    await desk.carrier.carry({ ageMs });
    expect([(await world.stands())?.body, desk.mine.isLocal]).toEqual([`Dear Olena, ${at}`, false]);
  }
});

Deno.test("a page that knows of no end takes the next letter for another one, which its words do not replace", async () => {
  using world = await account();
  const desk = await world.device("key-of-desk");
  await desk.type("Dear Olena,");
  const phone = await world.device("key-of-phone");
  await phone.send("Dear Olena, from the train");
  world.store.clock.advance({ minutes: 1 });
  await (await world.device("key-of-the-next")).type("A further letter");
  await desk.type("Dear Olena, once more");
  expect(desk.mine).toMatchObject({ others: [{ body: "A further letter" }] });
});

Deno.test("what this device kept of a letter that another one sent does not come back", async () => {
  using world = await account();
  const desk = await world.device("key-of-desk");
  await desk.type("Dear Olena,");
  const { text, sendKey } = desk.mine.sheet;
  const local = { text, sendKey, savedAt: Date.now(), base: desk.carrier.drafts.revision };
  await (await world.device("key-of-phone")).send("Dear Olena, from the train");
  const again = await world.device("key-of-desk-again");
  again.mine.isLocal = true;
  await again.bring(local);
  expect(again.mine).toMatchObject({ sheet: { text: "", sendKey: "key-of-desk-again" }, isLocal: false });
  expect(await world.stands()).toBeNull();
  // Unless somebody types on this device while that is found out.
  world.meanwhile(() => again.change({ text: "Dear Olena, once more" }));
  await again.bring(local);
  await again.carrier.carry();
  expect(await world.stands()).toMatchObject({ body: "Dear Olena, once more" });
});
