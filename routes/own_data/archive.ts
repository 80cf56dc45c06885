/** One's own data as a ZIP: a page to read, a JSON file for each section, and the pictures. */
import { dateOf } from "../../kv/store/days.ts";
import { makeZip } from "client-zip";
import type { User } from "../../kv/accounts/users.ts";
import { exportedFiles, sectionJson } from "../../kv/records/own_data/export.ts";
import { exportSections } from "../../kv/records/own_data/row.ts";
import type { AppContext } from "../http/env.ts";
import { indexHtml } from "./index_html.ts";
import { gathered } from "./running_exports.ts";

/** The archive, made while it is read; nothing of it is kept here. */
export function archiveOf(c: AppContext, user: User): ReadableStream<Uint8Array> {
  return makeZip(filesOf(c, user));
}

async function* filesOf(c: AppContext, user: User) {
  const { store, storage } = c.var.deps;
  const lastModified = new Date(store.now());
  yield { name: "index.html", lastModified, input: gathered(indexHtml(c, user)) };
  for (const name of exportSections) {
    yield { name: `data/${name}.json`, lastModified, input: gathered(sectionJson(store, user, name)) };
  }
  for await (const { name, stored } of exportedFiles(store, user)) {
    const file = await storage.get(stored);
    // A file that is missing is told of in the JSON all the same.
    if (!file) continue;
    const reader = file.body.getReader();
    try {
      yield { name, lastModified, input: piecesOf(reader) };
    } finally {
      // A download that is given up in the middle of a picture leaves no file open.
      await reader.cancel();
    }
  }
}

async function* piecesOf(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

/** "vesna-2026-11-21.zip" */
export const archiveName = (c: AppContext): string => `vesna-${dateOf(c.var.deps.store.now())}.zip`;
