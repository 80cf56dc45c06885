/** An agency reads on a lady's page what staff took down of her profile, and why, until a text is written anew. */
import { expect } from "expect";
import type { User } from "../../../kv/accounts/users.ts";
import { changeFirstName } from "../../../kv/ladies/profile/first_names.ts";
import { askProfileChange } from "../../../kv/ladies/profile/profile_changes.ts";
import { answerAppeal, fileAppeal } from "../../../kv/safety/appeals.ts";
import { decisionsAgainst } from "../../../kv/safety/decisions.ts";
import { keys } from "../../../kv/store/keys.ts";
import { pictureFacts } from "../../../kv/testing/photos.ts";
import { addShownPhoto, approve } from "../../../kv/testing/verifications.ts";
import { decide } from "../../../kv/vetting/approval_decisions.ts";
import { approvalOf } from "../../../kv/vetting/approvals.ts";
import { photoMark, takePhotoDown } from "../../../kv/vetting/photo_takedown.ts";
import { addPhoto, changePhoto } from "../../../kv/vetting/photo_changes.ts";
import { photosOf } from "../../../kv/vetting/photos.ts";
import { nameOfText, shownTextsOf, textMark } from "../../../kv/vetting/shown_texts.ts";
import { takeTextDown } from "../../../kv/vetting/text_takedown.ts";
import { testApp } from "../../testing/site.ts";
import { htmlOf } from "../mail/testing/mail.ts";

/** Olena, whom Agata's agency looks after, Ada, who takes down, and Ben, who looks again. */
async function world() {
  const site = await testApp();
  const { store } = site;
  const ada = await site.addPerson({ groupId: 3, firstname: "Ada" });
  const ben = await site.addPerson({ groupId: 3, firstname: "Ben" });
  const agata = await site.addPerson({ groupId: 4, firstname: "Agata" });
  const olena = await site.addLady({ firstname: "Olena", locale: "uk" }, {
    about: "Call me.",
    quote: "Slowly.",
    interests: ["Chess", "Viber"],
  });
  await store.kv.set(keys.user(olena.id), { ...olena, agencyId: agata.id } satisfies User);
  await store.kv.set(keys.ladyOfAgency(agata.id, olena.id), null);
  const takeDown = async (text: string, reason: string) => {
    const shown = (await shownTextsOf(store, olena)).find((each) => nameOfText(each) === text)!;
    const wanted = {
      userId: olena.id,
      text,
      seen: textMark(shown),
      reason,
      actorId: ada.id,
      ground: "advertising",
    } as const;
    expect(await takeTextDown(store, wanted)).toMatchObject({ ok: true });
  };
  const agatas = await site.visitorAs(agata);
  const herPage = () => htmlOf(agatas.get(`/en/agency/ladies/${olena.id}`));
  const allLadies = () => htmlOf(agatas.get("/en/agency/ladies"));
  const isTold = async () => [
    (await herPage()).includes("We have taken this down"),
    (await allLadies()).includes("Something was taken down"),
  ];
  return {
    site,
    store,
    ada,
    ben,
    olena,
    takeDown,
    herPage,
    allLadies,
    isTold,
    [Symbol.asyncDispose]: () => site.close(),
  };
}

Deno.test("an agency reads which texts were taken down and why, of each until another one is approved in its place", async () => {
  await using w = await world();
  expect(await w.isTold()).toEqual([false, false]);
  await w.takeDown("about", "Тут її номер телефону.");
  await w.takeDown("interest-2", "This is an advertisement.");
  const html = await w.herPage();
  for (
    const part of [
      "She has been told, and can read the reasons.",
      "About her · ",
      '<dd lang="uk">Тут її номер телефону.</dd>',
      "Section 6 of our terms: no advertising",
      "An interest · ",
      "This is an advertisement.",
    ]
  ) expect(html).toContain(part);
  expect(await w.isTold()).toEqual([true, true]);
  await askProfileChange(w.store, w.olena.id, { about: "Good evening." });
  expect(await w.herPage()).toContain("Тут її номер телефону.");
  await approve(w.store, "profile", w.olena.id);
  expect(await w.herPage()).not.toContain("Тут її номер телефону.");
  expect(await w.herPage()).toContain("This is an advertisement.");
  w.site.advance(31 * 24 * 3600_000);
  expect(await w.isTold()).toEqual([false, false]);
});

Deno.test("an agency reads of a photo that was taken down, but of no caption, which is the lady's own", async () => {
  await using w = await world();
  const { store, olena } = w;
  const photoId = await addShownPhoto(store, olena.id);
  await changePhoto(store, olena.id, photoId, { caption: "Call me" });
  await approve(store, "photo", photoId);
  await w.takeDown(`caption-${photoId}`, "A number.");
  expect(await w.isTold()).toEqual([false, false]);
  const photo = (await photosOf(store, olena)).find(({ id }) => id === photoId)!;
  const wanted = { userId: olena.id, photoId, seen: photoMark(photo), reason: "Somebody else.", actorId: w.ada.id };
  expect(await takePhotoDown(store, wanted)).toMatchObject({ ok: true });
  const html = await w.herPage();
  for (const part of ["A photo · ", "Somebody else.", "your own picture, fit for a profile"]) {
    expect(html).toContain(part);
  }
  expect(await w.allLadies()).toContain("Something was taken down");
});

Deno.test("an agency reads why staff refused what was asked for her, and a photo, but no caption, which is hers", async () => {
  await using w = await world();
  const { store, olena, ada } = w;
  const refuseIt = async (kind: "profile" | "name" | "photo", subjectId: number, reason: string) => {
    const { id } = (await approvalOf(store, { kind, subjectId }))!;
    expect(await decide(store, id, false, { actorId: ada.id, reason })).toMatchObject({ ok: true });
  };
  await askProfileChange(store, olena.id, { about: "Write to me." });
  await refuseIt("profile", olena.id, "No addresses, please.");
  await changeFirstName(store, olena.id, "Queen");
  await refuseIt("name", olena.id, "A title is no name.");
  const photoId = await addShownPhoto(store, olena.id);
  await changePhoto(store, olena.id, photoId, { caption: "Call me" });
  await refuseIt("photo", photoId, "A number.");
  const html = await w.herPage();
  for (const reason of ["No addresses, please.", "A title is no name."]) expect(html).toContain(`<dd>${reason}</dd>`);
  for (const words of ["<dt>About her</dt>", "<dt>Why</dt>"]) expect(html).toContain(words);
  expect(html).not.toContain("About me");
  expect(html).not.toContain("A number.");
  const added = await addPhoto(store, olena.id, await pictureFacts(store));
  if (!added.ok) throw new Error(added.reason);
  await refuseIt("photo", added.photo.id, "Дивно: це не вона.");
  const told = await w.herPage();
  expect(told).toContain("These photos were not approved");
  expect(told).toContain('<dd lang="uk">Дивно: це не вона.</dd>');
  // Two of one day differ by their time.
  expect(told).toMatch(/A photo · [^<]+ \d\d:\d\d/);
  expect(await w.allLadies()).toContain("Some changes were not approved");
  w.site.advance(31 * 24 * 3600_000);
  expect(await w.herPage()).not.toContain("These photos were not approved");
});

Deno.test("an agency reads nothing of her objection, and no more of what was taken back", async () => {
  await using w = await world();
  await w.takeDown("quote", "This is an advertisement.");
  const [decision] = await decisionsAgainst(w.store, w.olena.id);
  const decisionId = decision!.id;
  const objection = { userId: w.olena.id, decisionId, text: "It is my own verse." };
  expect(await fileAppeal(w.store, objection)).toMatchObject({ ok: true });
  const html = await w.herPage();
  expect([html.includes("This is an advertisement."), html.includes("my own verse")]).toEqual([true, false]);
  const answer = { userId: w.olena.id, decisionId, actorId: w.ben.id, isReversed: true, words: "It is." };
  expect(await answerAppeal(w.store, answer)).toMatchObject({ ok: true });
  expect(await w.isTold()).toEqual([false, false]);
});
