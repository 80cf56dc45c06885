/** How a domain outside ASCII is written in an address: as the net asks for it, so that one account has one address. */
import { domainToASCII } from "node:url";

/** "olga@почта.рф" as "olga@xn--80a1acny.xn--p1ai", which is the same address. A domain that cannot be one stays as it is. */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  // deno-lint-ignore no-control-regex
  if (at === 0 || /^[\u0000-\u007f]*$/.test(domain)) return email;
  return email.slice(0, at) + (domainToASCII(domain) || domain);
}
