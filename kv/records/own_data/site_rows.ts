/** Rows of the site: what it publishes, what is written to it, what it does and what it needs to run. */
import { by, nothingPersonal, type Row, technical } from "./row.ts";

export const siteRows = {
  sentinel: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "site" },
  commit_mark: {
    whose: "nobody",
    exported: technical,
    erased: nothingPersonal,
    retention: { days: 1, by: "itself", after: "it was last used" },
  },
  format: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "site" },
  demo: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "site" },
  counter: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "site" },
  bell: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "site" },
  bell_roster: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "site" },
  job_in_lane: {
    whose: "person",
    exported: { not: "work that is about to be done" },
    erased: "traces",
    retention: { days: 2, by: "itself", after: "it was due" },
  },
  job: {
    whose: "person",
    exported: { not: "work that a build from before there were lanes has written, until the next minute" },
    erased: "traces",
    retention: { days: 2, by: "itself", after: "it was due" },
  },

  mail_silence: {
    whose: "site",
    exported: { not: "that no mail is taken, and keyed hashes of at most three addresses" },
    erased: { keeps: "keyed hashes of at most three addresses, until a mail is taken, and for a day at most" },
    retention: { days: 1, by: "itself", after: "a mail was last tried in vain" },
  },

  story: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  story_text: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  story_by_date: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  story_picture: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  newsletter: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  rates: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  tariffs: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  promotion: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },

  figures_of_day: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  figures_start: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  on_day: {
    whose: "site",
    exported: { not: "ids of a day, until it is counted" },
    erased: { keeps: "ids alone, and only until the day is counted" },
    retention: { days: 2, by: "itself", after: "the day" },
  },

  deletion: {
    whose: "site",
    exported: { not: "it begins where the account ends" },
    erased: {
      keeps:
        "that a man or a lady had this number, when the account ended, and whether she was kept out as a fraud then",
    },
    retention: "site",
  },
  contact_message: {
    whose: "person",
    people: by("userId"),
    exported: "messages",
    erased: "traces",
    retention: { days: 180, by: "itself", after: "it was written" },
  },
  audit_line: {
    whose: "site",
    exported: { not: "what the staff did; ids and numbers alone" },
    erased: { keeps: "proof of what was done, without names or words of the people concerned" },
    retention: "books",
  },
  audit_waiting: {
    whose: "site",
    exported: technical,
    erased: nothingPersonal,
    retention: { days: 1, by: "itself", after: "its record was written: it goes when a checkpoint covers the record" },
  },
  audit_line_by: { whose: "site", exported: technical, erased: nothingPersonal, retention: "books" },
  audit_seal: { whose: "site", exported: technical, erased: nothingPersonal, retention: "books" },
  retention_part: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  audit_seal_head: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  audit_seal_floor: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
} as const satisfies Record<string, Row>;
