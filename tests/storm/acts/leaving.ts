/** Somebody deletes the account, amid whatever else is under way. */
import type { Person } from "../people.ts";
import { pause, type World } from "../world.ts";

export async function leave(world: World, person: Person, wantsRefund: boolean): Promise<void> {
  const { book, client } = world;
  // Money that comes after the end of an account is a matter for the operator, not for the storm.
  while (person.paying > 0 || person.isOut) await pause(50);
  person.isGone = true;
  const line = book.ask(book.deletions, { userId: person.id });
  const question = {
    method: "DELETE",
    path: "/api/users/me",
    json: { password: person.password, refund: wantsRefund },
  };
  for (let isLost = false;; isLost = true) {
    const reply = await client.ask(person, question);
    if (!reply) continue;
    // If the answer was lost, the account may be deleted and its session over.
    if (reply.status === 204 || (isLost && reply.status === 401)) break;
    return book.fault(`user ${person.id} could not leave: ${reply.status} ${reply.text}`);
  }
  book.acknowledge(line);
  world.acted("accounts deleted");
}
