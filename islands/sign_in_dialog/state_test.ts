import { expect } from "expect";
import { destinationAfter, isUnconfirmed, needsAnotherStep, nextOnwards, readFailure, safeNext } from "./state.ts";

Deno.test("a refused answer gives its own sentence and its fields", () => {
  const body = { message: "Wrong e-mail.", code: "validation", fields: { email: "Not an address." } };
  expect(readFailure(body, "…")).toEqual({ message: "Wrong e-mail.", fields: { email: "Not an address." } });
});

Deno.test("an answer without a sentence gets the fallback", () => {
  for (const body of [null, undefined, {}, { message: "" }, { message: 7 }, "oops"]) {
    expect(readFailure(body, "Something went wrong.").message).toBe("Something went wrong.");
  }
});

Deno.test("a right password that is not enough leads on: to the second factor, the code of the mail, or the reasons", () => {
  for (const code of ["second_factor_required", "email_not_confirmed", "suspended"]) {
    expect(needsAnotherStep({ message: "Code?", code })).toBe(true);
    expect(isUnconfirmed({ code })).toBe(code === "email_not_confirmed");
  }
  for (const body of [{ message: "No.", code: "bad_credentials" }, { access_token: "x" }, null, "oops"]) {
    expect([needsAnotherStep(body), isUnconfirmed(body)]).toEqual([false, false]);
  }
});

Deno.test("who goes on to another page comes back to where the dialog opened, or to what was wanted", () => {
  expect(nextOnwards(null, "/girl/Olena", "/en/girl/Olena?x=1")).toBe("/en/girl/Olena?x=1");
  expect(nextOnwards("/en/man/chat", "/girl/Olena", "/en/girl/Olena")).toBe("/en/man/chat");
  for (const path of ["/", "/auth/sign-up"]) expect(nextOnwards(null, path, `/en${path}`)).toBe(null);
});

Deno.test("next never leaves the site", () => {
  expect(safeNext("/search?city=Minsk")).toBe("/search?city=Minsk");
  const foreign = [
    "//evil.test",
    "/\\evil.test",
    "https://evil.test",
    "javascript:alert(1)",
    "/\t/evil.test",
    "",
    null,
  ];
  for (const next of foreign) expect(safeNext(next)).toBe(null);
});

Deno.test("signing in leads to next, to the home page, or nowhere", () => {
  expect(destinationAfter(1, "/girls/Top_50", "/")).toBe("/girls/Top_50");
  expect(destinationAfter(1, null, "/")).toBe("/man/mail/inbox");
  expect(destinationAfter(2, null, "/")).toBe("/lady/mail/inbox");
  expect(destinationAfter(1, null, "/auth/sign-up")).toBe("/man/mail/inbox");
  expect(destinationAfter(1, null, "/search")).toBe(null);
  expect(destinationAfter(3, null, "/search")).toBe("/admin");
  expect(destinationAfter(4, null, "/search")).toBe("/agency");
  expect(destinationAfter(5, null, "/search")).toBe("/agency/mail");
});
