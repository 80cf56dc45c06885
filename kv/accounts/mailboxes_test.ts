/** Addresses of one mailbox are told by what stands after a plus, and no two people are taken for one. */
import { expect } from "expect";
import { mailboxOf } from "./mailboxes.ts";

Deno.test("what stands after a plus, and another case, is the same mailbox; anything else is another one", () => {
  for (const same of ["tom@x.test", " TOM@x.test", "tom+1@x.test", "Tom+a+b@X.test"]) {
    expect(mailboxOf(same)).toBe("tom@x.test");
  }
  for (const other of ["t.om@x.test", "tom-1@x.test", "+tom@x.test", "tom@y.test", "tom_1@x.test"]) {
    expect(mailboxOf(other)).toBe(other);
  }
  for (const same of ["to.m+1@gmail.com", "tom@googlemail.com"]) expect(mailboxOf(same)).toBe("tom@gmail.com");
  expect(mailboxOf("no address")).toBe("no address");
});
