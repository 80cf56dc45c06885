/** For tests of pictures in letters: what a call says of them, and sending files as our own page does. */
import type { TestSite, Visitor } from "../../testing/site.ts";
import { read } from "./calls.ts";

export interface Attachment {
  id: string;
  path: string;
  thumb: string;
  type: string;
  width: number;
  height: number;
  size: number;
}
export interface Letter {
  id: number;
  body: string | null;
  attachments: Attachment[];
}

export type Bytes = Uint8Array<ArrayBuffer>;
export const fileOf = (bytes: Bytes, name: string, type = "image/jpeg") => new File([bytes], name, { type });

/** A multipart call as our own page makes it; a list is several fields of one name. */
export function send(from: Visitor, path: string, fields: Record<string, string | (File | string)[]>, headers = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(name, each);
  return from.request(path, { method: "POST", body, headers: { origin: from.origin, ...headers } });
}

export const upload = async (from: Visitor, bytes: Bytes, name = "spring.jpg") =>
  (await read<{ attachment: Attachment }>(send(from, "/api/mail/attachments", { file: [fileOf(bytes, name)] })))
    .attachment;

export async function statusOf(answer: Response | Promise<Response>): Promise<number> {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
}

export const storedFiles = async (site: TestSite) => (await Array.fromAsync(site.deps.storage.list())).length;
