/** The ballot of the day as it is shown: every lady with a button, until the vote is cast. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { Cards, LadyCard, type LadyCardView } from "../../../components/lady_card.tsx";
import { Mark } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Empty, Notice } from "../../../components/states.tsx";

interface VotingViewProps {
  ladies: readonly LadyCardView[];
  /** Where a vote is sent, localised. */
  action: string;
  mayVote: boolean;
  /** Whom the viewer has voted for today. */
  votedFor: { id: number; name: string } | null;
  /** How long it is until the next vote: "9 hours". */
  wait: string;
  /** The time of the next vote: "08:00". */
  next: string;
  /** Why a vote was not taken. */
  problem: string | null;
}

export function VotingView({ ladies, action, mayVote, votedFor, wait, next, problem }: VotingViewProps) {
  const { t, href } = usePage();
  return (
    <div class="wrap list">
      <header>
        <h1>{t("vote:title")}</h1>
        <p class="lead">{t("vote:lead", { time: next })}</p>
      </header>
      {problem && <Notice tone="bad" role="alert">{problem}</Notice>}
      {votedFor && <Notice tone="good">{t("vote:done", { name: votedFor.name, hours: wait, time: next })}</Notice>}
      <div class="section__head">
        <h2>{t("vote:ballot")}</h2>
        <ButtonLink href={href("/girls/Top_50")} tone="plain" icon="star">{t("vote:top")}</ButtonLink>
      </div>
      {ladies.length === 0
        ? <Empty title={t("vote:empty.title")} drawing="open" heading="h3">{t("vote:empty.text")}</Empty>
        : (
          <form method="post" action={action}>
            <Cards>
              {ladies.map((lady, index) => (
                <LadyCard key={lady.id} lady={lady} eager={index < 4}>
                  {votedFor?.id === lady.id && <Mark>{t("vote:yours")}</Mark>}
                  {mayVote && (
                    <button class="btn btn--quiet btn--small" name="id" value={lady.id}>
                      {t("vote:give", { name: lady.name })}
                    </button>
                  )}
                </LadyCard>
              ))}
            </Cards>
          </form>
        )}
    </div>
  );
}
