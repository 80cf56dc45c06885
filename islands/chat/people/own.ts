/** Changes of the person's own settings and name. */
import { flashes } from "../flash_state.ts";
import type { ChatScreen } from "../screen.ts";
import type { OwnSwitch } from "../types.ts";

const changes = {
  allowChat: "change-allow-chat",
  allowVideoChat: "change-allow-video-chat",
  relayOnly: "change-relay-only",
  translatesMessages: "set-chat-translation",
} as const;

/** Sets a switch; it keeps the wished position until the server answers, whatever else comes meanwhile. */
export async function put(screen: ChatScreen, of: OwnSwitch, flag: boolean): Promise<void> {
  screen.do({ type: "wished", of, flag });
  const answer = await screen.ask(changes[of], { flag });
  // If it was set again meanwhile, the later answer counts.
  if (screen.state.me.wished?.[of] === flag) screen.do({ type: "wished", of, flag: null });
  if (!answer || answer.event === "error-event") screen.refused(answer);
}

/** Changes the name. Null if it was accepted, or waits for approval; otherwise why not, empty where no answer came. */
export async function rename(screen: ChatScreen, name: string): Promise<string | null> {
  const answer = await screen.ask("setUserName", { name });
  if (answer?.event !== "fetchUserData") {
    screen.refused(answer);
    return answer?.event === "error-event" ? answer.data.message : "";
  }
  if (answer.data.user?.userName !== name) screen.do({ type: "flash", flash: flashes.nameWaits() });
  return null;
}
