/** Favourites, blocks and paid videos. */
import type { Bond } from "../book.ts";
import type { Person } from "../people.ts";
import { type Act, pick, pickHere, type Random, type World } from "../world.ts";

export const keepFavourite: Act = async (world, man, random) => {
  const lady = pickHere(random, world.ladies);
  if (lady) await bind(world, man, lady, random, { kind: "favorite", isOn: random() < 0.7 });
};

/** Blocks somebody, or lifts a block of one's own; most blocks do not last. */
export const block: Act = async (world, person, random) => {
  const mine = world.book.bonds.filter(({ kind, userId, isOn }) => kind === "block" && userId === person.id && isOn);
  const others = person.kind === "man" ? world.ladies : world.men;
  const blocked = others.find(({ id }) => mine.some(({ otherId }) => otherId === id));
  const other = blocked ?? pickHere(random, others);
  if (other) await bind(world, person, other, random, { kind: "block", isOn: !blocked });
};

async function bind(
  { book, client, acted }: World,
  person: Person,
  other: Person,
  random: Random,
  { kind, isOn }: Pick<Bond, "kind" | "isOn">,
): Promise<void> {
  const line = book.ask<Bond>(book.bonds, { kind, userId: person.id, otherId: other.id, isOn });
  const question = {
    method: isOn ? "POST" : "DELETE",
    path: `/api/users/${other.id}/${kind}`,
    ...(isOn && { json: {} }),
  };
  const reply = await client.settle(person, line, question, {
    random,
    refusals: ["not_found", "blocked", "partner_suspended", "too_many_favourites"],
  });
  if (reply) acted(`${kind}s ${isOn ? "set" : "taken back"}`);
}

export const watchVideo: Act = async ({ book, client, videos, acted }, man, random) => {
  if (videos.length === 0) return;
  const { ladyId, videoId } = pick(random, videos);
  const line = book.ask(book.videos, { manId: man.id, ladyId, videoId });
  const question = { method: "POST", path: `/api/videos/${videoId}/watch`, json: {} };
  const reply = await client.settle(man, line, question, {
    random,
    refusals: ["not_found", "blocked", "partner_suspended", "insufficient_credits", "credits_owed"],
  });
  if (reply) acted("videos watched");
};
