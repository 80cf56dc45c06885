/**
 * Nobody can find out by trying whether an address is free, waits to be confirmed, or belongs to somebody: whatever two
 * strangers do, by pages and by calls, they see the same.
 */
import { expect } from "expect";
import fc from "fast-check";
import { withoutPress } from "../../testing/second_press.ts";
import { testApp, type TestSite, type Visitor } from "../../testing/site.ts";

const email = "somebody@example.test";
const owners = { firstname: "Olivier", birthdate: "1980-01-01", country: "826", password: "Owner-2026!" };
const typed = { firstname: "Marcin", birthdate: "1984-05-02", country: "616", acceptTerms: "on" };

/** The states of the address before the strangers come. */
const states: Record<string, (site: TestSite) => Promise<unknown>> = {
  free: () => Promise.resolve(),
  waiting: (site) =>
    site.visitor({ address: "203.0.113.1" }).call("POST", "/api/users", { ...owners, email }).then((it) => it.text()),
  taken: (site) => site.addMan({ email }),
};

interface Stranger {
  visitor: Visitor;
  /** The id of this stranger's last sign-up. */
  id: string;
}

type Step = (stranger: Stranger, site: TestSite) => Promise<Response> | void;

const passwords = ["Spring-2026!", "Autumn-2026!"];
const steps: Record<string, Step> = {
  "signs up": ({ visitor }) => visitor.post("/en/auth/sign-up", { ...typed, email, password: passwords[0]! }),
  "signs up with another password": ({ visitor }) =>
    visitor.post("/en/auth/sign-up", { ...typed, email, password: passwords[1]! }),
  "signs up by call, as a lady": ({ visitor }) =>
    visitor.call("POST", "/api/users", { ...typed, country: "804", groupId: 2, email, password: passwords[0] }),
  "signs in": ({ visitor }) => visitor.post("/en/auth/sign-in", { email, password: passwords[0]! }),
  "signs in by call": ({ visitor }) => visitor.call("POST", "/api/authorization", { email, password: passwords[1] }),
  "signs in with a wrong password": ({ visitor }) =>
    visitor.call("POST", "/api/authorization", { email, password: "Wrong-2026!" }),
  "looks at the code's page": ({ visitor, id }) => visitor.get(`/en/auth/confirm?id=${id}`),
  "begins again": ({ visitor, id }) => visitor.get(`/en/auth/sign-up?again=${id}`),
  "types a wrong code": ({ visitor, id }) => visitor.post("/en/auth/confirm", { id, code: "000000" }),
  "types a wrong code for the address": ({ visitor }) => visitor.post("/en/auth/confirm", { email, code: "000000" }),
  "tries twelve codes by call": async ({ visitor }) => {
    const guess = { identifier: email, action: "email_verify", code: "000001" };
    for (let n = 0; n < 11; n++) await (await visitor.call("POST", "/api/auth/confirmation", guess)).body?.cancel();
    return await visitor.call("POST", "/api/auth/confirmation", guess);
  },
  "tries a link": ({ visitor }) => visitor.get(`/en/email-confirmation/${email}/forged`),
  "presses a link": ({ visitor }) => visitor.post(`/en/email-confirmation/${email}/forged`),
  "activates": ({ visitor }) => visitor.call("POST", "/api/users/activation", { email, activationKey: "forged" }),
  "asks for a new code": ({ visitor, id }) => visitor.post("/en/auth/confirm/resend", { id }),
  "asks for a new code for the address": ({ visitor }) => visitor.post("/en/auth/confirm/resend", { email }),
  "asks for a new code by call": ({ visitor, id }) =>
    visitor.call("POST", `/api/auth/confirmations/${id || "nobodys-sign-up"}/resend`),
  "asks for a new password": ({ visitor }) => visitor.post("/en/auth/forgot-password", { email }),
  "asks for a new password by call": ({ visitor }) => visitor.call("POST", "/api/users/passwordRecovery", { email }),
  "asks for a sign-in link": ({ visitor }) => visitor.post("/en/auth/sign-in-link", { email }),
  "waits a minute": (_, site) => site.advance(61_000),
  "waits for half an hour": (_, site) => site.advance(31 * 60_000),
};

/** Everything that the two strangers see, without ids and other things that differ anyway. */
async function transcript(state: string, plan: readonly [who: number, step: string][]): Promise<string[]> {
  await using site = await testApp();
  await states[state]!(site);
  site.advance(61_000);
  const strangers = ["198.51.100.1", "198.51.100.2"].map((address) => ({ visitor: site.visitor({ address }), id: "" }));
  const ids: string[] = [];
  const seen: string[] = [];
  for (const [who, name] of plan) {
    const stranger = strangers[who]!;
    // So that no two sign-ups are equally new.
    site.advance(1000);
    const answer = await steps[name]!(stranger, site);
    if (!answer) continue;
    const location = answer.headers.get("location") ?? "";
    const body = await answer.text();
    const id = /[?&]id=([\w-]{20,})/.exec(location)?.[1] ?? /"confirmation":\{"id":"([\w-]+)"/.exec(body)?.[1];
    if (id) ids.push(stranger.id = id);
    const notices = body.match(/<section class="toasts"[\s\S]*?<\/section>/)?.[0] ?? "";
    const content = withoutPress(body.match(/<main[\s\S]*<\/main>/)?.[0] ?? body);
    const flash = stranger.visitor.cookies.get("flash") ?? "";
    const retry = answer.headers.get("retry-after") ?? "";
    const text = [name, answer.status, retry, location, flash, notices, content].join("\n");
    seen.push(ids.reduce((all, one, at) => all.replaceAll(one, `id ${at}`), text));
    // Mails are sent in between, as they would be.
    await site.runJobs();
  }
  return seen;
}

const someone = fc.constantFrom(0, 1);
const plans = fc.array(fc.tuple(someone, fc.constantFrom(...Object.keys(steps))), { minLength: 4, maxLength: 9 });

Deno.test("whatever two strangers try, a free, a waiting and a taken address are the same to them", async () => {
  const check = async (plan: [number, string][]) => {
    const [free, ...others] = await Promise.all(Object.keys(states).map((state) => transcript(state, plan)));
    for (const other of others) expect(other).toEqual(free);
  };
  await fc.assert(fc.asyncProperty(plans, check), {
    numRuns: 8,
    examples: [
      // A password that was just signed up with is known if the address was free, and must look unknown all the same.
      [[[0, "signs up"], [0, "signs in"], [1, "signs in"], [0, "signs in with a wrong password"]]],
      // A mailbox gets at most ten mails an hour; that others were sent before must not show.
      [[
        ...Array(10).fill([0, "signs up"]) as [number, string][],
        [0, "asks for a new code"],
        [0, "looks at the code's page"],
        [0, "waits for half an hour"],
        [0, "signs in"],
        [0, "looks at the code's page"],
      ]],
      [[[1, "tries twelve codes by call"], [0, "signs up"], [0, "types a wrong code"], [1, "types a wrong code"]]],
    ],
  });
});
