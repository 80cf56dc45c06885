/** The chat shows a lady's name and line as her profile does, in its languages; clients that know only one name get it. */
import { expect } from "expect";
import type { User } from "../../kv/accounts/users.ts";
import { changeLady } from "../../kv/ladies/profile/changing.ts";
import { tamper } from "../../kv/records/audit/testing/lived_in_world.ts";
import { setBlocked } from "../../kv/safety/blocks.ts";
import { keys } from "../../kv/store/keys.ts";
import { createLady } from "../../kv/testing/store.ts";
import { talk } from "./testing/server.ts";
import { world } from "./testing/world.ts";

const quote = "Моя каша має сусідів.";

/** Halyna, whose name and line are in Ukrainian and have been translated into Traditional Chinese. */
async function withHalyna() {
  const w = await world();
  const halyna = await createLady(w.store, { firstname: "Галина", locale: "uk" });
  const translated = {
    firstname: "哈莉娜",
    quote: "我的粥有鄰居。",
    city: "",
    about: "",
    idealPartner: "",
    interests: [],
  };
  await changeLady(w.store, halyna.id, (record) => ({ ...record, quote, localized: { "zh-Hant": translated } }));
  return { ...w, halyna };
}

const shown = {
  userName: "Галина",
  names: { en: "Halyna", ro: "Halyna", "zh-Hant": "哈莉娜", "zh-Hans": "Halyna" },
  quote,
  quotes: { "zh-Hant": "我的粥有鄰居。" },
  quoteLanguage: "uk",
};

Deno.test("whoever is shown a lady has her name and her line in every language of her profile, and as she wrote them", async () => {
  await using w = await withHalyna();
  const james = await w.join(w.james);
  const halyna = await w.join(w.halyna);
  const { users: [told] } = await james.next("update-user-list", ({ users }) => users.length > 0);
  expect(told).toMatchObject(shown);
  expect((await james.ask("GetAllConnectedUsers")).data.users).toMatchObject([shown]);
  expect((await james.ask("fetch-user-data", { uid: w.halyna.id })).data.user).toMatchObject(shown);
  await halyna.ask("text-request", { to: w.james.id });
  expect((await james.next("text-request")).from).toMatchObject(shown);
  await halyna.ask("conversation-request", { to: w.james.id });
  const { requests: [request] } = await james.next("allRequests", ({ requests }) => requests.length > 0);
  expect(request?.from).toMatchObject(shown);
  // A man has one name and no line.
  expect((await halyna.ask("fetch-user-data", { uid: w.james.id })).data.user).toEqual(
    expect.not.objectContaining({ names: expect.anything(), quote: expect.anything() }),
  );
});

Deno.test("her line is in the language that it is taken for by what she reads, also after she has changed that", async () => {
  await using w = await world();
  // Words that Ukrainian and Russian share: only what she reads decides.
  const daria = await createLady(w.store, { firstname: "Daria", locale: "uk" });
  await changeLady(w.store, daria.id, (record) => ({ ...record, quote: "Моя каша мала" }));
  const james = await w.join(w.james);
  const language = async () => {
    const { user } = (await james.ask("fetch-user-data", { uid: daria.id })).data;
    return user?.quoteLanguage;
  };
  expect(await language()).toBe("uk");
  await tamper<User>(w.store, keys.user(daria.id), { locale: "ru" });
  expect(await language()).toBe("ru");
});

Deno.test("a refusal names her in the language of who is refused", async () => {
  await using w = await withHalyna();
  const [james, wei] = [await w.join(w.james), await w.join(w.wei)];
  expect((await james.ask("text-request", { to: w.halyna.id })).data.message).toBe("en partner_offline Halyna");
  expect((await wei.ask("text-request", { to: w.halyna.id })).data.message).toBe("zh-Hans partner_offline Halyna");
});

Deno.test("whoever blocked somebody still reads the name, and no line", async () => {
  await using w = await withHalyna();
  const james = await w.join(w.james);
  const halyna = await w.join(w.halyna);
  await talk(james, w.james.id, halyna, w.halyna.id);
  await james.ask("ChatNewMessage", { to: w.halyna.id, message: "Good evening.", clientId: "c" });
  const dialogs = async () => (await james.ask("getDialogsHistory")).data.dialogs;
  expect(await dialogs()).toMatchObject([shown]);
  await setBlocked(w.store, w.james.id, w.halyna.id, true);
  await w.instance.chat.blockChanged(w.james.id, w.halyna.id, true);
  const [blocked] = await dialogs();
  expect(blocked).toMatchObject({ userName: shown.userName, names: shown.names });
  for (const field of ["quote", "quotes", "quoteLanguage"]) expect(blocked).not.toHaveProperty(field);
});
