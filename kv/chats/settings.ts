/**
 * Which invitations a person takes: to text chat and to video chat, both by default. And whether the person's network
 * address stays hidden in calls: for ladies it does by default (design, section 8).
 */
import { lady, shownTopic, type User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { alsoIfLate } from "../store/health/health.ts";
import { keys } from "../store/keys.ts";

export interface ChatSettings {
  allowChat: boolean;
  allowVideoChat: boolean;
  /** Absent until the person switches it. */
  relayOnly?: boolean;
  /** Whether messages in languages that this person does not read are translated; absent means yes. */
  translatesMessages?: boolean;
}

const open: ChatSettings = { allowChat: true, allowVideoChat: true };

export function chatSettingsOf(store: Store, userId: number): Promise<ChatSettings> {
  return store.memory.recall(
    ["chat_settings", userId],
    async () => (await store.kv.get<ChatSettings>(keys.chatSettings(userId))).value ?? open,
  );
}

/** Whether a person's calls go only through a relay, so that nobody sees the person's network address. */
export async function relayOnlyOf(store: Store, { id, groupId }: Pick<User, "id" | "groupId">): Promise<boolean> {
  return (await chatSettingsOf(store, id)).relayOnly ?? groupId === lady;
}

/** Whether messages are translated for a person: yes, until she or he switches it off. */
export const wishesTranslations = ({ translatesMessages = true }: ChatSettings): boolean => translatesMessages;

/** Changes the given settings and leaves the rest; returns all settings as they are then. */
export async function changeChatSettings(
  store: Store,
  userId: number,
  change: Partial<ChatSettings>,
): Promise<ChatSettings> {
  const changing = transact<ChatSettings>(async () => {
    const entry = await store.kv.get<ChatSettings>(keys.chatSettings(userId));
    const settings = { ...(entry.value ?? open), ...change };
    return { commit: store.kv.atomic().check(entry).set(entry.key, settings), result: settings };
  });
  const tell = () => store.pubsub.publish([shownTopic(userId)]);
  const changed = await alsoIfLate(changing, tell);
  tell();
  return changed;
}
