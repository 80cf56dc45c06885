/** Rows of accounts: who somebody is, how she or he comes in, what is shown, whom she or he keeps or avoids. */
import { index, type Row, secret } from "./row.ts";

export const accountRows = {
  user: { whose: "person", exported: "account", erased: "account", retention: "account" },
  user_by_email: { whose: "person", exported: index, erased: "account", retention: "account" },
  password: { whose: "person", exported: secret, erased: "account", retention: "account" },

  session: {
    whose: "person",
    exported: "devices",
    erased: "sessions",
    retention: { days: 30, by: "itself", after: "it was last used" },
  },
  session_of_user: {
    whose: "person",
    exported: index,
    erased: "sessions",
    retention: { days: 30, by: "itself", after: "it was last used" },
  },
  sign_in_ticket: {
    whose: "person",
    exported: secret,
    erased: "sessions",
    retention: { days: 1, by: "itself", after: "it was issued" },
  },
  confirmation: {
    whose: "person",
    exported: { not: "it ends before the account begins" },
    erased: "traces",
    retention: { days: 1, by: "itself", after: "the sign-up" },
  },
  confirmation_of_email: {
    whose: "person",
    exported: index,
    erased: "traces",
    retention: { days: 1, by: "itself", after: "the sign-up" },
  },
  password_reset: {
    whose: "person",
    exported: secret,
    erased: "sessions",
    retention: { days: 1, by: "itself", after: "it was asked for" },
  },
  password_reset_of_user: {
    whose: "person",
    exported: secret,
    erased: "sessions",
    retention: { days: 1, by: "itself", after: "it was asked for" },
  },
  email_change: {
    whose: "person",
    exported: "account",
    erased: "sessions",
    retention: { days: 1, by: "itself", after: "it was asked for" },
  },
  push_subscription: { whose: "person", exported: "devices", erased: "sessions", retention: "account" },
  push_subscriber: { whose: "person", exported: index, erased: "sessions", retention: "account" },
  idempotent_call: {
    whose: "person",
    exported: { not: "answers to calls, which are told where they belong" },
    erased: "traces",
    retention: { days: 1, by: "itself", after: "the call" },
  },
  limit: {
    whose: "person",
    exported: { not: "counts of tries, gone within a day" },
    erased: "traces",
    retention: { days: 1, by: "itself", after: "the first try" },
  },

  lady: { whose: "person", exported: "profile", erased: "profile", retention: "account" },
  man_profile: { whose: "person", exported: "profile", erased: "profile", retention: "account" },
  pending_name: { whose: "person", exported: "profile", erased: "profile", retention: "account" },
  profile_change: { whose: "person", exported: "profile", erased: "profile", retention: "account" },
  approval: { whose: "person", exported: "profile", erased: "profile", retention: "account" },
  approval_of: { whose: "person", exported: index, erased: "profile", retention: "account" },
  photos: { whose: "person", exported: "photos", erased: "photos", retention: "account" },
  video: { whose: "person", exported: "videos", erased: "videos", retention: "account" },
  video_of_lady: { whose: "person", exported: index, erased: "videos", retention: "account" },

  favourite: { whose: "two people", exported: "favourites", erased: "bonds", retention: "account" },
  admirer: { whose: "two people", exported: index, erased: "bonds", retention: "account" },
  vote: { whose: "two people", exported: "votes", erased: "bonds", retention: "account" },
  watched_video: { whose: "two people", exported: "videos", erased: "videos", retention: "account" },
  visit: {
    whose: "two people",
    exported: "visits",
    erased: "bonds",
    retention: { days: 30, by: "itself", after: "the visit" },
  },
  recent_visit: {
    whose: "two people",
    exported: index,
    erased: "bonds",
    retention: { days: 30, by: "itself", after: "the visit" },
  },
  introduction_mute: { whose: "two people", exported: "blocks", erased: "bonds", retention: "account" },
  introductions_of_day: {
    whose: "person",
    exported: { not: "a count of one day" },
    erased: "bonds",
    retention: { days: 2, by: "itself", after: "the day" },
  },
  block: { whose: "two people", exported: "blocks", erased: "bonds", retention: "account" },
  block_of: {
    whose: "two people",
    exported: { not: "who blocked somebody is not told to her or him" },
    erased: "bonds",
    retention: "account",
  },
} as const satisfies Record<string, Row>;
