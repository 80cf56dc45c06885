/** Signing up. What follows looks the same whether or not the address has an account already. */
import { baseOf } from "../../../kv/accounts/languages.ts";
import { isChinese, type Locale } from "../../../i18n/locales.ts";
import * as z from "zod";
import { isOfBrowser } from "../../../kv/accounts/sign_up.ts";
import { ageYears } from "../../../kv/ladies/age.ts";
import { shownLadiesByIds } from "../../../kv/ladies/ladies.ts";
import { wordsOf } from "../../../kv/ladies/record.ts";
import { signUpForm } from "../../account/account_forms.ts";
import { signUpHere } from "../../account/accounts.ts";
import { countryOptions } from "../../account/country_names.ts";
import { moreSignUpFaults } from "../../account/sign_up_faults.ts";
import { visitorOf } from "../../http/browser_mark.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { flag } from "../../http/fields.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { parseInput, withFaults } from "../../http/read_input.ts";
import { girlPath } from "../../ladies/girl_paths.ts";
import { placeOf, portraitOf } from "../../ladies/lady_cards.ts";
import { latestBirthdate } from "../account/birthdates.ts";
import { nextOf, waitingOf, withQuery } from "./arrival.ts";
import { type FormState, freshForm, refusedForm, textsOf } from "./gate.tsx";
import { type Face, SignUpView } from "./sign_up_view.tsx";

const pageForm = signUpForm.extend({ acceptTerms: flag.refine(Boolean, "accept_terms") });

/** The fields that show their own faults. */
const typedFields = ["firstname", "lastname", "country", "birthdate", "email", "acceptTerms"];
const kept = [...typedFields, "groupId", "readsLanguages", "promoEmails"];

/** The values of a fresh form: the page's language as one that is read; a lady if `as`, or else the language, says so. */
function presetOf(locale: Locale, as: string | undefined): FormState["values"] {
  const isLady = as === undefined ? locale !== "en" && !isChinese(locale) : as === "lady";
  const groupId = isLady ? "2" : "1";
  return { groupId, readsLanguages: baseOf(locale) };
}

export const signUpPage: PageDefinition = {
  paths: ["/auth/sign-up"],
  access: "guests",
  async get(c) {
    const typed = await typedBefore(c);
    const email = c.req.query("email")?.slice(0, 254) ?? "";
    const page = await answer(
      c,
      freshForm(typed ?? { ...presetOf(c.var.facts.locale, c.req.query("as")), email }),
      nextOf(c),
    );
    if (typed) page.headers.set("cache-control", "private, no-store");
    return page;
  },
  async post(c, body) {
    const next = nextOf(c, body);
    const result = await signUpByForm(c, body, next);
    if (!result.ok) {
      const form = refusedForm(c, result, textsOf(body, kept), [...typedFields, "password"]);
      return await answer(c, form, next);
    }
    // Only the id: e-mail addresses do not belong into histories and logs.
    const path = withQuery("/auth/confirm", { id: result.confirmation.id, next });
    return c.redirect(localHref(c.var.facts.prefix, path), 303);
  },
};

async function signUpByForm(c: AppContext, body: Record<string, unknown>, next: string) {
  const form = parseInput<z.infer<typeof pageForm>>(pageForm, body);
  if (!form.ok) return withFaults(form, await moreSignUpFaults(c, body));
  const { acceptTerms: _, ...wanted } = form.value;
  return await signUpHere(c, wanted, next);
}

/** What was typed for a sign-up that went to a wrong address; null in any browser but the one in which it was typed. */
async function typedBefore(c: AppContext): Promise<FormState["values"] | null> {
  const { store } = c.var.deps;
  const again = await waitingOf(c, c.req.query("again"));
  if (!again || !isOfBrowser(store, again, visitorOf(c))) return null;
  const { email, firstname, lastname, birthdate, countryId, groupId, promoEmails, readsLanguages } = again.signUp;
  return {
    ...{ email, firstname, lastname, birthdate, country: String(countryId), groupId: String(groupId) },
    acceptTerms: "on",
    ...(promoEmails && { promoEmails: "on" }),
    readsLanguages: (readsLanguages ?? []).join(" "),
  };
}

async function answer(c: AppContext, form: FormState, next: string): Promise<Response> {
  const { facts, deps: { store } } = c.var;
  const countries = countryOptions(facts.locale).map(({ id, label }) => ({ value: String(id), label }));
  return await answerPage(c, {
    title: facts.t("auth:signUp.page"),
    view: (
      <SignUpView
        form={form}
        next={next}
        countries={countries}
        latestBirthdate={latestBirthdate(store.now())}
        face={await chooseFace(c)}
      />
    ),
    status: form.status,
    canonicalPath: "/auth/sign-up",
  });
}

/** One of the best-liked ladies, who has a photo and a quote of hers; null if there is none yet. */
async function chooseFace(c: AppContext): Promise<Face | null> {
  const { facts, deps: { store } } = c.var;
  const now = store.now();
  const records = await shownLadiesByIds(store, store.ladies.search({ sort: "top", limit: 8 }, now).ids);
  const chosen = records.find((record) => record.quote && record.photos.length > 0);
  if (!chosen) return null;
  const { firstname, quote } = wordsOf(chosen, facts.locale);
  return {
    href: localHref(facts.prefix, girlPath(chosen, now)),
    portrait: portraitOf(chosen),
    quote,
    name: firstname,
    age: ageYears(chosen.birthdate, now),
    place: placeOf(facts.locale, chosen),
  };
}
