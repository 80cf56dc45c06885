/** What a lady's own pages say to her, in words about her, for her agency and for staff. */
import type { Translate } from "../../i18n/translate.ts";

/** The texts of her own page that speak to her, each with the text in its place that speaks of her. */
const ofHer: Record<string, string> = {
  "account:part.her.text": "agency:hers.part.her",
  "account:part.herWords.title": "agency:hers.title.herWords",
  "account:part.herWords.text": "agency:hers.part.herWords",
  "account:part.herPartner.text": "agency:hers.part.herPartner",
  "account:part.tongues.text": "agency:hers.part.tongues",
  "account:field.about": "agency:hers.field.about",
  "account:field.quote": "agency:hers.field.quote",
  "account:field.idealPartner": "agency:hers.field.idealPartner",
  "account:zodiac": "agency:hers.zodiac",
};

/** Says of her what her own page says to her. */
export const wordsAboutHer = (t: Translate): Translate => (key, values) => t(ofHer[key] ?? key, values);
