import { expect } from "expect";
import { isServersFailure, MailRefused, MailUnfit, refusedAbout } from "./refusals.ts";

const toRecipient = (response: string) => refusedAbout({ command: "RCPT TO", response });

Deno.test("an address is nobody's where the status says so, before the words or among them", () => {
  for (
    const response of [
      "550 5.1.1 nobody here",
      "550-5.1.1 The account does not\r\n550 5.1.1 exist",
      "553 5.1.3 no address",
      "550 5.2.1 closed",
      "550 sorry, no mailbox here by that name (#5.1.1)",
      "550 sorry, no mailbox here by that name (#5.1.1 - chkuser)",
    ]
  ) expect([response, toRecipient(response)]).toEqual([response, "address"]);
});

Deno.test("a reply without a status, or with one that says nothing, leaves open whom it means", () => {
  for (
    const response of [
      "550 relay not permitted",
      "550 Relaying denied",
      "550-Verification failed for <letters@vesna.example>\r\n550 Sender verify failed",
      "550 Administrative prohibition",
      "550 authentication required",
      "550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)",
      "550 no such user",
      "551 gone elsewhere",
      "553 no",
      "550 #5.1.0 Address rejected.",
    ]
  ) expect([response, toRecipient(response)]).toEqual([response, "either"]);
});

Deno.test("what is refused by policy, or before any recipient was named, is about the site", () => {
  for (
    const response of [
      "550 5.7.1 Relaying denied",
      "554 5.7.1 Relay access denied",
      "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    ]
  ) expect([response, toRecipient(response)]).toEqual([response, "site"]);
  expect(refusedAbout({ command: "AUTH PLAIN", response: "535 5.7.8 bad credentials" })).toBe("site");
  expect(refusedAbout({ command: "MAIL FROM", response: "550 no such sender" })).toBe("site");
});

Deno.test("what passes, and what concerns one mail alone, is no refusal", () => {
  for (const response of ["450 4.2.0 greylisted", "552 5.2.2 full", "554 no spam here", "421 4.3.2 closing"]) {
    expect([response, toRecipient(response)]).toEqual([response, null]);
  }
  expect(refusedAbout({ command: "DATA", response: "554 5.6.0 rejected" })).toBeNull();
  expect(refusedAbout({ command: "CONN" })).toBeNull();
  expect(refusedAbout({})).toBeNull();
});

const smtp = (command: string | undefined, response?: string) => Object.assign(new Error(), { command, response });

Deno.test("a server that is away, hangs or sends everybody off fails for all, whatever it was asked", () => {
  const failures = [
    new Error("no answer within 20 s"),
    smtp("CONN"),
    smtp("CONN", "421 4.3.2 closing"),
    smtp("EHLO", "554 go away"),
    smtp("AUTH PLAIN", "454 4.7.0 later"),
    smtp("MAIL FROM", "452 4.3.1 no room"),
    smtp("RCPT TO", "421 4.7.0 later"),
    smtp("RCPT TO", "451 4.3.0 queue is broken"),
    smtp("DATA"),
    new MailRefused("site", "550 5.7.1 relaying denied"),
  ];
  expect(failures.filter((failure) => !isServersFailure(failure))).toEqual([]);
});

Deno.test("what may be the fault of one recipient, or of one mail, says nothing of the server", () => {
  const failures = [
    smtp("RCPT TO", "450 4.1.2 domain not found"),
    smtp("RCPT TO", "450 4.2.0 greylisted"),
    smtp("RCPT TO", "451 try later"),
    smtp("DATA", "554 5.6.0 rejected"),
    smtp("DATA", "451 try later"),
    smtp("API"),
    new MailRefused("either", "550 no"),
    new MailUnfit("a line break in a mail header"),
  ];
  expect(failures.filter(isServersFailure)).toEqual([]);
});
