/** All faults of a sign-up are told at once, each at its field. */
import { expect } from "expect";
import { userByEmail } from "../../../kv/accounts/users.ts";
import { marcin as form } from "../../testing/marcin.ts";
import { testApp } from "../../testing/site.ts";

Deno.test("what is wrong with a sign-up stands at its fields, what was typed stays, the password does not", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const broken = {
    firstname: '<script>alert("x")</script>',
    birthdate: "2008-03-15",
    email: "marcin@example.test\r\nBcc: all@example.test",
    password: "Spring2026",
    acceptTerms: "",
    promoEmails: "on",
  };
  const { acceptTerms: _, ...unaccepted } = { ...form, ...broken };
  const answer = await visitor.post("/en/auth/sign-up", unaccepted);
  expect(answer.status).toBe(422);
  const html = await answer.text();
  for (const id of ["email", "password", "accept-terms"]) expect(html).toContain(`id="${id}-error"`);
  expect(html).toContain("Please confirm that you are 18 or older");
  expect(html).not.toContain("<script>alert");
  expect(html).toContain("&lt;script>alert");
  expect(html).not.toContain("Spring2026");
  expect(html).toMatch(/<option value="616" selected/);

  // The day before the eighteenth birthday.
  const young = await visitor.post("/en/auth/sign-up", { ...form, birthdate: "2008-03-15" });
  expect(young.status).toBe(422);
  expect(await young.text()).toContain('id="birthdate-error"');
  await site.runJobs();
  expect(site.outbox.mails()).toEqual([]);
});

Deno.test("everything wrong is told in the first pass: age, a lady's country and a common password, too", async () => {
  await using site = await testApp();
  const wrong = {
    groupId: "2",
    firstname: "",
    country: "616",
    birthdate: "2020-01-01",
    email: "",
    password: "Password1!",
  };
  const html = await (await site.visitor().post("/en/auth/sign-up", wrong)).text();
  const told = [
    ["firstname", "Enter your first name."],
    ["country", "Ladies join from Belarus, Romania, Russia and Ukraine. Choose one of these."],
    ["birthdate", "You must be 18 or older."],
    ["email", "Enter your e-mail address."],
    ["password", "This is one of the passwords everybody tries first. Choose another."],
  ];
  for (const [id, sentence] of told) expect(html).toMatch(new RegExp(`id="${id}-error"[^]*?${sentence}`));
  const called = await site.visitor().call("POST", "/en/api/users", wrong);
  const { code, fields } = await called.json();
  expect([called.status, code]).toEqual([422, "invalid"]);
  expect(fields).toEqual(Object.fromEntries(told));

  const empty = { firstname: "", country: "", birthdate: "", email: "", password: "weak" };
  const page = await (await site.visitor().post("/en/auth/sign-up", empty)).text();
  for (const sentence of ["Choose your country.", "Enter your date of birth."]) expect(page).toContain(sentence);
  // The rules are shown below the field, and are not repeated as an error.
  expect(page).toContain("Choose a password that meets every rule.");
  expect(page).not.toContain("At least 8 characters, upper");
});

Deno.test("in Chinese the surname is asked for first, and what is missing is asked for by its name", async () => {
  await using site = await testApp();
  const empty = { firstname: "", country: "", birthdate: "", email: "", password: "weak" };
  const orderOf = (html: string) => [...html.matchAll(/<input[^>]* id="((?:first|last)name)"/g)].map(([, id]) => id);
  for (
    const [prefix, sentences, order] of [
      ["/en", ["Choose your country.", "Enter your date of birth."], ["firstname", "lastname"]],
      ["", ["請選擇國家／地區。", "請填寫出生日期。"], ["lastname", "firstname"]],
      ["/zh-hans", ["请选择国家/地区。", "请填写出生日期。"], ["lastname", "firstname"]],
    ] as const
  ) {
    const html = await (await site.visitor().post(`${prefix}/auth/sign-up`, empty)).text();
    for (const sentence of sentences) expect(html).toContain(sentence);
    expect([prefix, orderOf(html)]).toEqual([prefix, order]);
  }
});

Deno.test("the languages that were ticked are still ticked after a refusal, and the account has them", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const typed = { ...form, readsLanguages: ["en", "zh", "ro"], promoEmails: "on" };
  const ticked = (html: string) =>
    [...html.matchAll(/name="readsLanguages" value="(\w+)" checked/g)].map(([, value]) => value!);
  for (const readsLanguages of [typed.readsLanguages, ["ro"], []]) {
    const refused = await visitor.post("/en/auth/sign-up", { ...typed, readsLanguages, password: "weak" });
    expect([refused.status, ticked(await refused.text())]).toEqual([422, readsLanguages]);
  }
  // A fault of the languages is shown as an alert, because their field shows none.
  const strange = await visitor.post("/en/auth/sign-up", { ...typed, readsLanguages: ["tlh"] });
  expect(await strange.text()).toMatch(/role="alert"/);

  const html = await (await visitor.post("/en/auth/sign-up", { ...typed, birthdate: "" })).text();
  const done = await visitor.post("/en/auth/sign-up", { ...typed, readsLanguages: ticked(html) });
  const id = new URL(done.headers.get("location")!, "http://x").searchParams.get("id")!;
  await site.runJobs();
  const code = site.outbox.mails()[0]!.text.match(/\d{6}/)![0];
  expect((await visitor.post("/en/auth/confirm", { id, code })).status).toBe(303);
  expect(await userByEmail(site.store, form.email)).toMatchObject({ readsLanguages: ["en", "zh", "ro"] });
});
