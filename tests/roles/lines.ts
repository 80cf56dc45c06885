/** The whole app on loopback, for lines of the chat. */
import { TestClient } from "../../chat/server/testing.ts";
import { shutChat } from "../../routes/live/chat_socket.ts";
import { serveForTest } from "../../services/http/testing.ts";
import type { RoleWorld } from "./world.ts";

/** Opens a line with a session's token, or with none; `query` is what else stands in its address. */
export type OpenLine = (token: string | null, query?: Record<string, string>) => TestClient;

export async function withLines(world: RoleWorld, work: (open: OpenLine) => Promise<void>): Promise<void> {
  const server = await serveForTest((request, caller) => world.app.fetch(request, caller));
  try {
    await work((token, query = {}) => {
      const said = new URLSearchParams({ ...token && { access_token: token }, ...query });
      return new TestClient(`ws://127.0.0.1:${server.addr.port}/chat/socket?${said}`);
    });
  } finally {
    await shutChat(world.house);
    await server.shutdown();
  }
}
