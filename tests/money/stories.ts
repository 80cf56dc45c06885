/** What was asked for and reported of each purchase of the money tests. */
import type { AskingBack, Buying, Ending, Failing, Hook, Operation, Withdrawing } from "./operations.ts";
import type { Wish } from "./process.ts";

/** One purchase and everything that was asked for and reported of it. */
export interface Story {
  buying: Wish & { operation: Buying };
  hooks: (Wish & { operation: Hook })[];
  endings: (Wish & { operation: Ending })[];
  others: (Wish & { operation: Withdrawing | AskingBack | Failing })[];
}

/** All stories, by the keys of their purchases. */
export function storiesOf(wishes: Wish[]): Map<string, Story> {
  const stories = new Map<string, Story>();
  const of = <O extends Operation>(wish: Wish) => wish as Wish & { operation: O };
  for (const wish of wishes) {
    if (wish.operation.kind === "buy") {
      stories.set(wish.operation.key, { buying: of<Buying>(wish), hooks: [], endings: [], others: [] });
    }
  }
  for (const wish of wishes) {
    if (wish.operation.kind === "hook") stories.get(wish.operation.key)?.hooks.push(of<Hook>(wish));
    if (wish.operation.kind === "end") stories.get(wish.operation.key)?.endings.push(of<Ending>(wish));
    if (
      wish.operation.kind === "withdraw" || wish.operation.kind === "ask_back" || wish.operation.kind === "fail_refund"
    ) {
      stories.get(wish.operation.key)?.others.push(of<Withdrawing | AskingBack | Failing>(wish));
    }
  }
  return stories;
}

/** Whether the site has heard of every refund that failed. */
export const areFailuresHeard = ({ others }: Story): boolean =>
  others.every(({ operation, asked }) =>
    operation.kind !== "fail_refund" || asked.some(({ answer }) => answer?.ok) || asked.every(({ answer }) => answer)
  );
