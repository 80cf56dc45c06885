/**
 * What a report without an account points at: an address of this site as it was copied, the number of a lady as her profile
 * says it, or words that name a person or a letter. Only pages that everybody sees are recognised; whether a person or a
 * letter exists is told to nobody.
 */
import { ladyNumberIn } from "../../i18n/lady_number.ts";
import { publishedLadyById } from "../../kv/ladies/ladies.ts";
import { videoById } from "../../kv/ladies/videos.ts";
import type { Store } from "../../kv/open.ts";
import type { Pointed } from "../../kv/safety/guest_reports.ts";
import { publishedStory, type StoryType } from "../../kv/writing/stories.ts";
import { storyRoots } from "../discovery/stories.ts";
import type { AppContext } from "../http/env.ts";
import { girlPath, idInGirlSlug } from "../ladies/girl_paths.ts";
import { placeRequest, variantOfHost } from "../middleware/locale.ts";

/** How long the typed text may be, in UTF-16 units. */
export const pointedLengthMax = 500;

/** What the typed text points at; null if it is no page of this site. */
export async function pointedAt(c: AppContext, typed: string): Promise<Pointed | null> {
  const named = /^(user|letter):(\d{1,15})$/.exec(typed);
  if (named) return { kind: named[1] as "user" | "letter", id: Number(named[2]) };
  const number = ladyNumberIn(typed);
  if (number) return { kind: "user", id: Number(number) };
  const path = pathOf(c, typed);
  return path === null ? null : await pageAt(c.var.deps.store, path);
}

/** The path, without language prefix, of an address of this site; null for an address of another. */
function pathOf(c: AppContext, typed: string): string | null {
  const { deps: { config }, facts: { origin } } = c.var;
  // The scheme of a copied address does not matter, and may be missing.
  const url = URL.parse(typed.startsWith("/") || /^https?:/.test(typed) ? typed : `https://${typed}`, origin);
  if (!url) return null;
  const isOurs = url.host === new URL(origin).host || variantOfHost(config, url.host) !== "any";
  // With the prefixes of all variants: an address may come from the other one.
  return isOurs ? placeRequest("any", url.pathname).path : null;
}

async function pageAt(store: Store, path: string): Promise<Pointed | null> {
  if (!/^(\/[\w-]{1,80}){2,4}$/.test(path)) return null;
  const [, root, first = "", ...rest] = path.split("/");
  if (root === "girl" && rest.length === 0) return await profileAt(store, idInGirlSlug(first));
  const id = /^\d{1,15}$/.test(first) ? Number(first) : null;
  if (id === null) return null;
  // Whether the file exists, and whose it is, is told to nobody.
  if (root === "photo-files") return page(path, (await publishedLadyById(store, id))?.id);
  if (root === "video-files") return page(path, (await videoById(store, id))?.ladyId);
  const type = (Object.keys(storyRoots) as StoryType[]).find((each) => storyRoots[each] === `/${root}`);
  return type && rest.length === 0 && await publishedStory(store, type, id) ? page(path) : null;
}

/** A profile by its number. The address is made anew, so that no mail repeats words that somebody put into it. */
async function profileAt(store: Store, id: number | null): Promise<Pointed | null> {
  const lady = id === null ? null : await publishedLadyById(store, id);
  return lady && page(girlPath(lady, store.now()), lady.id);
}

const page = (path: string, ladyId?: number): Pointed => ({ kind: "page", path, ladyId: ladyId ?? null });
