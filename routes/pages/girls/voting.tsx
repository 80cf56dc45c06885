/** The vote of the day: today's ballot, and the vote itself, which other pages send as well. */
import * as z from "zod";
import { heartAnchor } from "../../../components/lady_card.tsx";
import { man } from "../../../kv/accounts/users.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { wordsOf } from "../../../kv/ladies/record.ts";
import { ballotOfDay, castVote, voteOfToday } from "../../../kv/ladies/votes.ts";
import { secondsLeftOfDay } from "../../../kv/store/days.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { idField } from "../../http/fields.ts";
import { leaveFlash } from "../../http/flash.ts";
import { nextDayFor } from "../../http/next_day.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { type Body, parseInput } from "../../http/read_input.ts";
import { answerRefusal, messageOf, statusOf } from "../../http/refusal_answer.tsx";
import { cardsOf } from "../../ladies/lady_cards.ts";
import { answerSignInFirst, pageBefore } from "./sign_in_first.tsx";
import { VotingView } from "./voting_view.tsx";

export const votingPath = "/girls/Vote_of_the_Day";

export const votingPage: PageDefinition = {
  paths: [votingPath],
  access: "no_ladies",
  get: (c) => show(c),
  postAccess: "mens_lists",
  post,
  refuseGuest(c) {
    const { t } = c.var.facts;
    const backHref = pageBefore(c, votingPath);
    return answerSignInFirst(c, { title: t("vote:title"), text: t("vote:refused"), backHref });
  },
};

async function show(c: AppContext, refused: Refusal | null = null): Promise<Response> {
  const { facts: { t, prefix }, deps: { store }, signedIn } = c.var;
  const user = signedIn?.user;
  const ballot = ballotOfDay(store).filter((id) => !signedIn?.blockedIds.has(id));
  const ladies = await cardsOf(c, store, ballot);
  const vote = user?.groupId === man ? await voteOfToday(store, user.id) : null;
  const votedFor = vote && await ladyById(store, vote.ladyId);
  const title = t("vote:title");
  const time = nextDayFor(c.var.facts, store.now());
  if (refused?.retryAfterSeconds) c.header("retry-after", String(refused.retryAfterSeconds));
  return await answerPage(c, {
    title,
    description: t("vote:lead", { time }),
    status: statusOf(refused),
    crumbs: [
      { label: t("search:home"), href: localHref(prefix, "/") },
      { label: t("vote:top"), href: localHref(prefix, "/girls/Top_50") },
      { label: title },
    ],
    view: (
      <VotingView
        ladies={ladies}
        action={localHref(prefix, votingPath)}
        mayVote={!vote && (!user || user.groupId === man)}
        votedFor={votedFor && { id: votedFor.id, name: wordsOf(votedFor, c.var.facts.locale).firstname }}
        wait={waitOf(c)}
        next={time}
        problem={refused && messageOf(c, refused)}
      />
    ),
  });
}

/** How long it is until the next vote, in words. */
function waitOf(c: AppContext): string {
  const minutes = Math.ceil(secondsLeftOfDay(c.var.deps.store.now()) / 60);
  const { t } = c.var.facts;
  return minutes > 90
    ? t("vote:hours", { count: Math.round(minutes / 60) })
    : t("vote:minutes", { count: Math.max(1, minutes) });
}

const voteForm = z.object({ id: idField });

async function post(c: MemberContext, body: Body): Promise<Response> {
  const { user } = c.var.signedIn;
  const form = parseInput(voteForm, body);
  if (!form.ok) return await answerRefusal(c, form);
  const voted = await castVote(c.var.deps.store, user.id, form.value.id);
  if (!voted.ok) return voted.reason === "not_found" ? await answerRefusal(c, voted) : await show(c, voted);
  leaveFlash(c, "success", "vote:flash", { name: wordsOf(voted.record, c.var.facts.locale).firstname });
  // Her heart stands beside the button, on the ballot as on her own page.
  return c.redirect(`${pageBefore(c, votingPath)}#${heartAnchor(form.value.id)}`, 303);
}
