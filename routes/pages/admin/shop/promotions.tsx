/** Promotions: what the line above the header tells in turn. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { translatorFor } from "../../../../i18n/translate.ts";
import {
  endPromotion,
  isActiveAt,
  type Promotion,
  promotions,
  savePromotion,
} from "../../../../kv/credits/promotions.ts";
import { wordLocaleOf, wordLocales } from "../../../../kv/ladies/record.ts";
import { refusals, refuse } from "../../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import type { Body } from "../../../http/read_input.ts";
import { answerRefusal, messageOf } from "../../../http/refusal_answer.tsx";
import { idOf } from "../../mail/sides.ts";
import { type Form, textOf } from "../form.ts";
import { PromotionFormView, promotionsPath, PromotionsView, type TypedPromotion } from "./promotions_view.tsx";
import { momentOf, typedMoment } from "./shop_fields.tsx";

export const promotionPages: PageDefinition[] = [
  { paths: [promotionsPath], access: "admins", get: showAll },
  {
    paths: [`${promotionsPath}/new`],
    access: "admins",
    get: (c) => showForm(c, { activeFrom: "", activeUntil: "", words: emptyWords }),
    post: (c, body) => save(c, null, body),
  },
  {
    paths: [`${promotionsPath}/:id`],
    access: "admins",
    async get(c) {
      const found = await askedFor(c);
      return found
        ? await showForm(c, typed(found), { promotion: found })
        : await answerRefusal(c, refuse("not_found"));
    },
    async post(c, body) {
      const found = await askedFor(c);
      return found ? await save(c, found, body) : await answerRefusal(c, refuse("not_found"));
    },
  },
];

/** One that is not over: what is over stays as it was. */
async function askedFor(c: AppContext): Promise<Promotion | null> {
  const { store } = c.var.deps;
  const id = idOf(c.req.param("id"));
  const found = (await promotions(store)).find((each) => each.id === id);
  return found && (found.activeUntil ?? Infinity) > store.now() ? found : null;
}

/** Its own words, or those of the catalogues for the one that came with the site. */
function wordsOfPromotion(promotion: Promotion): NonNullable<Promotion["words"]> {
  return promotion.words ?? Object.fromEntries(wordLocales.map((locale) => {
    const t = translatorFor(locale);
    return [locale, {
      title: t("common:promotion.paypal_discount.title"),
      description: t("common:promotion.paypal_discount.description"),
    }];
  })) as NonNullable<Promotion["words"]>;
}

async function showAll(c: AppContext): Promise<Response> {
  const { facts: { t, locale }, deps: { store } } = c.var;
  const all = (await promotions(store)).map((promotion) => ({
    promotion,
    words: wordsOfPromotion(promotion)[wordLocaleOf(locale)],
    isActive: isActiveAt(promotion, store.now()),
  }));
  return await answerPage(c, {
    title: t("shop:promotions.title"),
    robots: "noindex",
    view: <PromotionsView all={all} nowMs={store.now()} />,
  });
}

const empty = { title: "", description: "" };
const emptyWords: TypedPromotion["words"] = { "en": empty, "zh-Hant": empty, "zh-Hans": empty };

const typed = (promotion: Promotion): TypedPromotion => ({
  activeFrom: typedMoment(promotion.activeFrom),
  activeUntil: typedMoment(promotion.activeUntil),
  words: wordsOfPromotion(promotion),
});

interface Outcome {
  /** Null for a new one. */
  promotion?: Promotion | null;
  faults?: Record<string, string>;
  problem?: string;
  status?: number;
}

async function showForm(c: AppContext, fields: TypedPromotion, outcome: Outcome = {}): Promise<Response> {
  const { facts: { t }, deps: { store } } = c.var;
  const title = t(outcome.promotion ? "shop:promotions.change" : "shop:promotions.new");
  const isActive = outcome.promotion ? isActiveAt(outcome.promotion, store.now()) : false;
  return await answerPage(c, {
    title,
    robots: "noindex",
    status: (outcome.status ?? 200) as ContentfulStatusCode,
    view: <PromotionFormView title={title} typed={fields} isActive={isActive} {...outcome} />,
  });
}

async function save(c: MemberContext, promotion: Promotion | null, body: Body): Promise<Response> {
  const { store } = c.var.deps;
  const actorId = c.var.signedIn.user.id;
  if (promotion && body.action === "end") {
    const ended = await endPromotion(store, promotion.id, actorId);
    return ended.ok ? done(c, "shop:flash.ended") : await answerRefusal(c, ended);
  }
  const fields = typedIn(body);
  const saved = await savePromotion(store, {
    id: promotion?.id,
    activeFrom: momentOf(fields.activeFrom),
    activeUntil: momentOf(fields.activeUntil),
    words: fields.words,
    actorId,
  });
  if (saved.ok) return done(c, "shop:flash.saved");
  return await showForm(c, fields, {
    promotion,
    faults: saved.fields ?? {},
    problem: saved.reason === "invalid" ? c.var.facts.t("shop:problem") : messageOf(c, saved),
    status: refusals[saved.reason],
  });
}

function done(c: AppContext, words: string): Response {
  leaveFlash(c, "success", words);
  return c.redirect(localHref(c.var.facts.prefix, promotionsPath), 303);
}

function typedIn(form: Form): TypedPromotion {
  const text = (name: string) => textOf(form[name]).trim();
  return {
    activeFrom: text("activeFrom"),
    activeUntil: text("activeUntil"),
    words: Object.fromEntries(
      wordLocales.map((locale) => [
        locale,
        { title: text(`${locale}.title`), description: text(`${locale}.description`) },
      ]),
    ) as TypedPromotion["words"],
  };
}
