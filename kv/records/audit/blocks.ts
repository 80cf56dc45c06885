/** The audit of blocks: each is between a man and a lady, known to both sides, and no chat begins across it. */
import { lady, man, type User } from "../../accounts/users.ts";
import type { Chat } from "../../chats/chats.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditBlocks(reader: Reader, report: Report): Promise<void> {
  await reader.walk<number>(prefixes.allBlocks(), async (at, key) => {
    const [blockerId, blockedId] = [Number(key[1]), Number(key[2])];
    const fault: Report = (sentence) => report(`the block of user ${blockedId} by user ${blockerId} ${sentence}`);
    if (!await reader.isThere(keys.blockOf(blockedId, blockerId))) fault("is missing in the list of who is blocked");
    const users = await Promise.all([blockerId, blockedId].map((id) => reader.valueAt<User>(keys.user(id))));
    const groups = users.map((user) => user?.groupId);
    if (!groups.includes(man) || !groups.includes(lady)) fault("is not between a man and a lady");
    const chatId = await reader.valueAt<string>(keys.chatOf(blockerId));
    const chat = chatId === null ? null : await reader.valueAt<Chat>(keys.chat(chatId));
    // A chat that began before the block is about to be ended.
    if (chat && chat.createdAt > at && [chat.manId, chat.ladyId].includes(blockedId)) {
      fault(`did not keep them from chat ${chat.id}`);
    }
  });
  await reader.walk<null>(prefixes.allBlocksOf(), async (_, key) => {
    const [blockedId, blockerId] = [Number(key[1]), Number(key[2])];
    if (!await reader.isThere(keys.block(blockerId, blockedId))) {
      report(`user ${blockedId} is listed as blocked by user ${blockerId}, who did not do so`);
    }
  });
}
