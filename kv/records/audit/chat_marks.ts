/** The audit of the marks where chats stand among messages: each chat has its mark, and no mark leads anywhere else. */
import type { Chat } from "../../chats/chats.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditChatMarks(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Chat>(prefixes.allChats(), async ({ manId, ladyId, firstSeq, id }) => {
    if (!await reader.isThere(keys.chatMark(manId, ladyId, firstSeq, id))) {
      report(`chat ${id} is not marked after message ${firstSeq} of ${manId} and ${ladyId}`);
    }
  });
  await reader.walk<null>(prefixes.allChatMarks(), async (_, key) => {
    const [manId, ladyId, firstSeq, chatId] = [Number(key[1]), Number(key[2]), Number(key[3]), String(key[4])];
    const chat = await reader.valueAt<Chat>(keys.chat(chatId));
    if (chat?.manId !== manId || chat.ladyId !== ladyId || chat.firstSeq !== firstSeq) {
      report(`chat ${chatId} is marked after message ${firstSeq} of ${manId} and ${ladyId}, where it does not stand`);
    }
  });
}
