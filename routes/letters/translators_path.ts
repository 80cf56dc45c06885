/** The page on which readers meet the translators of their letters. */
import { willingTranslatorIds } from "../../kv/accounts/about_translators.ts";
import { kept } from "../cache/page_parts.tsx";
import type { AppContext } from "../http/env.ts";

export const translatorsPath = "/translators";

/** The anchor of a translator on that page. */
export const translatorAnchor = (translatorId: number): string => `translator-${translatorId}`;

/** The ids of the translators who wish to be introduced there. */
export const introducedIds = (c: AppContext): Promise<ReadonlySet<number>> =>
  kept(c, "introduced translators", () => willingTranslatorIds(c.var.deps.store));
