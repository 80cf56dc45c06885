/** The addresses of the pages where the background of men in the United States is stated and read. */
import type { Refusal } from "../../kv/store/refusals.ts";
import type { AppContext } from "../http/env.ts";
import { localHref } from "../http/page.tsx";

export const manBackgroundPath = "/man/background";
export const ladyBackgroundsPath = "/lady/backgrounds";
export const ladyBackgroundPath = (manId: number): string => `${ladyBackgroundsPath}/${manId}`;

/** His page, with the lady whom it is about. */
export const manBackgroundFor = (ladyId: number): string => `${manBackgroundPath}?to=${ladyId}`;

/**
 * Where a person who was refused can do what contact waits for (kv/safety/background/contact.ts): the page about
 * `partnerId`, or the general one. Null for other refusals, and if contact waits for the other person.
 */
export function backgroundHref(
  c: AppContext,
  { reason, wording }: Pick<Refusal, "reason" | "wording">,
  partnerId?: number,
): string | null {
  if (reason !== "background_required" || wording === "his") return null;
  const path = wording === "hers"
    ? partnerId === undefined ? ladyBackgroundsPath : ladyBackgroundPath(partnerId)
    : partnerId === undefined
    ? manBackgroundPath
    : manBackgroundFor(partnerId);
  return localHref(c.var.facts.prefix, path);
}
