/** A person's own record, with everything that the profile tells, under the names of the filters (contract, HTTP). */
import { accountLocales, readableLanguages, readingOf } from "../../../kv/accounts/languages.ts";
import * as z from "zod";
import { wishesMail } from "../../../kv/accounts/mail_wishes.ts";
import { lady, man, type User } from "../../../kv/accounts/users.ts";
import { zodiacSignOf } from "../../../kv/ladies/attributes.ts";
import { pendingNameOf } from "../../../kv/ladies/profile/first_names.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { isPutForward } from "../../../kv/ladies/listing.ts";
import { type LadyFacts, profileChangeOf } from "../../../kv/ladies/profile/profile_changes.ts";
import { type ManProfile, manProfileOf } from "../../../kv/ladies/profiles.ts";
import type { LadyRecord } from "../../../kv/ladies/record.ts";
import type { AppContext } from "../../http/env.ts";
import { selfOf, selfShape } from "./shapes.ts";

const text = z.string().nullable();
const count = z.number().nullable();

const sharedShape = z.object({
  height: count,
  weight: count,
  hairColor: text,
  eyeColor: text,
  maritalStatus: text,
  childrenNumber: count,
  education: text,
  profession: text,
  religion: text,
  smoking: text,
  drinking: text,
  lookingFor: z.array(z.string()),
  interests: z.array(z.string()),
  quote: z.string(),
  about: z.string(),
  idealPartner: z.string(),
});

const ladyShape = sharedShape.extend({
  englishRating: text,
  motherTongue: text,
});

const waitingShape = ladyShape.partial().extend({
  firstname: z.string().optional(),
  birthdate: z.string().optional(),
  countryId: z.number().optional(),
  city: z.string().optional(),
  isRefused: z.boolean().describe("Somebody has read it and not approved it; it can be asked for again"),
});

export const ownShape = selfShape.extend({
  locale: z.string().describe("The language of mails"),
  timeZone: text.describe("The time zone of one's choice"),
  deviceZone: text.describe("The time zone that one's browser told last; it holds where none was chosen"),
  letterEmails: z.boolean(),
  talkEmails: z.boolean().describe("Whether mails tell of times to talk, and remind of them"),
  invitationEmails: z.boolean().describe("Whether a mail tells that somebody asked to talk and did not reach one"),
  readsLanguages: z.array(z.enum(readableLanguages)),
  readingLanguage: z.enum(accountLocales),
  wantsTranslation: z.boolean().describe("Whether letters in languages that one does not read are translated"),
  zodiacSign: z.string(),
  ...ladyShape.partial().shape,
  isPutForward: z.boolean().optional().describe("A lady: she stands in lists and is found"),
  ageFrom: count.optional(),
  ageTo: count.optional(),
  waiting: waitingShape.nullable().describe("What a lady asked for and what waits for approval"),
});

export type Own = z.infer<typeof ownShape>;

export async function ownOf(c: AppContext, user: User): Promise<Own> {
  const { store } = c.var.deps;
  const own = {
    ...await selfOf(c, user),
    locale: user.locale,
    timeZone: user.timeZone || null,
    deviceZone: user.deviceZone ?? null,
    letterEmails: wishesMail(user, "letters"),
    talkEmails: wishesMail(user, "talks"),
    invitationEmails: wishesMail(user, "invitations"),
    ...wireReading(user),
    zodiacSign: zodiacSignOf(user.birthdate),
    waiting: null,
  };
  if (user.groupId === man) {
    const profile = await manProfileOf(store, user.id);
    return { ...own, ...sharedOf(profile), ageFrom: profile.ageFrom, ageTo: profile.ageTo };
  }
  const record = user.groupId === lady ? await ladyById(store, user.id) : null;
  if (!record) return own;
  const { englishRating, motherTongue = null } = record;
  return {
    ...own,
    ...sharedOf(record),
    englishRating,
    motherTongue,
    isPutForward: isPutForward(record),
    waiting: await waitingOf(c, user.id),
  };
}

function wireReading(user: User) {
  const { reads, into, wantsTranslation } = readingOf(user);
  return { readsLanguages: reads, readingLanguage: into, wantsTranslation };
}

async function waitingOf(c: AppContext, ladyId: number): Promise<z.infer<typeof waitingShape> | null> {
  const { store } = c.var.deps;
  const [change, name] = await Promise.all([profileChangeOf(store, ladyId), pendingNameOf(store, ladyId)]);
  if (!change && !name) return null;
  const { heightCm: height, weightKg: weight, ...wanted }: Partial<LadyFacts> = change?.wanted ?? {};
  return {
    ...wanted,
    ...(height !== undefined && { height }),
    ...(weight !== undefined && { weight }),
    ...(name && { firstname: name.firstname }),
    isRefused: [change?.refusedAt, name?.refusedAt].some((at) => typeof at === "number"),
  };
}

const sharedOf = (profile: ManProfile | LadyRecord): z.infer<typeof sharedShape> => ({
  height: profile.heightCm,
  weight: profile.weightKg,
  hairColor: profile.hairColor,
  eyeColor: profile.eyeColor,
  maritalStatus: profile.maritalStatus,
  childrenNumber: profile.childrenNumber,
  education: profile.education,
  profession: profile.profession,
  religion: profile.religion,
  smoking: profile.smoking,
  drinking: profile.drinking,
  lookingFor: profile.lookingFor,
  interests: profile.interests,
  quote: profile.quote,
  about: profile.about,
  idealPartner: profile.idealPartner,
});
