/** Which addresses reach one mailbox: what is given once, or holds, for a mailbox is kept under the form written here. */
import { normaliseEmail } from "./users.ts";

/** Services that deliver alike whatever dots an address has, and by either of their domains. */
const dotless = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox of an address: without what stands after a plus, which sorts mails and reaches the same person. An address that
 * has nothing of the kind stays as `normaliseEmail` writes it.
 */
export function mailboxOf(email: string): string {
  const whole = normaliseEmail(email);
  const at = whole.lastIndexOf("@");
  const domain = whole.slice(at + 1);
  const untagged = whole.slice(0, Math.max(0, at)).replace(/(?<=.)\+.*$/, "");
  if (!dotless.has(domain)) return at < 0 ? whole : `${untagged}@${domain}`;
  return `${untagged.replaceAll(".", "")}@gmail.com`;
}
