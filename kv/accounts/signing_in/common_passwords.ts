/**
 * Passwords that attackers try first: the list of zxcvbn-ts, made from leaked passwords and loaded when a password is
 * first chosen. The rules alone would let "Password1!" pass.
 */

/** The letter that a sign stands for, so that "P@ssw0rd" is recognised. */
const lettersOfSigns: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  "$": "s",
  "5": "s",
};

let listed: Promise<ReadonlySet<string>> | null = null;

/**
 * Whether a password is a common one, also with signs around it, in capitals, with up to three digits at the end, or with
 * signs in place of letters.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const known = await (listed ??= readList());
  return formsOf(password.toLowerCase()).some((form) => known.has(form));
}

function formsOf(lower: string): string[] {
  const bare = lower.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  const forms = [lower, bare, bare.replace(/\d{1,3}$/, "")];
  return [...forms, ...forms.map((form) => form.replace(/[@431!0$5]/g, (sign) => lettersOfSigns[sign]!))];
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
