/**
 * The whole site on the store of `prepare.ts`, without a demo world. Lets all pairs agree to talk when told to; the rest
 * they do over their connections. Arguments: folder, port.
 */
import { setAcceptance } from "../../kv/chats/chats.ts";
import { changeChatSettings } from "../../kv/chats/settings.ts";
import { configurationOrExit, createSite } from "../../main.ts";
import { openChat } from "../../routes/live/chat_socket.ts";
import { bareFailure, bareRefusal } from "../../routes/middleware/errors.tsx";
import { serveHttp } from "../../services/http/server.ts";
import { answerCommands, residentBytes } from "./commands.ts";
import { idleSeconds, readSeats } from "./seats.ts";

const [folder = "", port = "0"] = Deno.args;
// That store is neither a demo's nor a site's.
const site = await createSite({ ...configurationOrExit("demo"), dataDir: folder, port: Number(port) }, {});
site.deps.chatOptions = { ...site.deps.chatOptions, pingEverySeconds: idleSeconds / 2 };
site.open();
const place = { port: Number(port), hostname: "127.0.0.1", onError: bareFailure, onNonsense: bareRefusal };
await serveHttp(place, site.handle);
console.log("ready");

await answerCommands({
  resident: residentBytes,
  untold: async () => (await openChat(site.deps)).untold,
  async switchTranslationsOff() {
    for (const { id } of readSeats(folder)) {
      await changeChatSettings(site.deps.store, id, { translatesMessages: false });
    }
  },
  async agree() {
    const { store } = site.deps;
    const seats = readSeats(folder);
    for (let seat = 0; seat < seats.length; seat += 2) {
      const op = store.kv.atomic();
      const pair = { manId: seats[seat]!.id, ladyId: seats[seat + 1]!.id };
      setAcceptance(op, pair, { kind: "text", at: store.now() });
      await op.commit();
    }
  },
});
