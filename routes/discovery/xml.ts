/** Text inside XML. */

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Escapes a text or an attribute's value; characters that XML may not hold are left out. */
export const escapeXml = (text: string): string =>
  // deno-lint-ignore no-control-regex
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "").replace(/[&<>"']/g, (sign) => signs[sign]!);
