/** Rows of chats and of the messages in them. */
import { talkKeptDays } from "../../talks/talk.ts";
import { at, books, index, nothingPersonal, type Row, technical } from "./row.ts";

export const chatRows = {
  chat: { whose: "two people", exported: "chats", erased: books, retention: "books" },
  chat_of: { whose: "person", people: at(1), exported: index, erased: "chats", retention: "account" },
  chat_mark: { whose: "two people", exported: index, erased: books, retention: "books" },
  chat_acceptance: {
    whose: "two people",
    people: at(1, 2),
    exported: technical,
    erased: "chats",
    retention: { days: 1, by: "itself", after: "it was given" },
  },
  chat_invitation: {
    whose: "two people",
    people: at(1),
    exported: technical,
    erased: "chats",
    retention: { days: 1, by: "itself", after: "it was made" },
  },
  chat_invitation_to: {
    whose: "two people",
    people: at(1, 2),
    exported: index,
    erased: "chats",
    retention: { days: 1, by: "itself", after: "it was made" },
  },
  invitation_mail: {
    whose: "two people",
    people: at(1, 2),
    exported: technical,
    erased: "chats",
    retention: { days: 1, by: "itself", after: "the mail" },
  },
  chat_request: { whose: "two people", people: at(1, 2), exported: "chats", erased: "chats", retention: "account" },
  chat_request_to: { whose: "two people", people: at(1, 2), exported: index, erased: "chats", retention: "account" },
  talk: {
    whose: "two people",
    people: at(1, 2),
    exported: "chats",
    erased: "chats",
    retention: { days: talkKeptDays, by: "job", after: "the last of its moments" },
  },
  talk_of: {
    whose: "two people",
    people: at(1, 2),
    exported: index,
    erased: "chats",
    retention: { days: talkKeptDays, by: "job", after: "the last of its moments" },
  },
  chat_settings: { whose: "person", people: at(1), exported: "account", erased: "chats", retention: "account" },
  conversation: {
    whose: "two people",
    exported: "chats",
    erased: { by: "chats", keeps: "what the other wrote, and where words of the deleted person stood" },
    retention: "both accounts",
  },
  conversation_of: { whose: "two people", people: at(1), exported: index, erased: "chats", retention: "account" },
  chat_instance: {
    whose: "nobody",
    exported: technical,
    erased: nothingPersonal,
    retention: { days: 1, by: "itself", after: "its last sign of life" },
  },
  chat_instance_death: {
    whose: "nobody",
    exported: technical,
    erased: nothingPersonal,
    retention: { days: 30, by: "itself", after: "the others declared it dead" },
  },
  chat_news: {
    whose: "two people",
    exported: { not: "told again where messages are" },
    erased: { keeps: "it goes by itself within minutes" },
    retention: { days: 1, by: "itself", after: "it was written" },
  },
  chat_news_last: {
    whose: "nobody",
    exported: technical,
    erased: nothingPersonal,
    retention: { days: 1, by: "itself", after: "it was written" },
  },
  chat_line: { whose: "person", people: at(2), exported: technical, erased: "chats", retention: "account" },
} as const satisfies Record<string, Row>;
