/** Format 16: what is added to a report is a record of its own. A text that an earlier build let grow is divided. */
import { keys } from "../keys.ts";
import { prefixes } from "../prefixes.ts";

/** In UTF-16 units: nobody could tell more at one time, so that a longer text is joined of several, an empty line between. */
const textLengthMax = 2000;

interface Report {
  id: number;
  text: string;
  from: string;
  filedAt: number;
  additionCount?: number;
}

/**
 * When each part was added is not known: it counts as told with the report. Writes the same if it is cut off and begun
 * again, or carried out by two instances at once.
 */
export async function reportsForward(kv: Deno.Kv): Promise<void> {
  for await (const entry of kv.list<Report>({ prefix: prefixes.allReports() }, { batchSize: 50 })) {
    const { id, text, from, filedAt, additionCount } = entry.value;
    if (text.length <= textLengthMax || additionCount !== undefined) continue;
    const [first, ...later] = partsOf(text);
    const op = kv.atomic().check(entry).set(entry.key, { ...entry.value, text: first, additionCount: later.length });
    for (const [at, text] of later.entries()) {
      const number = at + 1;
      const told = { text, from, subject: null, lastMessages: [] };
      op.set(keys.reportAddition(id, number), { reportId: id, number, ...told, addedAt: filedAt });
    }
    await op.commit();
  }
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const paragraph of text.split("\n\n")) {
    const longer = parts.length === 0 ? paragraph : `${parts.at(-1)}\n\n${paragraph}`;
    if (longer.length <= textLengthMax) parts.splice(-1, 1, longer);
    else parts.push(paragraph);
  }
  return parts;
}
