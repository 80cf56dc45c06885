/** Two devices at one letter, each with a sheet of its own, before the account that both write to. */
import { expect } from "expect";
import { type LetterDraft, letterDraftTo, saveLetterDraft, type WrittenDraft } from "../../kv/letters/letter_drafts.ts";
import { createPeople, testStore } from "../../kv/testing/store.ts";
import { bringLocal, carrierOf, type Paper } from "./carrying.ts";
import { type AccountDraft, type Ask, type OtherWords, readDraft } from "./account_draft.ts";

/** James's account, and a device of his for each call of `device`. */
async function account() {
  const store = await testStore();
  const { james, olena } = await createPeople(store);
  const shown = (draft: LetterDraft | null) => readDraft({ draft: draft && { ...draft, pictures: [] } });
  let isThere = true;
  const ask: Ask = async (written) => {
    if (!isThere) return undefined;
    if (!written) return shown(await letterDraftTo(store, james.id, olena.id));
    const { attachments, ...rest } = written as unknown as WrittenDraft & { attachments: string[] };
    const saved = await saveLetterDraft(store, james.id, olena.id, { ...rest, attachmentIds: attachments });
    return saved.ok ? shown(saved.draft) : undefined;
  };
  async function device(sendKey: string) {
    const stands = (await ask(null, false)) as AccountDraft | null;
    const sheet = { text: stands?.body ?? "", sendKey: stands?.sendKey ?? sendKey, pictures: [] };
    const mine = { sheet, others: [] as OtherWords[], isLocal: false };
    const paper: Paper = {
      stands,
      sheet: () => mine.sheet,
      lay: ({ body, sendKey }) => mine.sheet = { ...sheet, text: body, sendKey },
      onKept: () => mine.isLocal = false,
      onOthers: (others) => mine.others = others,
    };
    const carrier = carrierOf(ask, paper);
    const type = (text: string) => {
      mine.sheet = { ...mine.sheet, text };
      mine.isLocal = true;
      return carrier.carry();
    };
    return { mine, paper, carrier, type };
  }
  return {
    store,
    device,
    lose: () => isThere = false,
    find: () => isThere = true,
    stands: () => letterDraftTo(store, james.id, olena.id),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

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
  // Taken onto the sheet the one stands aside for the other; let go it is gone.
  await desk.carrier.carry({ base: 0 }, { text: "From the train" });
  expect(desk.mine).toMatchObject({ sheet: { text: "From the train" }, others: [{ body: "From home" }] });
  await desk.carrier.carry({ forgetsOthers: true });
  expect(desk.mine.others).toEqual([]);
  expect(await world.stands()).toMatchObject({ body: "From the train", others: [] });
});

Deno.test("words that found no connection come with their age when the page is opened again", async () => {
  using world = await account();
  const phone = await world.device("key-of-phone");
  await phone.type("Dear Olena,");
  world.lose();
  await phone.type("Dear Olena, in the tunnel");
  expect(phone.mine.isLocal).toBe(true);
  const local = JSON.stringify({
    text: "Dear Olena, in the tunnel",
    savedAt: Date.now() - 60_000,
    sendKey: "key-of-phone",
    base: phone.carrier.drafts.revision,
  });
  world.find();
  world.store.clock.advance({ minutes: 1 });
  const again = await world.device("key-of-phone-again");
  await bringLocal(again.carrier, again.paper, local);
  expect(again.mine).toMatchObject({ sheet: { text: "Dear Olena, in the tunnel" }, others: [] });
  expect(await world.stands()).toMatchObject({ body: "Dear Olena, in the tunnel" });
});

Deno.test("older words that come late stand aside for what was written since", async () => {
  using world = await account();
  const desk = await world.device("key-of-desk");
  await desk.type("From home");
  const phone = await world.device("key-of-phone");
  const local = JSON.stringify({ text: "From the train", savedAt: Date.now() - 3600_000, sendKey: "key-of-phone" });
  await bringLocal(phone.carrier, phone.paper, local);
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

Deno.test("savings go one after the other, and the last words stand", async () => {
  using world = await account();
  const phone = await world.device("key-of-phone");
  await Promise.all(["D", "De", "Dear"].map((text) => phone.type(text)));
  expect(await world.stands()).toMatchObject({ body: "Dear", others: [] });
});
