/** Rows of the house: what it publishes, what is written to it, what it does and what it needs to run. */
import { by, nothingPersonal, type Row, technical } from "./row.ts";

export const houseRows = {
  sentinel: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "house" },
  format: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "house" },
  counter: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "house" },
  bell: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "house" },
  bell_roster: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "house" },
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

  story: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },
  story_text: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },
  story_by_date: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },
  story_picture: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },
  rates: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },
  promotion: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },

  figures_of_day: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },
  figures_start: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },
  on_day: {
    whose: "house",
    exported: { not: "ids of a day, until it is counted" },
    erased: { keeps: "ids alone, and only until the day is counted" },
    retention: { days: 2, by: "itself", after: "the day" },
  },

  deletion: {
    whose: "house",
    exported: { not: "it begins where the account ends" },
    erased: { keeps: "that a man or a lady had this number, and when the account ended" },
    retention: "house",
  },
  contact_message: {
    whose: "person",
    people: by("userId"),
    exported: "messages",
    erased: "traces",
    retention: { days: 180, by: "itself", after: "it was written" },
  },
  audit_line: {
    whose: "house",
    exported: { not: "what the house did; ids and numbers alone" },
    erased: { keeps: "proof of what was done, without names or words of the people concerned" },
    retention: "books",
  },
  audit_waiting: {
    whose: "house",
    exported: technical,
    erased: nothingPersonal,
    retention: { days: 1, by: "itself", after: "its line was written: it goes when the line is sealed" },
  },
  audit_line_by: { whose: "house", exported: technical, erased: nothingPersonal, retention: "books" },
  audit_seal: { whose: "house", exported: technical, erased: nothingPersonal, retention: "books" },
  retention_part: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },
  audit_seal_head: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },
  audit_seal_floor: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },
} as const satisfies Record<string, Row>;
