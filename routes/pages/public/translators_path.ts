/** Where readers meet those who translate their letters. */
import { willingTranslatorIds } from "../../../kv/accounts/about_translators.ts";
import { kept } from "../../cache/page_parts.tsx";
import type { AppContext } from "../../http/env.ts";

export const translatorsPath = "/translators";

/** Names somebody's place on that page. */
export const translatorAnchor = (translatorId: number): string => `translator-${translatorId}`;

/** Who wishes to be met there, by number. */
export const introducedIds = (c: AppContext): Promise<ReadonlySet<number>> =>
  kept(c, "introduced translators", () => willingTranslatorIds(c.var.deps.store));
