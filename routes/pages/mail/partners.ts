/** The person at the other end of a dialogue, as the reader may see her or him (design, section 4). */
import type { Translate } from "../../../i18n/translate.ts";
import { type Reading, readingOf } from "../../../kv/accounts/languages.ts";
import { man, type User, usersByIds, zoneOf } from "../../../kv/accounts/users.ts";
import { ageYears } from "../../../kv/ladies/age.ts";
import { ladiesByIds } from "../../../kv/ladies/ladies.ts";
import { isShown, wordsOf } from "../../../kv/ladies/record.ts";
import { blockedBy } from "../../../kv/safety/blocks.ts";
import { isKnownTo } from "../../../kv/safety/known_people.ts";
import { placeName } from "../../account/country_names.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { isHiddenFrom } from "../../http/hidden_people.ts";
import { localHref } from "../../http/page.tsx";
import { noAvatar } from "../../http/viewer.ts";
import { girlPath } from "../../ladies/girl_paths.ts";
import { placeOf } from "../../ladies/lady_cards.ts";
import type { MailSide } from "../../letters/sides.ts";

export interface Partner {
  id: number;
  name: string;
  hasLeft: boolean;
  /** Present if the reader may not even know whether there is such a person. */
  isUnknown?: true;
  /** Null for somebody who has left or is hidden from the reader; the place is empty then. */
  age: number | null;
  place: string;
  avatar: string;
  /** The localised address of her profile, or of his as ladies see it; null if there is none to see. */
  profileHref: string | null;
  /** Whether the reader has blocked this person. */
  isBlocked: boolean;
  /** Whether a letter can reach this person today. */
  canReceive: boolean;
  /** Which languages this person reads, and whether letters in others are translated; null for somebody of whom only the name is shown. */
  reading: Reading | null;
  /** Whether the demo itself writes for her. */
  isCompanion: boolean;
  /** The time zone of this person; null if it is not known. */
  zone: string | null;
}

export const partnerIdOf = (side: MailSide, letter: { manId: number; ladyId: number }): number =>
  side.groupId === man ? letter.ladyId : letter.manId;

/** Partners by id; every wanted id has one, if only a name for somebody who left. */
export async function partnersOf(c: MemberContext, side: MailSide, ids: number[]): Promise<Map<number, Partner>> {
  const wanted = [...new Set(ids)];
  const found = side.groupId === man ? await ladies(c, wanted) : await men(c, wanted);
  const byId = new Map(found.map((partner) => [partner.id, partner]));
  return new Map(wanted.map((id) => [id, byId.get(id) ?? formerMember(c, id)]));
}

/** The partner with this id, if the reader may know of her or him and a letter can arrive today; null otherwise. */
export async function recipientOf(c: MemberContext, side: MailSide, id: number): Promise<Partner | null> {
  const [partners, isKnown] = await Promise.all([partnersOf(c, side, [id]), isKnownToReader(c, id)]);
  const partner = partners.get(id)!;
  return isKnown && partner.canReceive ? partner : null;
}

/**
 * The person to whom a form was written. If no letter can reach this person any more, the answer has only the name; not even
 * that of somebody whom the writer does not know, unless the form comes from a sheet that was shown (open_sheets.ts).
 */
export async function addresseeOf(c: MemberContext, side: MailSide, id: number, wasShown: boolean): Promise<Partner> {
  const [partners, isKnown] = await Promise.all([partnersOf(c, side, [id]), isKnownToReader(c, id)]);
  const partner = partners.get(id)!;
  if (isKnown && partner.canReceive) return partner;
  const nobody = formerMember(c, id);
  if (isKnown || wasShown) return { ...nobody, name: partner.name, hasLeft: partner.hasLeft };
  return { ...nobody, name: c.var.facts.t("mail:unknownMember"), hasLeft: false, isUnknown: true };
}

/** Why no letter can be written to this person now. */
export const whyNoLetter = (t: Translate, { name, hasLeft, isUnknown }: Partner): string =>
  isUnknown ? t("mail:noLetterHere") : hasLeft ? t("mail:hasLeft") : t("mail:notReceiving", { name });

const isKnownToReader = (c: MemberContext, id: number): Promise<boolean> =>
  isKnownTo(c.var.deps.store, c.var.signedIn.user, id);

async function ladies(c: MemberContext, ids: number[]): Promise<Partner[]> {
  const { facts, deps, signedIn } = c.var;
  const nowMs = deps.store.now();
  const [blocked, records, users] = await Promise.all([
    blockedBy(deps.store, signedIn.user.id),
    ladiesByIds(deps.store, ids),
    usersByIds(deps.store, ids),
  ]);
  const accounts = new Map(users.map((user) => [user?.id, user]));
  return records.map((record) => {
    const account = accounts.get(record.id);
    return asSeen(c, account, {
      id: record.id,
      name: wordsOf(record, facts.locale).firstname,
      hasLeft: false,
      age: ageYears(record.birthdate, nowMs),
      place: placeOf(facts.locale, record),
      avatar: record.photos[0]?.sizes.avatar ?? noAvatar,
      profileHref: isShown(record) ? localHref(facts.prefix, girlPath(record, nowMs)) : null,
      isBlocked: blocked.has(record.id),
      canReceive: isShown(record),
      reading: account ? readingOf(account) : null,
      isCompanion: account?.isCompanion === true,
      zone: account ? zoneOf(account) : null,
    });
  });
}

async function men(c: MemberContext, ids: number[]): Promise<Partner[]> {
  const { deps: { store }, signedIn } = c.var;
  const [users, blocked] = await Promise.all([usersByIds(store, ids), blockedBy(store, signedIn.user.id)]);
  const found = users.filter((user): user is User => user?.groupId === man);
  return found.map((user) =>
    asSeen(c, user, {
      id: user.id,
      name: user.firstname,
      hasLeft: false,
      age: ageYears(user.birthdate, c.var.deps.store.now()),
      place: placeName(c.var.facts.locale, user.city, user.countryId),
      avatar: user.photo?.sizes.avatar ?? noAvatar,
      profileHref: localHref(c.var.facts.prefix, `/lady/man/${user.id}`),
      isBlocked: blocked.has(user.id),
      canReceive: true,
      reading: readingOf(user),
      isCompanion: false,
      zone: zoneOf(user),
    })
  );
}

/** Of somebody who is hidden from the reader the name alone is shown. */
function asSeen(c: MemberContext, account: User | null | undefined, partner: Partner): Partner {
  if (!account || !isHiddenFrom(c, account)) return partner;
  return { ...partner, age: null, place: "", avatar: noAvatar, profileHref: null, canReceive: false, zone: null };
}

const formerMember = (c: AppContext, id: number): Partner => ({
  id,
  name: c.var.facts.t("mail:formerMember"),
  hasLeft: true,
  age: null,
  place: "",
  avatar: noAvatar,
  profileHref: null,
  isBlocked: false,
  canReceive: false,
  reading: null,
  isCompanion: false,
  zone: null,
});
