/** What a refusal without a reason means is told by what becomes of other mails. */
import { expect } from "expect";
import { MailDoubts } from "./mail_doubts.ts";

const [james, wei, olena, daria] = ["james@one.test", "wei@two.test", "olena@three.test", "daria@four.test"];
const dayMs = 24 * 3600_000;

Deno.test("nobody has an address that is refused again after the server took mails to its domain, or to three others", () => {
  const neighbours = new MailDoubts();
  expect(neighbours.isNobodys(james, 1)).toBe(false);
  neighbours.taken("another@one.test", 2);
  expect(neighbours.isNobodys(james, 3)).toBe(true);
  const strangers = new MailDoubts();
  expect(strangers.isNobodys(james, 1)).toBe(false);
  strangers.taken(wei, 2);
  strangers.taken(olena, 3);
  expect(strangers.isNobodys(james, 4)).toBe(false);
  strangers.taken(daria, 5);
  expect(strangers.isNobodys(james, 6)).toBe(true);
});

Deno.test("a server that refuses everybody, or all but its own addresses, speaks of nobody's address", () => {
  const doubts = new MailDoubts();
  for (const to of [wei, olena, daria]) doubts.taken(to, 1);
  for (let at = 2; at < 20; at++) {
    for (const to of [james, wei, olena, daria]) expect(doubts.isNobodys(to, at)).toBe(false);
    doubts.taken("letters@vesna.test", at);
  }
});

Deno.test("a mail that arrives ends the doubt, and so does a day", () => {
  const doubts = new MailDoubts();
  const isNobodys = (at: number) => {
    for (const to of [wei, olena, daria]) doubts.taken(to, at - 1);
    return doubts.isNobodys(james, at);
  };
  expect(isNobodys(10)).toBe(false);
  doubts.taken(james, 15);
  expect(isNobodys(20)).toBe(false);
  expect(isNobodys(20 + dayMs + 1)).toBe(false);
  expect(isNobodys(40 + dayMs)).toBe(true);
});

Deno.test("the site is refused once three people are and nobody is served, which is news once, until a mail is taken", () => {
  const doubts = new MailDoubts();
  expect([james, james, wei, james, olena, daria].map((to) => doubts.refused(to, "either"))).toEqual(
    [false, false, false, false, true, false],
  );
  expect(doubts.isSiteRefused).toBe(true);
  expect([doubts.taken(james, 1), doubts.taken(wei, 2)]).toEqual([true, false]);
  expect(doubts.isSiteRefused).toBe(false);
});

Deno.test("three mistyped addresses of one domain say nothing about the site, unless the server names it", () => {
  const doubts = new MailDoubts();
  const mistyped = ["jmes", "jaems", "jamse"].map((name) => `${name}@one.test`);
  for (const to of mistyped) expect(doubts.refused(to, "either")).toBe(false);
  expect(mistyped.map((to) => doubts.refused(to, "site"))).toEqual([false, true, false]);
});
