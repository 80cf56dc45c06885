/** A man's settings of introductions: all of them on or off, ladies he has muted, and what ladies are told of his visits. */
import { Button } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import {
  acceptsIntroductions,
  mutedLadies,
  setAcceptsIntroductions,
  setIntroductionsMuted,
} from "../../../kv/letters/introductions.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import { type Body, idOf } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { boxPath, manSide } from "../../letters/sides.ts";
import { partnersOf } from "./partners.ts";

export interface IntroductionWishes {
  isAccepting: boolean;
  muted: readonly { id: number; name: string }[];
}

export async function introductionWishesOf(c: MemberContext): Promise<IntroductionWishes> {
  const { user } = c.var.signedIn;
  const ids = [...await mutedLadies(c.var.deps.store, user.id)];
  const partners = await partnersOf(c, manSide, ids);
  return {
    isAccepting: acceptsIntroductions(user),
    muted: ids.map((id) => ({ id, name: partners.get(id)!.name })),
  };
}

/** The answer to one of the forms below. */
export async function changeIntroductions(c: MemberContext, body: Body): Promise<Response> {
  const { store } = c.var.deps;
  const { user } = c.var.signedIn;
  const { action, userId } = body;
  if (action === "start" || action === "stop") {
    const changed = await setAcceptsIntroductions(store, user.id, action === "start");
    if (!changed.ok) return await answerRefusal(c, changed);
    leaveFlash(c, "success", action === "start" ? "mail:flash.introductionsOn" : "mail:flash.introductionsOff");
  } else if (action === "unmute") {
    const ladyId = idOf(String(userId));
    const changed = ladyId ? await setIntroductionsMuted(store, user.id, ladyId, false) : refuse("not_found");
    if (!changed.ok) return await answerRefusal(c, changed);
    const name = (await partnersOf(c, manSide, [ladyId!])).get(ladyId!)!.name;
    leaveFlash(c, "success", "mail:flash.unmuted", { name });
  } else return await answerRefusal(c, refuse("invalid"));
  return c.redirect(localHref(c.var.facts.prefix, boxPath(manSide, "introduction")), 303);
}

export function IntroductionSettings({ isAccepting, muted }: IntroductionWishes) {
  const { t, href } = usePage();
  const action = href(boxPath(manSide, "introduction"));
  return (
    <div class="mail__wishes">
      <div class="row">
        <p>{t(isAccepting ? "mail:introductions.on" : "mail:introductions.off")}</p>
        <form method="post" action={action}>
          <input type="hidden" name="action" value={isAccepting ? "stop" : "start"} />
          <Button type="submit" tone="plain" small>
            {t(isAccepting ? "mail:introductions.stop" : "mail:introductions.start")}
          </Button>
        </form>
      </div>
      {muted.length > 0 && (
        <ul class="row" aria-label={t("mail:introductions.muted")}>
          {muted.map(({ id, name }) => (
            <li key={id} class="row">
              <span>{t("mail:introductions.mutedOne", { name })}</span>
              <form method="post" action={action}>
                <input type="hidden" name="action" value="unmute" />
                <input type="hidden" name="userId" value={id} />
                <Button type="submit" tone="plain" small>{t("mail:introductions.unmute", { name })}</Button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <VisitNote />
    </div>
  );
}

/** Tells him, for the sake of honesty, what a lady sees of the men who look at her profile. */
export function VisitNote() {
  const { t } = usePage();
  return (
    <details>
      <summary>{t("mail:introductions.visits.title")}</summary>
      <p>{t("mail:introductions.visits.text")}</p>
      <p>{t("mail:introductions.visits.lately")}</p>
    </details>
  );
}
