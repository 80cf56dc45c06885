/** The calls about one's own account, and the three ways to authenticate. */
import { expect } from "expect";
import { testApp, testPassword, type TestSite } from "../testing/site.ts";
import { encoded, encodings, read, refused } from "./testing/calls.ts";

interface Own {
  user: Record<string, unknown>;
}

const tokenOf = async (site: TestSite, email: string): Promise<string> =>
  (await read<{ access_token: string }>(
    site.visitor().call("POST", "/api/authorization", { email, password: testPassword }),
  )).access_token;

Deno.test("James reads his own record by cookie, bearer token and access_token, with and without a slash", async () => {
  await using site = await testApp();
  const user = await site.addMan({ firstname: "James", credits: 200 });
  const token = await tokenOf(site, user.email);
  const withCookie = site.visitor();
  withCookie.cookies.set("slsid", token);
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  for (
    const answer of [
      withCookie.call("GET", "/api/users?relations=country,girl,man,mainphoto"),
      withCookie.call("GET", "/api/users/"),
      site.visitor().call("GET", "/api/users", undefined, bearer),
      site.visitor().call("GET", "/api/users/", undefined, bearer),
      site.visitor().call("GET", `/api/users?access_token=${token}`),
      site.visitor().call("GET", `/api/users/?access_token=${token}&relations=`),
    ]
  ) {
    const { user: record, ...rest } = await read<Own>(answer);
    expect(rest).toEqual({});
    expect(record).toMatchObject({ id: user.id, firstname: "James", lastname: "Secret", email: user.email });
    expect(record).toMatchObject({ balance: 200, birthdate: "1990-05-02", age: 35, girl: null, man: { id: user.id } });
    expect(record.additionalData).toEqual({
      email: user.email,
      groupId: 1,
      balance: 200,
      chatWootIdentifierHash: null,
    });
    expect(record.mainphoto).toEqual(record.photo);
  }
});

Deno.test("Olena's record says that she is a lady, and has no credits to show", async () => {
  await using site = await testApp();
  const olena = await site.addLady({ firstname: "Olena" });
  const { user } = await read<Own>((await site.visitorAs(olena)).call("GET", "/api/users"));
  expect(user).toMatchObject({ girl: { id: olena.id, isPublished: true }, man: null, balance: 0, groupId: 2 });
});

Deno.test("a token in the query counts on the API alone; a bearer token counts before the cookie", async () => {
  await using site = await testApp();
  const [james, wei] = [await site.addMan({ firstname: "James" }), await site.addMan({ firstname: "Wei" })];
  const token = await tokenOf(site, james.email);
  const page = await site.visitor().get(`/en?access_token=${token}`);
  expect(await page.text()).not.toContain("James");
  const asWei = await site.visitorAs(wei);
  const bearer = { headers: { authorization: `bearer ${token}` } };
  const { user } = await read<Own>(asWei.call("GET", "/api/users", undefined, bearer));
  expect(user.firstname).toBe("James");
});

Deno.test("guests, forged tokens and sessions that are over get 401, in each of the three ways", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  const over = await tokenOf(site, email);
  site.advance(3 * 60 * 60 * 1000 + 1);
  for (const token of [over, "forged-token-of-the-right-length", "x", "%00", "ü".repeat(40), "a".repeat(5000)]) {
    const withCookie = site.visitor();
    withCookie.cookies.set("slsid", encodeURIComponent(token));
    await refused(withCookie.call("GET", "/api/users"), 401, "not_signed_in");
    expect(withCookie.cookies.size).toBe(0);
    const inQuery = `/api/users?access_token=${encodeURIComponent(token)}`;
    await refused(site.visitor().call("GET", inQuery), 401, "not_signed_in");
    if (token.startsWith("ü")) continue;
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    await refused(site.visitor().call("GET", "/api/users", undefined, bearer), 401, "not_signed_in");
  }
  await refused(site.visitor().call("GET", "/api/users"), 401, "not_signed_in");
});

for (const encoding of encodings) {
  Deno.test(`James changes his password by ${encoding}; his other browsers are signed out`, async () => {
    await using site = await testApp();
    const user = await site.addMan();
    const [here, elsewhere] = [await site.visitorAs(user), await site.visitorAs(user)];
    const change = (fields: Record<string, string>) => {
      const init = encoded(fields, encoding);
      const headers = { "origin": here.origin, "accept-language": "en", ...init.headers as Record<string, string> };
      return here.request("/api/users/changePassword", { method: "POST", body: init.body, headers });
    };
    const right = { currentPassword: testPassword, password: "Autumn-2026!", confirmPassword: "Autumn-2026!" };

    const mismatch = await refused(change({ ...right, confirmPassword: "Autumn-2027!" }), 422, "invalid");
    expect(mismatch.fields).toEqual({ confirmPassword: "The password is not match" });
    const wrong = await refused(change({ ...right, currentPassword: "Wrong-2026!" }), 422, "wrong_password");
    expect(Object.keys(wrong.fields!)).toEqual(["currentPassword"]);
    const weak = await refused(change({ ...right, password: "autumn", confirmPassword: "autumn" }), 422, "invalid");
    expect(Object.keys(weak.fields!)).toEqual(["password"]);

    const { user: changed, ...rest } = await read<Own>(change(right));
    expect([changed.id, rest]).toEqual([user.id, {}]);
    await read(here.call("GET", "/api/users"));
    await refused(elsewhere.call("GET", "/api/users"), 401);
    await read(
      site.visitor().call("POST", "/api/authorization", { email: user.email, password: "Autumn-2026!" }),
    );
  });
}

Deno.test("who guesses at the current password from a stolen session is stopped after ten tries", async () => {
  await using site = await testApp();
  const thief = await site.visitorAs(await site.addMan());
  const guess = { currentPassword: "Guess-2026!", password: "Autumn-2026!", confirmPassword: "Autumn-2026!" };
  for (let tries = 0; tries < 10; tries++) {
    await refused(thief.call("POST", "/api/users/changePassword", guess), 422, "wrong_password");
  }
  const answer = await thief.call("POST", "/api/users/changePassword", { ...guess, currentPassword: testPassword });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  await refused(answer, 429, "too_many_requests");
});
