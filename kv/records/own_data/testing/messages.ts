/** Messages to the site that were all written under James's address: by himself, by a guest or by another member. */
import { expect } from "expect";
import { keepContactMessage } from "../../../safety/contact_messages.ts";
import type { TestStore } from "../../../testing/store.ts";

/** `userId` is who was signed in; null for a guest. */
export async function writeAsJames(store: TestStore, body: string, userId: number | null): Promise<void> {
  const words = { name: "Somebody", topic: "question", locale: "en", address: "192.0.2.7" } as const;
  expect(await keepContactMessage(store, { ...words, email: "James@demo.test", body, userId })).toMatchObject({
    ok: true,
  });
}
