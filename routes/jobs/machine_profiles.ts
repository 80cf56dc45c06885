/** A lady's words by a machine, as a job: they stand marked as such until a translator's take their place. */
import { keepMachineText, wantedMachineText } from "../../kv/ladies/profile/machine_texts.ts";
import type { Job } from "../../kv/store/jobs/work.ts";
import { withPatience } from "../../services/patience.ts";
import type { LiveTranslator, TranslationFailure } from "../../services/translation/types.ts";
import type { Dependencies } from "../http/env.ts";

/** Below a job's lease. What came within it is kept by the translator, so that the next try goes on from there. */
const patienceMs = 45_000;

/** What another try within hours would not mend; whoever looks at every profile in the night asks again. */
const asksNoMore: readonly TranslationFailure[] = ["used_up", "key_refused", "unsupported"];

/** Translates what is missing in one language. Throws when it must be tried again. */
export async function translateProfile(
  { store, machineTranslator, liveTranslator }: Dependencies,
  { ladyId, locale }: Job & { kind: "machine_profile" },
): Promise<void> {
  // The demo's phrases are for talk alone.
  if (!machineTranslator || !liveTranslator) return;
  const wanted = await wantedMachineText(store, { ladyId, locale });
  if (!wanted) return;
  const texts: string[] = [];
  let by: string = liveTranslator.name;
  const failure = await withPatience(patienceMs, async (signal): Promise<TranslationFailure | null> => {
    for (const text of wanted.texts) {
      const made = await inParagraphs(liveTranslator, text, {
        from: wanted.from,
        to: locale,
        personId: ladyId,
        signal,
      });
      if (!made.ok) return made.failure;
      texts.push(made.text);
      by = made.by;
    }
    return null;
  });
  if (failure === null) return void await keepMachineText(store, { ladyId, locale }, { ...wanted, texts }, by);
  if (!asksNoMore.includes(failure)) throw new Error(`a profile could not be translated: ${failure}`);
}

type Ask = Omit<Parameters<LiveTranslator["translate"]>[0], "text" | "mayWait">;

/** One paragraph after the other: a long text would outlast what one answer may take. */
async function inParagraphs(
  translator: LiveTranslator,
  text: string,
  ask: Ask,
): Promise<Awaited<ReturnType<LiveTranslator["translate"]>>> {
  const paragraphs: string[] = [];
  let by = translator.name;
  for (const paragraph of text.split(/\n{2,}/)) {
    const made = await translator.translate({ ...ask, text: paragraph, mayWait: true });
    if (!made.ok) return made;
    paragraphs.push(made.text.trim());
    by = made.by;
  }
  return { ok: true, text: paragraphs.join("\n\n"), by };
}
