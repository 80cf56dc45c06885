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

/** The account asks for its second factor: the sign-in page has the steps for that, and takes the form as it stands. */
export const needsSecondStep = (body: unknown): boolean =>
  (body as { code?: unknown } | null)?.code === "second_factor_required";

/** A path on this site, or null: never another host, however it is spelt. */
export function safeNext(next: string | null): string | null {
  return next && /^\/(?![/\\])/.test(next) && !/[\\\s]/.test(next) ? next : null;
}

const desks: Record<number, string> = {
  1: "/man/mail/inbox",
  2: "/lady/mail/inbox",
  3: "/admin",
  4: "/agency",
  5: "/agency/mail",
};

/**
 * Where to go after signing in (specification, section 2): `next` first, the desk of the group from the home page or
 * for those who work here, and null for staying on the page.
 */
export function destinationAfter(groupId: number, next: string | null, path: string): string | null {
  if (next) return next;
  return path === "/" || path.startsWith("/auth/") || groupId > 2 ? desks[groupId] ?? "/" : null;
}
