/** The rules of a new password as the browser checks them while it is typed; the server has the last word. */

/** By their names in the catalogue, in the order in which they are shown. */
export const rules: Record<string, (password: string) => boolean> = {
  length: (password) => password.length >= 8,
  mixed_case: (password) => /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password),
  digit: (password) => /\d/.test(password),
  special: (password) => /[#?!@$%^&*-]/.test(password),
};

/** Each rule with whether it is met; null while nothing was typed. */
export const stateOf = (password: string): { name: string; isMet: boolean | null }[] =>
  Object.entries(rules).map(([name, holds]) => ({ name, isMet: password === "" ? null : holds(password) }));
