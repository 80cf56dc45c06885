/** Many mails at once, and codes among them; how fast they go is a row of `deno task bench mails`. */
import { expect } from "expect";
import { mailsAtOnce } from "../../../kv/store/jobs/lanes.ts";
import { stormOfMails } from "../testing/mail_storm.ts";

Deno.test("three hundred news and nine codes asked meanwhile arrive once each, over a few lines", async () => {
  const { arrived, codesMs, connections } = await stormOfMails(300, 9);
  const [news, ...codes] = [...arrived.values()].sort((a, b) => b - a);
  expect(news).toBe(300);
  expect(codes).toEqual(codesMs.map(() => 1));
  expect(codes.length).toBe(9);
  // A connection takes a hundred mails, and then another replaces it.
  expect(connections).toBeLessThanOrEqual(mailsAtOnce + 3);
});
