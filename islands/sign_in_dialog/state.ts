/** Where signing in leads, and what a refused answer says; no browser needed. */

/** What the dialog shows after the server refused. */
export interface Failure {
  message: string;
  /** One sentence per field it concerns. */
  fields: Record<string, string>;
}

/** Reads the body of a failed answer; anything unreadable becomes the fallback sentence. */
export function readFailure(body: unknown, fallback: string): Failure {
  const { message, fields } = (body ?? {}) as Record<string, unknown>;
  return {
    message: typeof message === "string" && message ? message : fallback,
    fields: (fields ?? {}) as Record<string, string>,
  };
}

const codeOf = (body: unknown): unknown => (body as { code?: unknown } | null)?.code;

/** A member's password was right, but the address is not proven yet. */
export const isUnconfirmed = (body: unknown): boolean => codeOf(body) === "email_not_confirmed";

/**
 * The password was right, and something is still wanted: a second factor, or the code of the mail; or its owner is kept
 * out and may read why. The sign-in page has the steps for all of them, and takes the form as it stands.
 */
export const needsAnotherStep = (body: unknown): boolean =>
  isUnconfirmed(body) || codeOf(body) === "second_factor_required" || codeOf(body) === "suspended";

/** A path on this site, or null: never another host, however it is spelt. */
export function safeNext(next: string | null): string | null {
  return next && /^\/(?![/\\])/.test(next) && !/[\\\s]/.test(next) ? next : null;
}

const homes: Record<number, string> = {
  1: "/man/mail/inbox",
  2: "/lady/mail/inbox",
  3: "/admin",
  4: "/agency",
  5: "/agency/mail",
};

/**
 * Where to go after signing in (specification, section 2): `next` if there is one; the group's first page from the home page
 * or a page under /auth, and always for staff; else null, which means to stay on the page.
 */
export function destinationAfter(groupId: number, next: string | null, path: string): string | null {
  if (next) return next;
  return path === "/" || path.startsWith("/auth/") || groupId > 2 ? homes[groupId] ?? "/" : null;
}

/** Where the pages that follow lead in the end: to `next`, else to where the dialog opened; null for the first page. */
export const nextOnwards = (next: string | null, path: string, address: string): string | null =>
  next ?? (destinationAfter(1, null, path) === null ? safeNext(address) : null);
