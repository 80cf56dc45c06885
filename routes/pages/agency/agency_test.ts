/**
 * The agency's pages: a draft and its lady's answer, what an agency may ask for, and everything that it may not see.
 */
import { expect } from "expect";
import { type User, userByEmail, userById } from "../../../kv/accounts/users.ts";
import { writeMessage } from "../../../kv/chats/messages.ts";
import { draftsOfAgency } from "../../../kv/ladies/agencies/agencies.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { profileChangeOf } from "../../../kv/ladies/profile/profile_changes.ts";
import { sendLetter } from "../../../kv/letters/sending.ts";
import { auditRecords } from "../../../kv/store/audit_log.ts";
import { reinstate, suspend } from "../../../kv/safety/suspensions.ts";
import { keys } from "../../../kv/store/keys.ts";
import { openChat } from "../../../kv/testing/chats.ts";
import { createVera } from "../../../kv/testing/safety.ts";
import { viewOf } from "../../../kv/vetting/approval_views.ts";
import { approvalOf } from "../../../kv/vetting/approvals.ts";
import * as pictures from "../../../services/testing/pictures.ts";
import { fillPath } from "../../../tests/roles/world.ts";
import { calls } from "../../api/index.ts";
import { mailTo } from "../../api/testing/calls.ts";
import { fileOf, statusOf } from "../../api/testing/pictures.ts";
import { testApp, type TestSite } from "../../testing/site.ts";
import { pagesOf } from "../index.ts";
import { htmlOf } from "../mail/testing/mail.ts";

const secret = "the heron keeps its promise at the weir";

async function world() {
  const site = await testApp();
  const agata = await site.addPerson({ groupId: 4, firstname: "Agata", lastname: "Lis" });
  const berta = await site.addPerson({ groupId: 4, firstname: "Berta", lastname: "Roth" });
  return { site, agata, berta, agatas: await site.visitorAs(agata), bertas: await site.visitorAs(berta) };
}

/** Adds a lady whose profile the agency keeps. */
async function keep(site: TestSite, agency: User, firstname = "Olena"): Promise<User> {
  const lady = await site.addLady({ firstname });
  await site.store.kv.set(keys.user(lady.id), { ...lady, agencyId: agency.id });
  await site.store.kv.set(keys.ladyOfAgency(agency.id, lady.id), null);
  return lady;
}

const drafted = {
  email: "vera@ladies.test",
  locale: "en",
  firstname: "Vera",
  birthdate: "1995-04-02",
  country: "804",
  city: "Lviv",
  about: "I restore old clocks.",
  height: "171",
  lookingFor: ["marriage", "serious"],
};

Deno.test("the home page tells an agency what it keeps and what it may not do, and lets nobody else in", async () => {
  const { site, agata } = await world();
  await using _site = site;
  await keep(site, agata);
  const visitor = site.visitor();
  const signedIn = await visitor.post("/en/auth/sign-in", { email: agata.email, password: "Demo-2026!" });
  expect(signedIn.headers.get("location")).toBe("/en/agency");
  for (const [prefix, words] of [["/en", "1 lady"], ["", "1\u00a0位女士"], ["/zh-hans", "1\u00a0位女士"]]) {
    expect(await htmlOf(visitor.get(`${prefix}/agency`))).toContain(words!);
  }
  expect(await htmlOf(visitor.get("/en/agency"))).toContain("read neither letters nor chats");
  for (const groupId of [1, 2, 3, 5] as const) {
    const other = await site.visitorAs(groupId === 2 ? await site.addLady() : await site.addPerson({ groupId }));
    expect((await other.get("/en/agency")).status).toBe(403);
  }
});

Deno.test("the forms of the drafts go on at the draft, or at the one beside it once it is withdrawn", async () => {
  const { site, agatas } = await world();
  await using _site = site;
  const path = "/en/agency/ladies";
  for (const email of ["olena@ladies.test", "daria@ladies.test"]) {
    await (await agatas.post(`${path}/new`, { ...drafted, email })).body?.cancel();
    site.advance(1000);
  }
  const ids = [...(await htmlOf(agatas.get(path))).matchAll(/id="draft-([^"]+)"/g)].map(([, id]) => id!);
  const toWhere = async (draftId: string, what: string) =>
    (await agatas.post(path, { draftId, do: what })).headers.get("location");
  const [one, other] = ids as [string, string];
  expect(ids).toHaveLength(2);
  expect(await toWhere(one, "send_again")).toBe(`${path}#draft-${one}`);
  expect([await toWhere(one, "withdraw"), await toWhere(other, "withdraw")]).toEqual([`${path}#draft-${other}`, path]);
});

Deno.test("an agency drafts a profile; she reads it by the mailed link, chooses her password and agrees", async () => {
  const { site, agata, agatas } = await world();
  await using _site = site;
  expect(await htmlOf(agatas.get("/en/agency/ladies/new"))).toMatch(
    /<input(?=[^>]* name="city")(?=[^>]* list="cities")/,
  );
  const made = await agatas.post("/en/agency/ladies/new", drafted);
  expect([made.status, made.headers.get("location")]).toEqual([303, "/en/agency/ladies"]);
  expect(await htmlOf(agatas.get("/en/agency/ladies"))).toContain("vera@ladies.test");
  expect(await userByEmail(site.store, drafted.email)).toBeNull();

  const { text, links } = await mailTo(site, drafted.email);
  expect(text).toContain("Agata Lis");
  expect(text).not.toContain("clocks");
  const link = new URL(links.find((each) => each.includes("agency-invitation"))!).pathname;
  const vera = site.visitor();
  const page = await htmlOf(vera.get(link));
  for (const words of ["Agata Lis has drafted a profile for you", "I restore old clocks.", "171 cm"]) {
    expect(page).toContain(words);
  }
  expect(await htmlOf(vera.get(link.replace("/en/", "/uk/")))).toContain("Львів");
  // Looking changes nothing: mail scanners follow links.
  expect(await userByEmail(site.store, drafted.email)).toBeNull();
  const password = { newPassword: "Clocks-2026!", confirmPassword: "Clocks-2026!" };
  const unsure = await vera.post(link, { ...password, do: "accept" });
  expect([unsure.status, await userByEmail(site.store, drafted.email)]).toEqual([422, null]);
  const agreed = await vera.post(link, { ...password, do: "accept", agree: "on", acceptTerms: "on" });
  expect([agreed.status, agreed.headers.get("location")]).toEqual([303, "/en/lady/verification"]);
  expect(await htmlOf(vera.get("/en/lady/verification"))).toContain("Welcome.");

  const user = (await userByEmail(site.store, drafted.email))!;
  expect(user).toMatchObject({ groupId: 2, agencyId: agata.id, firstname: "Vera" });
  expect(await ladyById(site.store, user.id)).toMatchObject({ isPublished: false, about: "" });
  expect((await profileChangeOf(site.store, user.id))!.wanted).toEqual({
    about: "I restore old clocks.",
    heightCm: 171,
    lookingFor: ["serious", "marriage"],
  });
  expect((await vera.get(link)).status).toBe(422);
  // The agency knows no password of hers, and she signs in with her own.
  const signedIn = await site.visitor().call("POST", "/api/authorization", {
    email: drafted.email,
    password: "Clocks-2026!",
  });
  expect(signedIn.status).toBe(200);
});

Deno.test("nobody is asked in the name of an agency that is kept out: no mail goes, and no link works, until it is back", async () => {
  const { site, agata, agatas } = await world();
  await using _site = site;
  const vera = await createVera(site.store);
  const suspension = { userId: agata.id, kind: "conduct" as const, reason: "Not theirs", actorId: vera.id };
  await agatas.post("/en/agency/ladies/new", drafted);
  const { links } = await mailTo(site, drafted.email);
  const link = new URL(links.find((each) => each.includes("agency-invitation"))!).pathname;
  await agatas.post("/en/agency/ladies/new", { ...drafted, email: "queued@ladies.test" });
  await suspend(site.store, suspension);
  await site.runJobs();
  const mailsToQueued = async () => {
    site.advance(3600_000);
    await site.runJobs();
    return site.outbox.mails().filter(({ to }) => to === "queued@ladies.test").map(({ subject }) => subject);
  };
  expect(await mailsToQueued()).toEqual([]);

  const stranger = site.visitor();
  const page = await stranger.get(link);
  expect([page.status, (await page.text()).includes("Agata")]).toEqual([422, false]);
  const password = { newPassword: "Clocks-2026!", confirmPassword: "Clocks-2026!" };
  const answer = { ...password, do: "accept", agree: "on", acceptTerms: "on" };
  expect((await stranger.post(link, answer)).status).toBe(422);
  expect(await userByEmail(site.store, drafted.email)).toBeNull();

  await reinstate(site.store, { userId: agata.id, reason: "Settled", actorId: vera.id });
  expect((await stranger.post(link, answer)).status).toBe(303);
  expect(await userByEmail(site.store, drafted.email)).toMatchObject({ agencyId: agata.id });
  expect(await mailsToQueued()).toEqual([expect.stringContaining("profile")]);
  expect(await mailsToQueued()).toHaveLength(1);
});

Deno.test("a taken address is told to its owner alone; whoever does not want it deletes the draft", async () => {
  const { site, agatas } = await world();
  await using _site = site;
  const olena = await site.addLady({ email: "olena@ladies.test" });
  const [free, taken] = [
    await agatas.post("/en/agency/ladies/new", drafted),
    await agatas.post("/en/agency/ladies/new", { ...drafted, email: olena.email }),
  ];
  expect([free.status, taken.status]).toEqual([303, 303]);
  const told = await mailTo(site, olena.email);
  expect(told.text).toContain("You already have an account with it");
  expect(told.links.some((each) => each.includes("agency-invitation"))).toBe(false);
  const { links } = await mailTo(site, drafted.email);
  const link = new URL(links.find((each) => each.includes("agency-invitation"))!).pathname;
  const stranger = site.visitor();
  expect(await htmlOf(stranger.post(link, { do: "decline" }))).toContain("The draft is deleted");
  site.advance(60_000);
  expect((await stranger.get(link)).status).toBe(422);
  expect(await htmlOf(agatas.get("/en/agency/ladies"))).not.toContain(drafted.email);
  const again = await agatas.post("/en/agency/ladies/new", drafted);
  expect([again.status, (await again.text()).includes("has declined your draft")]).toEqual([422, true]);
});

Deno.test("a form of a draft pressed twice is one draft and one mail; gone back to and written anew it is another", async () => {
  const { site, agata, agatas } = await world();
  await using _site = site;
  const draftKey = /name="draftKey" value="([\w-]+)"/.exec(await htmlOf(agatas.get("/en/agency/ladies/new")))![1]!;
  const press = (changes = {}) => agatas.post("/en/agency/ladies/new", { ...drafted, draftKey, ...changes });
  const statuses = (await Promise.all([press(), press()])).map(({ status }) => status);
  expect([...statuses, (await press()).status]).toEqual([303, 303, 303]);
  expect(await draftsOfAgency(site.store, agata.id)).toHaveLength(1);
  await press({ firstname: "Nina", email: "nina@ladies.test" });
  await press({ about: "I restore old clocks and new ones." });
  const drafts = await draftsOfAgency(site.store, agata.id);
  expect(drafts.map(({ firstname }) => firstname).sort()).toEqual(["Nina", "Vera", "Vera"]);
  await site.runJobs();
  expect(site.outbox.mails().filter(({ to }) => to === drafted.email)).toHaveLength(2);
});

Deno.test("an empty draft tells no sign, and one with a date tells the right one", async () => {
  const { site, agatas } = await world();
  await using _site = site;
  const path = "/en/agency/ladies/new";
  expect(await htmlOf(agatas.get(path))).not.toContain("Capricorn");
  const html = await htmlOf(agatas.post(path, { birthdate: "1994-05-17" }));
  expect(html).toContain("Her sign, by her date of birth: Taurus.");
});

Deno.test("a draft with a fault shows what was written again, and names the field", async () => {
  const { site, agatas } = await world();
  await using _site = site;
  const wrong = await agatas.post("/en/agency/ladies/new", { ...drafted, birthdate: "2015-01-01", height: "12" });
  expect(wrong.status).toBe(422);
  expect(await htmlOf(wrong)).toContain("I restore old clocks.");
  const young = await agatas.post("/en/agency/ladies/new", { ...drafted, birthdate: "2015-01-01" });
  expect(await htmlOf(young)).toContain("You must be 18 or older.");
});

Deno.test("photos of one form are kept until one is refused, and the page says which", async () => {
  const { site, agata, agatas } = await world();
  await using _site = site;
  const olena = await keep(site, agata);
  const path = `/en/agency/ladies/${olena.id}`;
  const photos = [
    fileOf(await pictures.jpeg(), "spring.jpg"),
    fileOf(new TextEncoder().encode("<svg/>"), "note.jpg"),
    fileOf(await pictures.jpeg(), "autumn.jpg"),
  ];
  const answer = await agatas.post(path, { do: "photos", photos });
  expect(answer.status).toBe(415);
  const html = await htmlOf(answer);
  expect(html).toContain("This is about “note.jpg”: the photos before it were added, it and those after it were not.");
  expect(html.match(/Remove photo \d+, which is waiting/g)).toHaveLength(1);
});

Deno.test("what an agency changes of its own lady waits, and the log names who asked", async () => {
  const { site, agata, agatas } = await world();
  await using _site = site;
  const olena = await keep(site, agata);
  const path = `/en/agency/ladies/${olena.id}`;
  const profile = { do: "profile", firstname: "Alona", birthdate: "1990-05-02", country: "804", about: "New words." };
  expect((await agatas.post(path, profile)).status).toBe(303);
  expect((await agatas.post(path, { do: "photos", photos: fileOf(await pictures.jpeg(), "a.jpg") })).status).toBe(303);
  await agatas.post(path, { do: "photos", photos: fileOf(new TextEncoder().encode("<svg/>"), "b.jpg") });
  expect((await agatas.post(path, { do: "away", from: "2026-03-14", until: "2026-03-20" })).status).toBe(303);
  expect(await ladyById(site.store, olena.id)).toMatchObject({ about: "", firstname: "Olena", photos: [] });
  for (const kind of ["profile", "name"] as const) {
    const asked = await viewOf(site.store, (await approvalOf(site.store, { kind, subjectId: olena.id }))!);
    expect(asked.wishes.map(({ askedBy }) => askedBy)).toEqual([agata.id]);
  }
  const html = await htmlOf(agatas.get(path));
  for (
    const words of [
      "These changes are waiting for approval:",
      "New words.",
      "Waiting for approval",
      "20\u00a0March 2026",
    ]
  ) {
    expect(html).toContain(words);
  }
  // Only her agency and she herself can see her waiting photo.
  const photo = /src="(\/photo-files\/[^"]+)"/.exec(html)![1]!;
  const man = await site.visitorAs(await site.addMan());
  const hers = await site.visitorAs((await userById(site.store, olena.id))!);
  expect(await Promise.all([agatas, hers, man].map((each) => statusOf(each.get(photo))))).toEqual([200, 200, 404]);
  expect(await htmlOf(man.get(`/en/girl/x-1-x-x-${olena.id}`).then((answer) => man.follow(answer)))).toContain(
    "Away, back on 20\u00a0Mar",
  );
  const { records } = await auditRecords(site.store, { page: 1, limit: 50 });
  const actions = records.filter(({ actorId }) => actorId === agata.id).map(({ action }) => action).sort();
  expect(actions).toEqual([
    "agency_away_set",
    "agency_name_asked",
    "agency_photo_added",
    "agency_profile_asked",
    "picture_refused",
  ]);
  // The agency changes only her profile: other fields of the form are ignored.
  await agatas.post(path, {
    ...profile,
    lastname: "X",
    phone: "1",
    letterEmails: "on",
    locale: "zh-Hans",
    isPutForward: "",
  });
  expect(await userById(site.store, olena.id)).toMatchObject({ lastname: "Secret", phone: "", locale: "en" });
});

Deno.test("another agency's lady is nobody, whatever is tried; so is one who has left", async () => {
  const { site, agata, bertas, agatas } = await world();
  await using _site = site;
  const olena = await keep(site, agata);
  const tries: Record<string, string>[] = [
    { do: "profile", firstname: "X" },
    { do: "away", from: "2026-03-15", until: "2026-03-16" },
    {
      do: "release",
    },
    { do: "back" },
    { do: "removePhoto", photoId: "1" },
    { do: "nothing" },
  ];
  for (const visitor of [bertas, await site.visitorAs(await site.addPerson({ groupId: 4 }))]) {
    for (const id of [String(olena.id), "4711"]) {
      const [known, unknown] = await Promise.all([
        htmlOf(visitor.get(`/en/agency/ladies/${id}`)),
        htmlOf(visitor.get("/en/agency/ladies/999999")),
      ]);
      expect(known.replaceAll(id, "")).toBe(unknown.replaceAll("999999", ""));
      for (const body of tries) expect((await visitor.post(`/en/agency/ladies/${id}`, body)).status).toBe(404);
    }
    expect(await htmlOf(visitor.get("/en/agency/ladies"))).not.toContain("Olena");
    expect(await htmlOf(visitor.get("/en/agency/statement"))).not.toContain("Olena");
  }
  const hers = await site.visitorAs((await userById(site.store, olena.id))!);
  expect(await htmlOf(hers.get("/en/lady/profile/away"))).toContain("Agata Lis looks after your profile.");
  expect((await hers.post("/en/lady/profile/away", { do: "leave", sure: "yes" })).status).toBe(303);
  expect(await htmlOf(hers.get("/en/lady/profile/away"))).toContain("No agency looks after your profile.");
  expect((await agatas.get(`/en/agency/ladies/${olena.id}`)).status).toBe(404);
  // Her figures leave the statement with her, and the page says so.
  const statement = await htmlOf(agatas.get("/en/agency/statement"));
  expect([statement.includes("Olena"), statement.includes("figures disappear from past months too")]).toEqual([
    false,
    true,
  ]);
});

Deno.test("no page and no call tells an agency a word of a letter or a chat, or who the man is", async () => {
  const { site, agata } = await world();
  await using _site = site;
  const olena = await keep(site, agata);
  const james = await site.addMan({ firstname: "Jaroslav", lastname: "Quickenborne", credits: 100 });
  const sent = await sendLetter(site.store, {
    authorId: james.id,
    recipientId: olena.id,
    body: secret,
    sendKey: "letter",
  });
  if (!sent.ok) throw new Error(sent.reason);
  const pair = { manId: james.id, ladyId: olena.id };
  await openChat(site.store, pair);
  expect((await writeMessage(site.store, pair, { authorId: james.id, body: secret, clientId: "m" })).ok).toBe(true);
  const told: string[] = [];
  let asked = 0;
  const ids = [olena.id, james.id, sent.letter.id];
  const look = async (method: string, path: string) => {
    // A fresh session each time, because one of the calls signs out.
    const visitor = await site.visitorAs(agata);
    const answer = method === "GET" ? await visitor.get(path) : await visitor.call(method, path, {
      recipientId: james.id,
      body: "In her name",
      isRead: true,
    });
    const text = await answer.text();
    asked++;
    if (/heron|Jaroslav|Quickenborne/.test(text)) told.push(`${method} ${path}`);
  };
  for (const page of pagesOf(site.deps)) {
    for (const path of page.paths) for (const id of ids) await look("GET", `/en${fillPath(path, id)}`);
  }
  for (const { method, path } of calls) {
    for (const id of ids) await look(method.toUpperCase(), `/en/api${fillPath(path, id)}`);
  }
  expect(told).toEqual([]);
  expect(asked).toBeGreaterThan(300);
  // The statement counts letters, and says nothing else of them.
  const agatas = await site.visitorAs(agata);
  const statement = await htmlOf(agatas.get("/en/agency/statement"));
  expect(statement).toContain("Letters received");
  const letters = await agatas.get("/en/api/mail");
  expect(letters.status).toBe(403);
});
