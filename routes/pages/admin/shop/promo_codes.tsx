/** Promo codes: made, changed from now on, ended early, and taken away only where none was ever used. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Promo } from "../../../../kv/credits/promo_codes.ts";
import {
  changePromo,
  createPromo,
  endPromo,
  listPromos,
  type PromoInUse,
  promoInUse,
  removePromo,
} from "../../../../kv/credits/promo_editing.ts";
import { refusals, refuse } from "../../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import type { Body } from "../../../http/read_input.ts";
import { answerRefusal, messageOf } from "../../../http/refusal_answer.tsx";
import { type Form, textOf } from "../form.ts";
import { PromoFormView, promoPath, promosPath, PromosView, type TypedPromo } from "./promo_codes_view.tsx";
import { momentOf, typedMoment, wholeOf } from "./shop_fields.tsx";

export const promoPages: PageDefinition[] = [
  { paths: [promosPath], access: "admins", get: showCodes },
  {
    paths: [`${promosPath}/new`],
    access: "admins",
    get: (c) => showForm(c, newCode),
    post: (c, body) => save(c, null, body),
  },
  {
    paths: [`${promosPath}/:code`],
    access: "admins",
    async get(c) {
      const promo = await askedFor(c);
      return promo ? await showForm(c, typed(promo), { promo }) : await answerRefusal(c, refuse("not_found"));
    },
    async post(c, body) {
      const promo = await askedFor(c);
      return promo ? await save(c, promo, body) : await answerRefusal(c, refuse("not_found"));
    },
  },
];

const askedFor = (c: AppContext) => promoInUse(c.var.deps.store, c.req.param("code") ?? "");

async function showCodes(c: AppContext): Promise<Response> {
  const { facts: { t }, deps: { store } } = c.var;
  return await answerPage(c, {
    title: t("shop:promos.title"),
    robots: "noindex",
    view: <PromosView promos={await listPromos(store)} nowMs={store.now()} />,
  });
}

const newCode: TypedPromo = {
  code: "",
  percent: "",
  credits: "",
  validFrom: "",
  validUntil: "",
  usesPerMan: "1",
  usesTotal: "",
};

const typed = (promo: Promo): TypedPromo => ({
  code: promo.code,
  percent: String(promo.percent || ""),
  credits: String(promo.credits || ""),
  validFrom: typedMoment(promo.validFrom),
  validUntil: typedMoment(promo.validUntil),
  usesPerMan: String(promo.usesPerMan),
  usesTotal: String(promo.usesTotal ?? ""),
});

interface Outcome {
  /** Null for a new one. */
  promo?: PromoInUse | null;
  faults?: Record<string, string>;
  problem?: string;
  status?: number;
}

async function showForm(c: AppContext, fields: TypedPromo, outcome: Outcome = {}): Promise<Response> {
  const { t } = c.var.facts;
  const title = outcome.promo ? t("shop:promos.one", { code: outcome.promo.code }) : t("shop:promos.new");
  return await answerPage(c, {
    title,
    robots: "noindex",
    status: (outcome.status ?? 200) as ContentfulStatusCode,
    view: <PromoFormView title={title} typed={fields} nowMs={c.var.deps.store.now()} {...outcome} />,
  });
}

async function save(c: MemberContext, promo: PromoInUse | null, body: Body): Promise<Response> {
  const { store } = c.var.deps;
  const actorId = c.var.signedIn.user.id;
  const { action } = body;
  if (promo && (action === "end" || action === "remove")) {
    const ended = await (action === "end" ? endPromo : removePromo)(store, promo.code, actorId);
    if (!ended.ok) return await answerRefusal(c, ended);
    return done(c, action === "end" ? "shop:flash.ended" : "shop:flash.dropped", promo.code);
  }
  const fields = typedIn(body, promo);
  const wanted = promoOf(fields);
  const saved = await (promo ? changePromo : createPromo)(store, wanted, actorId);
  if (saved.ok) return done(c, "shop:flash.saved", saved.promo.code);
  const hasFields = saved.fields !== undefined;
  return await showForm(c, fields, {
    promo,
    faults: saved.fields ?? {},
    problem: hasFields ? c.var.facts.t("shop:problem") : messageOf(c, saved),
    status: refusals[saved.reason],
  });
}

function done(c: AppContext, words: string, code: string): Response {
  leaveFlash(c, "success", words);
  const path = words === "shop:flash.dropped" ? promosPath : promoPath(code);
  return c.redirect(localHref(c.var.facts.prefix, path), 303);
}

/** The letters of a code that exists stay as they are. */
function typedIn(form: Form, promo: Promo | null): TypedPromo {
  const names = Object.keys(newCode) as (keyof TypedPromo)[];
  const fields = Object.fromEntries(names.map((name) => [name, textOf(form[name]).trim()])) as unknown as TypedPromo;
  return promo ? { ...fields, code: promo.code } : fields;
}

const promoOf = (fields: TypedPromo): Promo => ({
  code: fields.code,
  percent: wholeOf(fields.percent, 0),
  credits: wholeOf(fields.credits, 0),
  validFrom: momentOf(fields.validFrom),
  validUntil: momentOf(fields.validUntil),
  usesPerMan: wholeOf(fields.usesPerMan, NaN),
  usesTotal: wholeOf(fields.usesTotal, null),
});
