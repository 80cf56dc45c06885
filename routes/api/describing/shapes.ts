/** What calls answer: the contract's names on the wire, made from the store's records. */
import * as z from "zod";
import { lady, man, type Photo, type User } from "../../../kv/accounts/users.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { ageYears } from "../../../kv/ladies/age.ts";
import { zodiacSignOf } from "../../../kv/ladies/attributes.ts";
import { countryById } from "../../../kv/ladies/countries.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { type LadyRecord, wordsOf } from "../../../kv/ladies/record.ts";
import { acceptsIntroductions } from "../../../kv/letters/introductions.ts";
import { birthdateTold } from "../../account/birthdates.ts";
import { countryName } from "../../account/country_names.ts";
import type { AppContext } from "../../http/env.ts";
import { isHiddenFrom } from "../../http/hidden_people.ts";
import { isShownOnline } from "../../ladies/lady_cards.ts";
import { isNewLady } from "../../ladies/new_ladies.ts";

const photoShape = z.object({
  id: z.number(),
  path: z.string(),
  pathOfQuad: z.string(),
  sizes: z.record(z.string(), z.string()),
});
export const countryShape = z.object({ id: z.number(), name: z.string(), iso: z.string() });

const withoutPhoto: Photo = {
  id: 0,
  path: "/static/images/no-avatar.webp",
  pathOfQuad: "/static/images/no-avatar-quad.webp",
  sizes: {
    full: "/static/images/no-avatar.webp",
    medium: "/static/images/no-avatar-320.webp",
    quad: "/static/images/no-avatar-quad.webp",
    avatar: "/static/images/no-avatar-avatar.webp",
  },
};

const wirePhoto = (photo: Photo | LadyRecord["photos"][number] | null | undefined): Photo => {
  if (!photo) return withoutPhoto;
  const { id, path, pathOfQuad, sizes } = photo;
  return { id, path, pathOfQuad, sizes: { ...sizes } };
};

function countryOf(c: AppContext, countryId: number): z.infer<typeof countryShape> {
  return { id: countryId, name: countryName(c.var.facts.locale, countryId), iso: countryById(countryId)?.iso ?? "" };
}

export const personShape = z.object({
  id: z.number(),
  userId: z.number(),
  firstname: z.string(),
  age: z.number(),
  city: z.string(),
  country: countryShape,
  photo: photoShape,
  groupId: z.number(),
});

/**
 * What one person sees of another (design, section 4): never the surname, the address or the full birthdate; the name alone
 * where a block separates them or the other is suspended.
 */
export async function personOf(c: AppContext, user: User): Promise<z.infer<typeof personShape>> {
  const person = await wholePersonOf(c, user);
  return isHiddenFrom(c, user)
    ? { ...formerPersonOf(c, user.id), firstname: person.firstname, groupId: user.groupId }
    : person;
}

async function wholePersonOf(c: AppContext, user: User): Promise<z.infer<typeof personShape>> {
  const { store } = c.var.deps;
  const profile = user.groupId === lady ? await ladyById(store, user.id) : null;
  const words = profile && wordsOf(profile, c.var.facts.locale);
  return {
    id: user.id,
    userId: user.id,
    firstname: words?.firstname ?? user.firstname,
    age: ageYears(user.birthdate, store.now()),
    city: words?.city ?? user.city,
    country: countryOf(c, profile?.countryId ?? user.countryId),
    photo: wirePhoto(user.photo ?? profile?.photos[0]),
    groupId: user.groupId,
  };
}

/** Somebody whose account was deleted: an id, and a word instead of the name. */
export const formerPersonOf = (c: AppContext, userId: number): z.infer<typeof personShape> => ({
  id: userId,
  userId,
  firstname: c.var.facts.t("mail:formerMember"),
  age: 0,
  city: "",
  country: { id: 0, name: "", iso: "" },
  photo: withoutPhoto,
  groupId: 0,
});

export const selfShape = personShape.extend({
  name: z.string(),
  lastname: z.string(),
  email: z.string(),
  birthdate: z.string(),
  mainphoto: photoShape,
  balance: z.number(),
  girl: z.object({ id: z.number(), isPublished: z.boolean() }).nullable(),
  man: z.object({ id: z.number() }).nullable(),
  phone: z.string(),
  address: z.string(),
  zipCode: z.string(),
  promoEmails: z.boolean(),
  acceptsIntroductions: z.boolean().describe("Whether ladies may write first, to a man"),
  additionalData: z.object({
    email: z.string(),
    groupId: z.number(),
    balance: z.number(),
    chatWootIdentifierHash: z.string().nullable(),
  }),
});

/** A person's own record, with what only its owner sees. */
export async function selfOf(c: AppContext, user: User): Promise<z.infer<typeof selfShape>> {
  const { store } = c.var.deps;
  const person = await wholePersonOf(c, user);
  const profile = user.groupId === lady ? await ladyById(store, user.id) : null;
  const balance = user.groupId === man ? await balanceOf(store, user.id) : 0;
  return {
    ...person,
    firstname: user.firstname,
    // As its owner wrote it, so that sending it back changes nothing.
    city: user.city,
    name: user.firstname,
    lastname: user.lastname,
    email: user.email,
    birthdate: user.birthdate,
    mainphoto: person.photo,
    balance,
    girl: profile && { id: user.id, isPublished: profile.isPublished },
    man: user.groupId === man ? { id: user.id } : null,
    phone: user.phone,
    address: user.address,
    zipCode: user.zipCode,
    promoEmails: user.promoEmails,
    acceptsIntroductions: user.groupId === man && acceptsIntroductions(user),
    additionalData: { email: user.email, groupId: user.groupId, balance, chatWootIdentifierHash: null },
  };
}

export const girlShape = z.object({
  id: z.number(),
  userId: z.number(),
  name: z.string(),
  firstname: z.string(),
  age: z.number(),
  birthdate: z.string().describe("The year alone; YYYY-MM-DD to herself and admins"),
  birthday: z.string().optional().describe("MM-DD, to signed-in men, herself and admins"),
  country: countryShape,
  city: z.string(),
  mainphoto: photoShape,
  isOnline: z.boolean(),
  isNew: z.boolean(),
  height: z.number().nullable(),
  weight: z.number().nullable(),
  hairColor: z.string().nullable(),
  eyeColor: z.string().nullable(),
  englishRating: z.string().nullable(),
  childrenNumber: z.number().nullable(),
  maritalStatus: z.string().nullable(),
  lookingFor: z.array(z.string()),
  profession: z.string().nullable(),
  education: z.string().nullable(),
  religion: z.string().nullable(),
  smoking: z.string().nullable(),
  drinking: z.string().nullable(),
  zodiacSign: z.string(),
  quote: z.string(),
  about: z.string(),
  idealPartner: z.string(),
  interests: z.array(z.string()),
});

export function girlOf(c: AppContext, record: LadyRecord): z.infer<typeof girlShape> {
  const { store } = c.var.deps;
  const words = wordsOf(record, c.var.facts.locale);
  const told = birthdateTold(c.var.signedIn?.user, record.id);
  return {
    id: record.id,
    userId: record.id,
    name: words.firstname,
    firstname: words.firstname,
    age: ageYears(record.birthdate, store.now()),
    birthdate: told === "date" ? record.birthdate : record.birthdate.slice(0, 4),
    ...(told !== "year" && { birthday: record.birthdate.slice(5) }),
    country: countryOf(c, record.countryId),
    city: words.city,
    mainphoto: wirePhoto(record.photos[0]),
    isOnline: isShownOnline(c, record.id),
    isNew: isNewLady(record, store.now()),
    height: record.heightCm,
    weight: record.weightKg,
    hairColor: record.hairColor,
    eyeColor: record.eyeColor,
    englishRating: record.englishRating,
    childrenNumber: record.childrenNumber,
    maritalStatus: record.maritalStatus,
    lookingFor: record.lookingFor,
    profession: record.profession,
    education: record.education,
    religion: record.religion,
    smoking: record.smoking,
    drinking: record.drinking,
    zodiacSign: zodiacSignOf(record.birthdate),
    quote: words.quote,
    about: words.about,
    idealPartner: words.idealPartner,
    interests: words.interests,
  };
}
