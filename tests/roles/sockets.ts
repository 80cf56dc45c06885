/** The whole app on loopback, for connections of the chat. */
import { TestClient } from "../../chat/server/testing/server.ts";
import { shutChat } from "../../routes/live/chat_socket.ts";
import { askForSocket, serveForTest } from "../../services/http/testing/server.ts";
import type { RoleWorld } from "./world.ts";

/** Opens a connection with a session's token, or with none; `query` is what else stands in its address. */
export type Connect = (token: string | null, query?: Record<string, string>) => TestClient;

/** The status with which a connection is refused to a session's token, or to none; rejects if it is opened. */
export type RefusalOfConnection = (token: string | null) => Promise<number>;

export async function withConnections(
  world: RoleWorld,
  work: (open: Connect, refusal: RefusalOfConnection) => Promise<void>,
): Promise<void> {
  const server = await serveForTest((request, caller) => world.app.fetch(request, caller));
  const addressOf = (token: string | null, query: Record<string, string> = {}) =>
    `127.0.0.1:${server.addr.port}/chat/socket?${new URLSearchParams({
      ...token && { access_token: token },
      ...query,
    })}`;
  try {
    await work(
      (token, query) => new TestClient(`ws://${addressOf(token, query)}`),
      async (token) => (await askForSocket(`http://${addressOf(token)}`)).status,
    );
  } finally {
    await shutChat(world.deps);
    await server.shutdown();
  }
}
