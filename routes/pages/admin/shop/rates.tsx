/** Prices: the list that holds, those that are planned, those that were. A list that holds is never changed. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { translatorFor } from "../../../../i18n/translate.ts";
import { type Rate, rates as firstRates } from "../../../../kv/credits/prices.ts";
import {
  dropRates,
  planRates,
  rateListAt,
  rateLists,
  type RateListWish,
  ratesAtMost,
} from "../../../../kv/credits/rates.ts";
import { refusals, refuse } from "../../../../kv/store/refusals.ts";
import { rateName } from "../../../credits/rate_names.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import type { Body } from "../../../http/read_input.ts";
import { answerRefusal, messageOf } from "../../../http/refusal_answer.tsx";
import { idOf } from "../../mail/sides.ts";
import { type Form, textOf } from "../form.ts";
import { RateFormView, type TypedRate } from "./rate_form_view.tsx";
import { ratesPath, RatesView } from "./rates_view.tsx";
import { centsOf, momentOf, typedEuros, typedMoment, wholeOf } from "./shop_fields.tsx";

export const ratePages: PageDefinition[] = [
  { paths: [ratesPath], access: "admins", get: showLists },
  {
    paths: [`${ratesPath}/new`],
    access: "admins",
    get: async (c) => showForm(c, await presentOf(c)),
    post: (c, body) => save(c, body),
  },
  {
    paths: [`${ratesPath}/:id`],
    access: "admins",
    async get(c) {
      const list = await plannedOf(c);
      if (!list) return await answerRefusal(c, refuse("not_found"));
      return await showForm(c, { validFrom: typedMoment(list.validFrom), rows: list.rates.map(typed) }, {
        id: list.id,
      });
    },
    async post(c, body) {
      const list = await plannedOf(c);
      return list ? await save(c, body, list.id) : await answerRefusal(c, refuse("not_found"));
    },
  },
];

async function showLists(c: AppContext): Promise<Response> {
  const { facts: { t }, deps: { store } } = c.var;
  const lists = await rateLists(store);
  const present = rateListAt(lists, store.now());
  const at = lists.indexOf(present);
  return await answerPage(c, {
    title: t("shop:rates.title"),
    robots: "noindex",
    view: <RatesView present={present} planned={lists.slice(at + 1)} past={lists.slice(0, at).toReversed()} />,
  });
}

/** A planned list; null for one that holds or held. */
async function plannedOf(c: AppContext) {
  const { store } = c.var.deps;
  const id = idOf(c.req.param("id"));
  const list = (await rateLists(store)).find((each) => each.id === id);
  return list && (list.validFrom ?? -Infinity) > store.now() ? list : null;
}

interface TypedList {
  validFrom: string;
  rows: TypedRate[];
}

async function presentOf(c: AppContext): Promise<TypedList> {
  const { store } = c.var.deps;
  return { validFrom: "", rows: rateListAt(await rateLists(store), store.now()).rates.map(typed) };
}

/** The packages of the first list have their names in the catalogues. */
function typed(rate: Rate): TypedRate {
  const nameIn = (locale: "zh-Hant" | "zh-Hans") =>
    rateName({ locale, t: translatorFor(locale) }, rate.name, rate.words);
  return {
    id: rate.id,
    name: rate.name,
    zhHant: nameIn("zh-Hant"),
    zhHans: nameIn("zh-Hans"),
    credits: String(rate.credits),
    bonusCredits: String(rate.bonusCredits),
    priceCents: typedEuros(rate.priceCents),
    mark: rate.mark ?? "",
  };
}

interface Outcome {
  /** Absent for a new list. */
  id?: number;
  faults?: Record<string, string>;
  problem?: string;
  status?: number;
}

async function showForm(c: AppContext, list: TypedList, outcome: Outcome = {}): Promise<Response> {
  const { t } = c.var.facts;
  const title = t(outcome.id === undefined ? "shop:rates.new" : "shop:rates.change");
  return await answerPage(c, {
    title,
    robots: "noindex",
    status: (outcome.status ?? 200) as ContentfulStatusCode,
    view: <RateFormView title={title} {...list} {...outcome} />,
  });
}

async function save(c: MemberContext, body: Body, id?: number): Promise<Response> {
  const { store } = c.var.deps;
  const actorId = c.var.signedIn.user.id;
  if (id !== undefined && body.action === "drop") {
    const dropped = await dropRates(store, id, actorId);
    return dropped.ok ? done(c, "shop:flash.dropped") : await answerRefusal(c, dropped);
  }
  const rows = rowsOf(body);
  const validFrom = textOf(body.validFrom);
  const wish: RateListWish = { id, validFrom: momentOf(validFrom), rates: rows.map(rateOf), actorId };
  const planned = await planRates(store, wish);
  if (planned.ok) return done(c, "shop:flash.saved");
  return await showForm(c, { validFrom, rows }, {
    id,
    faults: planned.fields ?? {},
    problem: planned.reason === "invalid" ? c.var.facts.t("shop:problem") : messageOf(c, planned),
    status: refusals[planned.reason],
  });
}

function done(c: AppContext, words: string): Response {
  leaveFlash(c, "success", words);
  return c.redirect(localHref(c.var.facts.prefix, ratesPath), 303);
}

const columns = ["name", "zhHant", "zhHans", "credits", "bonusCredits", "priceCents", "mark"] as const;

/** What was typed, row by row; a row in which everything is empty is no package. */
function rowsOf(form: Form): TypedRate[] {
  const rows = Array.from({ length: ratesAtMost + 2 }, (_, at) => {
    const texts = columns.map((column) => [column, textOf(form[`${column}.${at}`]).trim()]);
    return { id: idOf(textOf(form[`id.${at}`])), ...Object.fromEntries(texts) } as TypedRate;
  });
  return rows.filter((row) => [row.name, row.credits, row.priceCents].some((text) => text !== ""));
}

function rateOf(row: TypedRate): RateListWish["rates"][number] {
  return {
    id: row.id,
    name: row.name,
    credits: wholeOf(row.credits, NaN),
    bonusCredits: wholeOf(row.bonusCredits, 0),
    priceCents: centsOf(row.priceCents),
    currency: firstRates[0]!.currency,
    mark: row.mark === "most_popular" || row.mark === "best_value" ? row.mark : null,
    words: { "zh-Hant": row.zhHant, "zh-Hans": row.zhHans },
  };
}
