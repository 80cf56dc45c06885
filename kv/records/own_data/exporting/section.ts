/** What a section of an export is: plain facts one after the other, as far as their owner may see them. */
import { type User, userById } from "../../../accounts/users.ts";
import { ladyById } from "../../../ladies/ladies.ts";
import type { Store } from "../../../open.ts";

/** Plain JSON. */
export type Told = Record<string, unknown>;
export type Section = (store: Store, user: User) => AsyncGenerator<Told>;

/** A moment in ISO 8601; null or undefined gives null. */
export const moment = (atMs: number | null | undefined): string | null =>
  atMs === null || atMs === undefined ? null : new Date(atMs).toISOString();

/** Another person, as this one knows her or him: an id and a first name, which is null if that person has left. */
export async function other(store: Store, userId: number): Promise<{ id: number; firstname: string | null }> {
  const name = (await ladyById(store, userId))?.firstname ?? (await userById(store, userId))?.firstname;
  return { id: userId, firstname: name ?? null };
}
