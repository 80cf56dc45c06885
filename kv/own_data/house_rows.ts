/** Rows of the house: what it publishes, what is written to it, what it does and what it needs to run. */
import { nothingPersonal, type Row, technical } from "./row.ts";

export const houseRows = {
  sentinel: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "house" },
  counter: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "house" },
  bell: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "house" },
  bell_roster: { whose: "nobody", exported: technical, erased: nothingPersonal, retention: "house" },
  job: {
    whose: "person",
    exported: { not: "work that is about to be done" },
    erased: "traces",
    retention: { days: 2, by: "itself", after: "it was due" },
  },

  story: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },
  story_text: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },
  story_by_date: { whose: "house", exported: technical, erased: nothingPersonal, retention: "house" },

  contact_message: {
    whose: "person",
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
} as const satisfies Record<string, Row>;
