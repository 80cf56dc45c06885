/** What the texts are called that can be taken down. */
import type { Translate } from "../../i18n/translate.ts";
import type { TextKind } from "../../kv/safety/decisions.ts";

const labels: Readonly<Record<TextKind, string>> = {
  city: "account:field.city",
  quote: "account:field.quote",
  about: "account:field.about",
  idealPartner: "account:field.idealPartner",
  interest: "decisions:text.interest",
  caption: "decisions:text.caption",
  aboutTranslator: "decisions:text.aboutTranslator",
};

export const textLabel = (t: Translate, kind: TextKind): string => t(labels[kind]);
