/** What the site has acknowledged to somebody, and what of it the store lacks or has more than once. */
import type { Store } from "../../kv/open.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { missingInStore, recordsOf, type Told } from "../ops/correspondence.ts";

export class Acknowledged {
  letters: Told[] = [];

  /** Notes a letter that was just acknowledged. */
  letter(letterId: number, authorId: number, body: string, pictures = 0): void {
    this.letters.push({ letterId, authorId, body, pictures, isOpened: false });
  }

  /** What is lost or doubled, as sentences. */
  async missingIn(store: Store): Promise<string[]> {
    const missing = await missingInStore(store, this.letters);
    const texts = await recordsOf<{ body: string }>(store, prefixes.allLetterTexts());
    const times = Map.groupBy(texts.values(), ({ body }) => body);
    const doubled = this.letters.filter(({ body }) => (times.get(body)?.length ?? 0) > 1);
    return [...missing, ...doubled.map(({ body }) => `"${body}" is there more than once`)];
  }
}
