import { expect } from "expect";
import { withAsciiDomain } from "./email_domains.ts";

Deno.test("a domain in any letters is written in ASCII, what stands before it stays", () => {
  for (
    const [written, kept] of [
      ["Olga@почта.рф", "Olga@xn--80a1acny.xn--p1ai"],
      ["olga@Пошта。УКР", "olga@xn--80a1acn3a.xn--j1amh"],
      ["wei@例え.テスト", "wei@xn--r8jz45g.xn--zckzah"],
      ["Olga@XN--80a1acny.xn--p1ai", "Olga@XN--80a1acny.xn--p1ai"],
      ["ольга@Mail.ru", "ольга@Mail.ru"],
      ["почта.рф", "почта.рф"],
    ] as const
  ) expect(withAsciiDomain(written)).toBe(kept);
});
