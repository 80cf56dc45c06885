/** Rows of what people tell the site about each other, and of what the site tells them. */
import { at, index, itself, type Row } from "./row.ts";

/** For the indexes of a report: they hold the two people's numbers, by which the site finds it. */
const whileReported = { keeps: "numbers alone, as long as the report is kept" };

export const safetyRows = {
  report: {
    whose: "person",
    exported: "reports",
    erased: { by: "safety", keeps: "what was told of a member who stays, without the words and address of who left" },
    retention: { days: 365, by: "job", after: "it was answered" },
  },
  report_addition: {
    whose: "person",
    exported: "reports",
    erased: { by: "safety", keeps: "what was told of a member who stays, without the words and name of who left" },
    retention: { days: 365, by: "job", after: "its report was answered" },
  },
  open_report: {
    whose: "site",
    exported: index,
    erased: whileReported,
    retention: { days: 365, by: "job", after: "its report was answered" },
  },
  open_report_about: {
    whose: "two people",
    exported: index,
    erased: whileReported,
    retention: { days: 365, by: "job", after: "its report was answered" },
  },
  report_of: {
    whose: "person",
    exported: index,
    erased: whileReported,
    retention: { days: 365, by: "job", after: "its report was answered" },
  },
  report_about: {
    whose: "two people",
    exported: index,
    erased: whileReported,
    retention: { days: 365, by: "job", after: "its report was answered" },
  },
  decision: { whose: "person", people: at(1), exported: "reports", erased: "safety", retention: "account" },
  appeal: { whose: "person", people: itself, exported: index, erased: "safety", retention: "account" },
  open_appeal: { whose: "person", people: itself, exported: index, erased: "safety", retention: "account" },
  lasting_suspension: {
    whose: "person",
    exported: { not: "a keyed hash and the reasons; these stand among the decisions of whoever has an account" },
    erased: {
      keeps: "the reasons of a suspension under a keyed hash of the mailbox, so that it goes on for who comes back",
    },
    retention: { days: 365, by: "job", after: "the suspension began, or its account was deleted" },
  },
  background: { whose: "person", people: at(1), exported: "background", erased: "safety", retention: "account" },
  former_background: { whose: "person", people: at(1), exported: "background", erased: "safety", retention: "account" },
  background_to_search: { whose: "person", people: at(2), exported: index, erased: "safety", retention: "account" },
  background_words: {
    whose: "person",
    people: at(1),
    exported: { not: "a machine's translation of what is told elsewhere" },
    erased: "safety",
    retention: "account",
  },
  background_consent: {
    whose: "two people",
    people: at(1, 2),
    exported: "background",
    erased: "safety",
    retention: "account",
  },
  background_consent_of: {
    whose: "two people",
    people: at(1, 2),
    exported: index,
    erased: "safety",
    retention: "account",
  },
  notice: { whose: "person", people: at(1), exported: "account", erased: "safety", retention: "account" },
} as const satisfies Record<string, Row>;
