/** A new man's three questions, on the way from the code to where he wanted to go: answered, left empty or skipped. */
import { expect } from "expect";
import { type User, userByEmail, userById } from "../../../kv/accounts/users.ts";
import { endReminder } from "../../../kv/ladies/first_questions.ts";
import { changeOwn, emptyManProfile, manProfileOf } from "../../../kv/ladies/profiles.ts";
import { approvalOf } from "../../../kv/vetting/approvals.ts";
import { photosOf } from "../../../kv/vetting/photos.ts";
import * as pictures from "../../../services/testing/pictures.ts";
import { testApp, type TestSite, type Visitor } from "../../testing/site.ts";
import { seenIn } from "../account/testing/seen.ts";
import { htmlOf } from "../mail/testing/mail.ts";

const path = "/en/man/welcome";
const wanted = "/en/girl/Olena-35-Ukraine-Poltava-7";
const inbox = "/en/man/mail/inbox";

/** The form as a browser sends it. */
function send(from: Visitor, fields: Record<string, string>, photo?: Uint8Array<ArrayBuffer>): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("photo", new File(photo ? [photo] : [], photo ? "me.jpg" : "", { type: "image/jpeg" }));
  return from.request(path, { method: "POST", body, headers: { origin: from.origin } });
}

const leadsTo = (answer: Response) => [answer.status, answer.headers.get("location")];

async function signedUp(site: TestSite, next: string): Promise<{ his: Visitor; first: Response; email: string }> {
  const his = site.visitor();
  const email = "marcin@example.test";
  const asked = await his.post(`/en/auth/sign-up?next=${encodeURIComponent(next)}`, {
    ...{ groupId: "1", firstname: "Marcin", country: "616", birthdate: "1984-05-02", email },
    ...{ password: "Spring-2026!", acceptTerms: "on" },
  });
  await site.runJobs();
  const mail = site.outbox.mails()[0]!;
  // By the link of the mail, which does not hold where he wanted to go.
  expect(asked.status).toBe(303);
  const link = new URL(mail.links.find((each) => each.includes("/email-confirmation/"))!);
  return { his, first: await his.post(link.pathname), email };
}

const photoStates = async (site: TestSite, user: User) => (await photosOf(site.store, user)).map(({ state }) => state);

Deno.test("by the link of the mail: the bonus, the questions, and then the lady he wanted to write to", async () => {
  await using site = await testApp();
  const { his, first, email } = await signedUp(site, wanted);
  expect(leadsTo(first)).toEqual([303, `${path}?next=${encodeURIComponent(wanted)}`]);
  const html = await htmlOf(his.follow(first));
  expect(html).toContain("20 credits are yours");
  expect(html).toContain("What is a good Sunday of yours like?");
  expect(html).toContain("What ladies see of you");
  expect(html).toContain("Marcin has not written about himself yet.");

  const seen = seenIn(html);
  const told = { seen, next: wanted, about: "I row, then I sleep.", idealPartner: "", profession: "bookbinder" };
  const kept = await send(his, told, await pictures.jpeg(80, 60));
  expect(leadsTo(kept)).toEqual([303, wanted]);
  const user = (await userByEmail(site.store, email))!;
  expect(await manProfileOf(site.store, user.id)).toEqual({
    ...emptyManProfile,
    about: "I row, then I sleep.",
    profession: "bookbinder",
  });
  expect(await photoStates(site, user)).toEqual(["waiting"]);
  const [photo] = await photosOf(site.store, user);
  expect(await approvalOf(site.store, { kind: "photo", subjectId: photo!.id })).not.toBe(null);

  // The questions do not come again, neither by their address nor by a second press.
  expect(leadsTo(await his.get(path))).toEqual([303, inbox]);
  expect(leadsTo(await his.get(`${path}?next=${encodeURIComponent(wanted)}`))).toEqual([303, wanted]);
  expect(leadsTo(await send(his, told, await pictures.jpeg(80, 60)))[1]).toBe(wanted);
  expect((await send(his, { ...told, about: "Other words." })).status).toBe(409);
  expect((await manProfileOf(site.store, user.id)).about).toBe("I row, then I sleep.");
  expect(await photoStates(site, user)).toEqual(["waiting"]);
});

Deno.test("two presses at once keep his photo once", async () => {
  await using site = await testApp();
  const { his, first, email } = await signedUp(site, wanted);
  const html = await htmlOf(his.follow(first));
  const press = /name="press" value="([^"]+)"/.exec(html)![1]!;
  const told = { seen: seenIn(html), press, next: wanted, about: "I row.", idealPartner: "", profession: "" };
  const photo = await pictures.jpeg(80, 60);
  await Promise.all([send(his, told, photo), send(his, told, photo)]);
  expect(await photoStates(site, (await userByEmail(site.store, email))!)).toEqual(["waiting"]);
});

Deno.test("one press passes all over, an empty form says as much, and neither keeps a word", async () => {
  await using site = await testApp();
  const forms: Record<string, string>[] = [{ do: "skip", about: "Begun" }, {
    about: "",
    idealPartner: " ",
    profession: "",
  }];
  for (const fields of forms) {
    const james = await site.addMan();
    const his = await site.visitorAs(james);
    expect((await his.get(path)).status).toBe(200);
    expect(leadsTo(await send(his, { ...fields, next: "//evil.test/" }))).toEqual([303, inbox]);
    expect(await manProfileOf(site.store, james.id)).toEqual(emptyManProfile);
    expect((await his.get(path)).status).toBe(303);
    expect(await htmlOf(his.get("/en"))).not.toContain("Your answers are saved");
  }
});

Deno.test("what is wrong is said at its field, and nothing that he wrote is lost or kept", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const his = await site.visitorAs(james);
  const told = { next: wanted, about: "I mend <clocks>.", idealPartner: "Patient.", profession: "bookbinder" };
  const notJpg = await send(his, told, await pictures.png());
  expect(notJpg.status).toBe(415);
  const html = await notJpg.text();
  expect(html).toContain("Only JPG photos can be added here.");
  expect(html).toContain('<a href="#photo"');
  expect(html).toContain("I mend &lt;clocks>.</textarea>");
  expect(html).toContain("Patient.</textarea>");
  expect(html).toMatch(/<option value="bookbinder" selected/);
  expect(html).toContain(`name="next" value="${wanted}"`);
  const tooLarge = await send(his, told, new Uint8Array(9 * 1024 * 1024));
  expect([tooLarge.status, (await tooLarge.text()).includes("Patient.</textarea>")]).toEqual([413, true]);
  for (const wrong of [{ about: "a".repeat(2001) }, { profession: "pirate" }]) {
    const refused = await send(his, { ...told, ...wrong }, await pictures.jpeg(80, 60));
    expect([refused.status, (await refused.text()).includes("aria-invalid")]).toEqual([422, true]);
  }
  expect(await manProfileOf(site.store, james.id)).toEqual(emptyManProfile);
  expect(await photoStates(site, james)).toEqual([]);
  expect((await his.get(path)).status).toBe(200);
});

Deno.test("what he has written in his account meanwhile outlives the questions that stayed open", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const his = await site.visitorAs(james);
  const open = { seen: seenIn(await htmlOf(his.get(path))), about: "", idealPartner: "", profession: "" };
  await changeOwn(site.store, james.id, { profile: { about: "I mend clocks." } });
  const crossed = await send(his, { ...open, about: "I row.", profession: "bookbinder" });
  const html = await crossed.text();
  expect([crossed.status, html.includes('id="about-error"'), html.includes("I row.</textarea>")])
    .toEqual([409, true, true]);
  expect((await manProfileOf(site.store, james.id)).about).toBe("I mend clocks.");
  expect(leadsTo(await send(his, { ...open, profession: "bookbinder" }))).toEqual([303, inbox]);
  expect(await manProfileOf(site.store, james.id)).toMatchObject({
    about: "I mend clocks.",
    profession: "bookbinder",
  });
});

Deno.test("what he writes on while another window passes the questions over is kept", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const his = await site.visitorAs(james);
  const open = { seen: seenIn(await htmlOf(his.get(path))), about: "I row.", idealPartner: "", profession: "" };
  await endReminder(site.store, james.id);
  expect(leadsTo(await send(his, open))).toEqual([303, inbox]);
  expect((await manProfileOf(site.store, james.id)).about).toBe("I row.");
  expect((await userById(site.store, james.id))!.firstQuestions).toBe("letGo");
});

Deno.test("neither a lady nor a guest meets the questions", async () => {
  await using site = await testApp();
  const hers = await site.visitorAs(await site.addLady());
  expect((await hers.get(path)).status).toBe(403);
  expect((await hers.post(path, { do: "skip" })).status).toBe(403);
  expect((await site.visitor().get(path)).status).toBe(303);
});
