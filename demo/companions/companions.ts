/** The ladies of the demo who are online and answer by themselves, so that a visitor who tries it alone meets somebody. */
import { sessionByToken, startSession } from "../../kv/accounts/signing_in/sessions.ts";
import type { User } from "../../kv/accounts/users.ts";
import { changeChatSettings } from "../../kv/chats/settings.ts";
import type { Store } from "../../kv/open.ts";
import { changeRecord } from "../../kv/store/commit.ts";
import { keys } from "../../kv/store/keys.ts";
import { userOf } from "../people.ts";
import { ChatCompanion } from "./chat.ts";
import { answerLetters } from "./letters.ts";
import { characters } from "./lines.ts";

/**
 * Marks the companions among the demo's ladies, or takes the mark from them. Companions read whatever language a visitor
 * may write in, so that nobody waits for a translator before they answer. They have no camera. Must be called before the
 * site serves.
 */
export async function markCompanions(store: Store, areThere: boolean): Promise<void> {
  for (const { key, language } of characters) {
    const { id } = await userOf(store, key);
    await changeRecord<User>(
      store,
      keys.user(id),
      ({ isCompanion: _, ...user }) =>
        areThere
          ? { ...user, isCompanion: true, readsLanguages: [language, "en", "zh"], readingLanguage: language }
          : user,
    );
    await changeChatSettings(store, id, { allowVideoChat: !areThere });
  }
}

/** Lets the companions come to the site that serves at `origin`; returns how to make them leave. */
export function startCompanions(store: Store, origin: string): () => void {
  const stops = characters.map((character) => {
    const { pause, stop } = pauses();
    const chat = new ChatCompanion(character, { pause, open: linesOf(store, origin, character.key) });
    void chat.stay();
    const answering = answerLetters({ store, character, pause });
    return () => {
      chat.stop();
      stop();
      answering.then((stopAnswering) => stopAnswering());
    };
  });
  return () => stops.forEach((stop) => stop());
}

/** Opens her connections, signed in like anybody; one session serves them as long as it lives. */
function linesOf(store: Store, origin: string, key: string): () => Promise<WebSocket> {
  let token: string | null = null;
  return async () => {
    if (!token || !await sessionByToken(store, token)) {
      ({ token } = await startSession(store, (await userOf(store, key)).id, false));
    }
    // Deno's own option, which the types of browsers do not know.
    const options = { headers: { authorization: `Bearer ${token}` } } as unknown as string[];
    return new WebSocket(`${origin.replace("http", "ws")}/chat/socket`, options);
  };
}

/** Pauses that never end once they are stopped. */
function pauses() {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, ms);
      timers.add(timer);
    });
  return { pause, stop: () => timers.forEach(clearTimeout) };
}
