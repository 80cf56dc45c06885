/** The people of the money tests, and what they may want to do with letters. */
import fc from "fast-check";
import type { Model } from "./model.ts";
import type { Operation } from "./operations.ts";

export const men = ["james", "wei", "paul", "tom", "li", "ahmed"].map((name) => `${name}@men.test`);
export const ladies = ["olena", "daria", "irina", "ana"].map((name) => `${name}@ladies.test`);

export const aMan = fc.nat(men.length - 1);
const aLady = fc.nat(ladies.length - 1);

export type LetterIntent =
  | { kind: "sign_up"; isLady: boolean; who: number }
  | { kind: "write"; man: number; lady: number; isMans: boolean }
  | { kind: "open"; man: number; which: number };

export const letterIntent: fc.Arbitrary<LetterIntent> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("sign_up"), isLady: fc.boolean(), who: aLady }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant("write"), man: aMan, lady: aLady, isMans: fc.boolean() }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant("open"), man: aMan, which: fc.nat(200) }) },
);

/** An intent with its names filled in; null where there is no letter to open yet. */
export function letterOperation(intent: LetterIntent, model: Model, name: string): Operation | null {
  switch (intent.kind) {
    case "sign_up":
      return { kind: "sign_up", email: (intent.isLady ? ladies : men)[intent.who]!, isLady: intent.isLady };
    case "write": {
      const [man, lady] = [men[intent.man]!, ladies[intent.lady]!];
      const [from, to] = intent.isMans ? [man, lady] : [lady, man];
      return { kind: "send", from, to, sendKey: name, body: `Letter ${name} from ${from}`, isMans: intent.isMans };
    }
    case "open": {
      const letters = model.lettersTo(men[intent.man]!);
      const letterId = letters[intent.which % letters.length];
      return letterId === undefined ? null : { kind: "open", man: men[intent.man]!, letterId };
    }
  }
}
