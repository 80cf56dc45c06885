/** Translates a lady's words by machine, as a job; they are marked as such until a translator's words replace them. */
import { keepMachineText, wantedMachineText } from "../../kv/ladies/profile/machine_texts.ts";
import type { Job } from "../../kv/store/jobs/work.ts";
import { withPatience } from "../../services/patience.ts";
import type { LiveAnswer, LiveAsk, LiveTranslator, TranslationFailure } from "../../services/translation/types.ts";
import type { Dependencies } from "../http/env.ts";

/** Shorter than a job's lease. The translator keeps what was done by then, so that the next try goes on from there. */
const patienceMs = 45_000;

/** Failures that another try within hours would not mend; the nightly look at every profile asks again. */
const asksNoMore: readonly TranslationFailure[] = ["used_up", "key_refused", "unsupported"];

/** Translates what is missing in one language. Throws when it must be tried again. */
export async function translateProfile(
  { store, machineTranslator, liveTranslator }: Dependencies,
  { ladyId, locale }: Job & { kind: "machine_profile" },
): Promise<void> {
  // Without a provider, a demo has only a table of phrases, which is for chats.
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

/** Translates one paragraph after the other: a long text would take longer than one answer may. */
async function inParagraphs(
  translator: LiveTranslator,
  text: string,
  ask: Omit<LiveAsk, "text" | "mayWait">,
): Promise<LiveAnswer> {
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
