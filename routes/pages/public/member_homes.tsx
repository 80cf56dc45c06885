/** The home page of men and ladies: their own desk. */
import { usePage } from "../../../components/page_context.ts";
import { lady, man } from "../../../kv/accounts/users.ts";
import type { Model } from "../../cache/kept_models.ts";
import type { KeptViews } from "../../cache/kept_views.tsx";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { ladySide, manSide } from "../../letters/sides.ts";
import { type Desk, deskOf } from "../mail/desk/desk.ts";
import { keptDesk } from "../mail/desk/desk_view.tsx";
import { expectPartners } from "../mail/boxes/box_rows.tsx";
import { type Acquaintances, whomSheMeets, WhoToWriteTo } from "../mail/who_to_write_to.tsx";

export interface MemberHome {
  desk: Model<Desk>;
  /** Null for a man, and for a lady who may not write yet. */
  acquaintances: Acquaintances | null;
}

/** What the visitor's home page shows; null for guests and staff. */
export async function memberHomeOf(c: AppContext): Promise<MemberHome | null> {
  const groupId = c.var.signedIn?.user.groupId;
  if (groupId !== man && groupId !== lady) return null;
  // The page lets in everybody; here the visitor is known to be a member.
  const member = c as MemberContext;
  const side = groupId === man ? manSide : ladySide;
  expectPartners(member, side);
  const [desk, acquaintances] = await Promise.all([
    deskOf(member, side, "home"),
    groupId === lady ? whomSheMeets(member) : null,
  ]);
  return { desk, acquaintances };
}

export function MemberDesk({ home: { desk, acquaintances }, kept }: { home: MemberHome; kept: KeptViews }) {
  const page = usePage();
  const { t, viewer } = page;
  const words = viewer!.groupId === man ? "home:man.headline" : "home:lady.headline";
  return (
    <div class="wrap own-desk">
      {keptDesk(kept, page, desk, { heading: "h1", title: t(words, { name: viewer!.firstname }) })}
      {acquaintances && <WhoToWriteTo {...acquaintances} />}
    </div>
  );
}
