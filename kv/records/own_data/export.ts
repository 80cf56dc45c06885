/**
 * A person's own data, section by section. Each is a stream of plain facts, so that nobody who writes it out has to hold
 * all of it. What must not be told is left out: tokens, hashes, the words of sealed letters, the surnames of others.
 */
import type { User } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { tellAccount, tellDevices, tellMessages, tellProfile } from "./exporting/account.ts";
import { tellBlocks, tellFavourites, tellReports, tellVisits, tellVotes } from "./exporting/bonds.ts";
import { tellBackground } from "./exporting/background.ts";
import { tellChats } from "./exporting/chats.ts";
import { tellCorrespondents, tellDrafts, tellLetters } from "./exporting/letters.ts";
import { tellLedger, tellPayments } from "./exporting/money.ts";
import { tellPhotos, tellVideos } from "./exporting/pictures.ts";
import type { Section } from "./exporting/section.ts";
import { type ExportSection, exportSections } from "./row.ts";

export { type ExportedFile, exportedFiles } from "./exporting/pictures.ts";
export type { Told } from "./exporting/section.ts";

export const sections: Record<ExportSection, Section> = {
  account: tellAccount,
  profile: tellProfile,
  photos: tellPhotos,
  letters: tellLetters,
  drafts: tellDrafts,
  correspondents: tellCorrespondents,
  chats: tellChats,
  ledger: tellLedger,
  payments: tellPayments,
  favourites: tellFavourites,
  videos: tellVideos,
  votes: tellVotes,
  visits: tellVisits,
  blocks: tellBlocks,
  reports: tellReports,
  background: tellBackground,
  messages: tellMessages,
  devices: tellDevices,
};

/** One section as JSON text, in pieces. */
export async function* sectionJson(store: Store, user: User, name: ExportSection): AsyncGenerator<string> {
  let opening = "[\n";
  for await (const told of sections[name](store, user)) {
    yield opening + JSON.stringify(told);
    opening = ",\n";
  }
  yield opening === "[\n" ? "[]" : "\n]";
}

/** All of it as one JSON object, in pieces: the sections by their names. */
export async function* exportJson(store: Store, user: User): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(new Date(store.now()).toISOString())},"userId":${user.id}`;
  for (const name of exportSections) {
    yield `,\n"${name}":`;
    yield* sectionJson(store, user, name);
  }
  yield "}\n";
}
