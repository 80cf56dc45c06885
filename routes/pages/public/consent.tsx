/** The choice whether services of others may be loaded: asked for at the foot of pages, and changed here at any time. */
import { setCookie } from "hono/cookie";
import * as z from "zod";
import { ConsentForm, consentPath, sentenceOf } from "../../../components/frame/consent.tsx";
import { usePage } from "../../../components/page_context.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import { safeNext } from "../../http/next_path.ts";
import { consentCookie, consentSeconds, isAnswer, outsideOf } from "../../http/outside.ts";
import type { Outside } from "../../http/outside_types.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { parseInput } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";

const input = z.object({ choice: z.string().refine(isAnswer), next: z.string().optional() });

export const consentPage: PageDefinition = {
  paths: [consentPath],
  access: "everyone",
  async get(c) {
    const outside = outsideOf(c);
    // This page itself asks for the choice, so its foot need not.
    c.set("outside", { ...outside, choice: outside.choice ?? "needed" });
    const { t } = c.var.facts;
    return await answerPage(c, {
      title: t("consent:title"),
      robots: "noindex",
      view: <ConsentView {...outside} />,
    });
  },
  async post(c, body) {
    const asked = parseInput(input, body);
    if (!asked.ok) return await answerRefusal(c, asked.reason === "malformed" ? asked : refuse("invalid"));
    setCookie(c, consentCookie, asked.value.choice, {
      path: "/",
      maxAge: consentSeconds,
      sameSite: "Lax",
      httpOnly: true,
      secure: c.var.facts.origin.startsWith("https:"),
    });
    const back = asked.value.next ? safeNext(asked.value.next) : null;
    return c.redirect(back ?? localHref(c.var.facts.prefix, "/"), 303);
  },
};

function ConsentView({ offered, choice }: Outside) {
  const { t, href } = usePage();
  return (
    <article class="wrap article article--text">
      <header>
        <h1>{t("consent:title")}</h1>
        <p class="lead">{offered.length > 0 ? sentenceOf(t, offered) : t("consent:nothing")}</p>
      </header>
      <div class="prose">
        <p>{t("consent:own")}</p>
        {offered.map((service) => <p key={service}>{t(`consent:what.${service}`)}</p>)}
        {offered.length > 0 && <p>{t("consent:where")}</p>}
        {choice && (
          <p>
            <strong>{t(`consent:said.${choice}`)}</strong>
          </p>
        )}
      </div>
      {offered.length > 0 && <ConsentForm offered={offered} next={href(consentPath)} choice={choice} />}
      <p>
        <a href={href("/privacy-policy")}>{t("common:foot.privacy")}</a>
      </p>
    </article>
  );
}
