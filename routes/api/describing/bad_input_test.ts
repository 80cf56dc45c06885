/** What nobody should send: broken, foreign, oversized or hostile input is refused in the contract's form. */
import { expect } from "expect";
import { man } from "../../../kv/accounts/users.ts";
import { isAdmitted } from "../../http/access.ts";
import { testApp, type TestSite } from "../../testing/site.ts";
import { calls } from "../index.ts";
import { jamesSignsUp, read, refused } from "../testing/calls.ts";

const json = { "content-type": "application/json" };
const post = (site: TestSite, path: string, body: BodyInit, headers: Record<string, string> = json) =>
  site.visitor().request(path, { method: "POST", body, headers });

Deno.test("JSON that is none, and JSON that is no object, is malformed", async () => {
  await using site = await testApp();
  for (
    const body of [
      "{",
      "{]",
      "not json",
      "{'email':1}",
      "[]",
      "[1]",
      "null",
      "5",
      '"text"',
      "true",
      "\ufeff{",
      "\u0000",
    ]
  ) {
    await refused(post(site, "/api/authorization", body), 400, "malformed");
  }
  const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  await refused(post(site, "/api/authorization", deep), 400, "malformed");
});

Deno.test("JSON that is nested too deep is malformed, also with a key under which its answer would be kept", async () => {
  await using site = await testApp();
  const withKey = { ...json, "idempotency-key": "deep" };
  for (const levels of [20, 1000, 5000, 200_000]) {
    const body = `{"zz":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    for (const headers of [json, withKey]) await refused(post(site, "/api/reports", body, headers), 400, "malformed");
  }
});

Deno.test("a form whose parts cannot be told apart is malformed", async () => {
  await using site = await testApp();
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=x"]) {
    const answer = await post(site, "/api/authorization", "email=a", { "content-type": type });
    await refused(answer, 400, "malformed");
  }
});

Deno.test("other kinds of content are named as unsupported", async () => {
  await using site = await testApp();
  for (
    const type of [
      "text/plain",
      "application/xml",
      "text/json",
      "application/octet-stream",
      "image/png",
      "application/jsonp",
    ]
  ) {
    await refused(post(site, "/api/authorization", "{}", { "content-type": type }), 415, "unsupported_type");
  }
  await read(
    post(site, "/api/users", JSON.stringify(jamesSignsUp), { "content-type": "Application/JSON; charset=UTF-8" }),
  );
});

Deno.test("every field that is missing, and every one of a wrong kind, is named with its sentence", async () => {
  await using site = await testApp();
  const headers = { ...json, "accept-language": "en" };
  const missing = await refused(post(site, "/api/users", "{}", headers), 422, "invalid");
  expect(missing.fields).toEqual(
    {
      firstname: "Enter your first name.",
      email: "Enter your e-mail address.",
      password: "Enter a password.",
      birthdate: "Enter your date of birth.",
      country: "Choose your country.",
    },
  );
  // Without any body the same fields are missing.
  const empty = await refused(post(site, "/api/users", "", { "accept-language": "en" }), 422, "invalid");
  expect(empty.fields).toEqual(missing.fields);

  for (const value of [5, true, [], ["a"], {}, { $ne: "" }]) {
    const body = Object.fromEntries(Object.keys(jamesSignsUp).map((name) => [name, value]));
    const wrong = await refused(post(site, "/api/users", JSON.stringify(body), headers), 422, "invalid");
    const names = Object.keys(jamesSignsUp).filter((name) => !(name === "country" && value === 5)).sort();
    if (value === 5) names.push("country");
    expect(Object.keys(wrong.fields!).sort()).toEqual(names.sort());
    expect(wrong.fields!.email).toBe("This is the wrong kind of value.");
  }
});

Deno.test("a field given twice is no text", async () => {
  await using site = await testApp();
  const form = new URLSearchParams({ password: "x" });
  form.append("email", "james@example.test");
  form.append("email", "wei@example.test");
  const failure = await refused(post(site, "/api/authorization", form, {}), 422, "invalid");
  expect(Object.keys(failure.fields!)).toEqual(["email"]);
  const file = new FormData();
  file.append("email", new Blob(["james@example.test"]), "mail.txt");
  file.append("password", "x");
  expect(Object.keys((await refused(post(site, "/api/authorization", file, {}), 422)).fields!)).toEqual(["email"]);
});

Deno.test("addresses and names that could write mail headers, turn text around or show nothing are refused", async () => {
  await using site = await testApp();
  const hostile: Record<string, string[]> = {
    email: [
      "james@example.test\r\nBcc: all@example.test",
      "james@example.test\nX: y",
      "a@b.test,c@d.test",
      "James <james@example.test>",
      "james@exa mple.test",
      "james@localhost",
      "@example.test",
      "james\u0000@example.test",
      `${"a".repeat(250)}@example.test`,
      "<script>@example.test",
      "ja\u200bmes@example.test",
    ],
    firstname: [
      "James\r\nBcc: all@example.test",
      "Ja\tmes",
      "Ja\u0000mes",
      "Ja\u0085mes",
      "Ja\u2028mes",
      "\u202esemaJ",
      "\ud800",
      " ",
      "\u200b\u200d",
      "\u2060",
      "\u3164\u2800",
      "a".repeat(41),
    ],
    lastname: ["White\r\nfield", "\u2066White", "a".repeat(61)],
    birthdate: [
      "1990-02-30",
      "1990-13-01",
      "90-01-01",
      "1990-1-1",
      "01/02/1990",
      "2090-01-01",
      "1700-01-01",
      "2010-01-01",
    ],
    country: ["0", "-826", "1e3", "0x10", "٨", "999", "826.5", "GB", "9007199254740993"],
    groupId: ["0", "3", "4", "5", "admin", "1.0", "-1"],
    password: ["short1A", "alllowercase-1", "NODIGITS-no", "NoSpecial123", `Aa1!${"a".repeat(200)}`],
    promoEmails: ["perhaps", "2"],
  };
  for (const [field, values] of Object.entries(hostile)) {
    for (const value of values) {
      const body = JSON.stringify({ ...jamesSignsUp, [field]: value });
      const failure = await refused(post(site, "/api/users", body), 422, "invalid");
      expect([value, Object.keys(failure.fields!)]).toEqual([value, [field]]);
    }
  }
  await site.runJobs();
  expect(site.outbox.mails()).toEqual([]);
});

Deno.test("names of every script are names, and a script element is only a strange one", async () => {
  await using site = await testApp();
  const names = [
    "李明",
    "Олена",
    "مريم",
    "Zoë",
    "O’Neil-Smith",
    "क्षितिज",
    "👩‍🚀",
    "<script>alert(1)</script>",
    "{{firstname}}",
  ];
  for (const [n, firstname] of names.entries()) {
    const email = `person${n}@example.test`;
    await read(post(site, "/api/users", JSON.stringify({ ...jamesSignsUp, firstname, email })));
  }
  await site.runJobs();
  for (const mail of Deno.readDirSync(site.outboxFolder)) {
    expect(await Deno.readTextFile(`${site.outboxFolder}/${mail.name}`)).not.toMatch(/<script>/);
  }
});

Deno.test("keys that name prototypes change nothing and nobody", async () => {
  await using site = await testApp();
  const user = await site.addMan({ credits: 20 });
  const [james, olena] = [await site.visitorAs(user), await site.addLady()];
  const { letter } = await read<{ letter: { id: number } }>(
    (await site.visitorAs(olena)).call("POST", "/api/mail", { recipientId: user.id, body: "Hello" }),
  );
  const poison = '{"__proto__":{"isRead":true,"isPaid":true,"polluted":1},"constructor":{"prototype":{"isRead":true}}}';
  const headers = { ...json, origin: james.origin };
  const answer = james.request(`/api/mail/${letter.id}`, { method: "PATCH", body: poison, headers });
  expect(Object.keys((await refused(answer, 422, "invalid")).fields!)).toEqual(["isRead"]);
  const form = new FormData();
  form.append("__proto__", "true");
  form.append("__proto__[isRead]", "true");
  form.append("constructor.prototype.isRead", "true");
  const byForm = { method: "PATCH", body: form, headers: { origin: james.origin } };
  await refused(james.request(`/api/mail/${letter.id}`, byForm), 422, "invalid");
  for (const query of ["__proto__=1", "__proto__[polluted]=1", "constructor[prototype][polluted]=1"]) {
    const found = await james.call("GET", `/api/girls?${query}`);
    expect([200, 422]).toContain(found.status);
    await found.body?.cancel();
  }
  expect(({} as Record<string, unknown>).polluted).toBe(undefined);
  expect(({} as Record<string, unknown>).isRead).toBe(undefined);
});

Deno.test("odd addresses are answered, never with 500: very long ones, broken escapes, empty and repeated keys", async () => {
  await using site = await testApp();
  const guest = site.visitor();
  const odd = [
    `/api/girls?firstname=${"a".repeat(60_000)}`,
    `/api/girls?${"x=1&".repeat(10_000)}`,
    `/api/${"a/".repeat(20_000)}`,
    "/api/girls?firstname=%E0%A4%A",
    "/api/girls?%E0%A4%A=1",
    "/api/girls?&&==&a=&=b",
    "/api/girls/%2e%2e%2f",
    "/api/users/%00/photos",
    "/api/girls?firstname=%00",
    "/api/girls?firstname=%F0%9F%98%80",
    "/en/api/girls?firstname=%ud800",
    "/en/en/api/girls",
    "/api/mail/%EF%BC%91",
  ];
  for (const path of odd) {
    const answer = await guest.call("GET", path);
    expect([path.slice(0, 60), answer.status < 500]).toEqual([path.slice(0, 60), true]);
    expect(answer.headers.get("content-type")).toMatch(path.startsWith("/en/en") ? /html/ : /json/);
    await answer.body?.cancel();
  }
});

Deno.test("every call answers every kind of nonsense with a refusal of its own, to guests and to James", async () => {
  await using site = await testApp();
  const user = await site.addMan();
  const nonsense = [null, [], 0, "", { email: null }, { "": "" }, { recipientId: "1e3", body: [] }, { isRead: "NaN" }];
  for (const call of calls) {
    if (call.method === "get" || !call.body) continue;
    const path = `/api${call.path.replace(":id", "1")}`;
    for (const visitor of [site.visitor({ address: "192.0.2.77" }), await site.visitorAs(user)]) {
      for (const body of nonsense) {
        const answer = await visitor.call(call.method.toUpperCase(), path, body);
        await refused(answer, answer.status);
        // These are refused with 403: the record of user 1, who is somebody else, and calls that are not for men.
        const isOthers = call.path === "/men/:id" || !isAdmitted(call.access, man);
        const known = [400, 401, 404, 422, ...isOthers ? [403] : []];
        expect([call.path, known]).toEqual([call.path, expect.arrayContaining([answer.status])]);
      }
    }
  }
});
