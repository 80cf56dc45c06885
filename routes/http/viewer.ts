/** The signed-in person as the frame shows them: name, picture, credits, unread letters. */
import type { Viewer } from "../../components/page_context.ts";
import { lady, man } from "../../kv/accounts/users.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { favouritesOf } from "../../kv/ladies/favourites.ts";
import { ladyById } from "../../kv/ladies/ladies.ts";
import { unreadCounts } from "../../kv/letters/boxes/boxes.ts";
import type { AppContext } from "./env.ts";

export const noAvatar = "/static/images/no-avatar-avatar.webp";

/** The viewer of this request, read once. */
export async function viewerOf(c: AppContext): Promise<Viewer | null> {
  const known = c.get("viewer");
  if (known !== undefined) return known;
  const viewer = await readViewer(c);
  c.set("viewer", viewer);
  return viewer;
}

/** Reads what the frame shows of the viewer; null for guests, and for people who are kept out: no link opens for them. */
export async function readViewer(c: AppContext): Promise<Viewer | null> {
  const { signedIn, keptOut, deps } = c.var;
  if (!signedIn || keptOut) return null;
  const { user } = signedIn;
  const [balanceCredits, newLetters, profile, favourites] = await Promise.all([
    user.groupId === man ? balanceOf(deps.store, user.id) : null,
    unreadCounts(deps.store, user.id),
    user.groupId === lady ? ladyById(deps.store, user.id) : null,
    user.groupId === man ? favouritesOf(deps.store, user.id) : undefined,
  ]);
  const photo = user.photo ?? profile?.photos[0];
  return {
    id: user.id,
    groupId: user.groupId,
    firstname: user.firstname,
    avatar: photo?.sizes.avatar ?? noAvatar,
    balanceCredits,
    newLetters,
    favourites,
    toldZone: user.timeZone ? null : user.deviceZone ?? "",
  };
}
