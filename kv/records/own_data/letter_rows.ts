/** Rows of letters, and of what translators make of them. */
import { at, by, index, nothingPersonal, type Row, technical } from "./row.ts";

const withPartner = "the other's copy: that a letter came, and when, without its words, its pictures or its writer";

export const letterRows = {
  letter: {
    whose: "two people",
    exported: "letters",
    erased: { by: "letters", keeps: withPartner },
    retention: "both accounts",
  },
  letter_text: {
    whose: "two people",
    exported: "letters",
    erased: { by: "letters", keeps: "what the other wrote is the other's" },
    retention: "both accounts",
  },
  letter_by_send_key: {
    whose: "person",
    people: at(1),
    exported: index,
    erased: "letters",
    retention: "both accounts",
  },
  box: { whose: "person", people: at(1), exported: index, erased: "letters", retention: "account" },
  unread: { whose: "person", people: at(1), exported: index, erased: "letters", retention: "account" },
  dialogue: {
    whose: "two people",
    exported: "correspondents",
    erased: { by: "letters", keeps: "that the other wrote letters to somebody, and when" },
    retention: "both accounts",
  },
  thread: { whose: "person", people: at(1), exported: "correspondents", erased: "letters", retention: "account" },
  thread_letter: { whose: "person", people: at(1), exported: index, erased: "letters", retention: "account" },
  recent_thread: { whose: "person", people: at(1), exported: index, erased: "letters", retention: "account" },
  attachment: {
    whose: "person",
    people: by("ownerId"),
    exported: "letters",
    erased: "letters",
    retention: "both accounts",
  },
  loose_attachment: {
    whose: "person",
    people: at(1),
    exported: index,
    erased: "letters",
    retention: { days: 1, by: "itself", after: "it was uploaded" },
  },
  letter_draft: {
    whose: "person",
    people: at(1),
    exported: "drafts",
    erased: "letters",
    retention: { days: 90, by: "itself", after: "it was last saved" },
  },
  letter_mail: {
    whose: "two people",
    people: at(1, 2),
    exported: technical,
    erased: "letters",
    retention: { days: 2, by: "itself", after: "the mail" },
  },

  translation: {
    whose: "two people",
    exported: { not: "the work of the staff; what came of it is told with the letter" },
    erased: { by: "translations", keeps: "how long letters wait is counted, without their words" },
    retention: "both accounts",
  },
  translation_queue: { whose: "nobody", exported: technical, erased: "translations", retention: "both accounts" },
  translator_desk: { whose: "nobody", exported: technical, erased: "translations", retention: "site" },
  translator_month: {
    whose: "nobody",
    exported: technical,
    erased: nothingPersonal,
    retention: { days: 400, by: "itself", after: "the last work of the month" },
  },
  translator_about: {
    whose: "nobody",
    exported: { not: "what those who work here publish of themselves" },
    erased: { keeps: "members have none; it goes with the account of who works here" },
    retention: "account",
  },
  translation_draft: {
    whose: "two people",
    exported: { not: "unfinished work of a translator" },
    erased: "translations",
    retention: { days: 30, by: "itself", after: "it was last saved" },
  },
  machine_draft: {
    whose: "two people",
    exported: { not: "a machine's words, never shown to the two" },
    erased: "translations",
    retention: { days: 30, by: "itself", after: "it was made" },
  },
  profile_translation: {
    whose: "person",
    people: at(1),
    exported: { not: "the work of the staff; what came of it is told with the profile" },
    erased: "translations",
    retention: "account",
  },
  profile_translation_queue: {
    whose: "person",
    people: at(2),
    exported: index,
    erased: "translations",
    retention: "account",
  },
  profile_translation_draft: {
    whose: "person",
    people: at(1),
    exported: { not: "unfinished work of a translator" },
    erased: "translations",
    retention: { days: 30, by: "itself", after: "it was last saved" },
  },
  glossary: {
    whose: "two people",
    people: at(1, 2),
    exported: { not: "notes of the translators about words" },
    erased: "translations",
    retention: "both accounts",
  },
} as const satisfies Record<string, Row>;
