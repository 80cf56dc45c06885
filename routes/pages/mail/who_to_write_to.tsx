/** Whom a lady may write to first, and why, and how many of the day's introductions she has left. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { Avatar } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { SentenceWithName } from "../../../components/person_name.tsx";
import { Notice } from "../../../components/states.tsx";
import {
  introductionsLeft,
  introductionsPerDay,
  newcomersFor,
  type Suggestion,
  whoToWriteTo,
} from "../../../kv/letters/introductions.ts";
import type { MemberContext } from "../../http/env.ts";
import { messageOf } from "../../http/refusal_answer.tsx";
import { ladySide, newConversationPath } from "../../letters/sides.ts";
import { keptForReader } from "./kept_for_reader.ts";
import { mayWrite } from "./may_write.ts";
import { type Partner, partnersOf } from "./partners.ts";

const shownAtMost = 20;
/** A few only, so that this is not a list of everybody. */
const newcomersShown = 6;

export interface Acquaintances {
  men: { partner: Partner; reason: Suggestion["reason"]; at: number }[];
  left: number;
  /** The sentence that no introduction is left, and until when; null while one is. */
  over: string | null;
}

/** Null for a lady whose profile is not shown: she sees no men. */
export async function whomSheMeets(c: MemberContext): Promise<Acquaintances | null> {
  const work = async () => {
    const [may, acquaintances] = await Promise.all([mayWrite(c), acquaintancesOf(c)]);
    return may ? acquaintances : null;
  };
  return (await keptForReader(c, "whom she meets", { of: [], work })).model;
}

async function acquaintancesOf(c: MemberContext): Promise<Acquaintances> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const [known, left] = await Promise.all([
    whoToWriteTo(store, me.id, shownAtMost),
    introductionsLeft(store, me.id),
  ]);
  const suggestions = known.length > 0 ? known : await newcomersFor(store, me.id, newcomersShown);
  const partners = await partnersOf(c, ladySide, suggestions.map(({ user }) => user.id));
  return {
    men: suggestions.map(({ user, reason, at }) => ({ partner: partners.get(user.id)!, reason, at })),
    left,
    over: left === 0 ? messageOf(c, { reason: "too_many_introductions" }) : null,
  };
}

export function WhoToWriteTo({ men, left, over }: Acquaintances) {
  const { t } = usePage();
  return (
    <section class="meet" aria-labelledby="meet">
      <header>
        <h2 id="meet">{t("mail:meet.title")}</h2>
        <p class="soft">{t("mail:meet.left", { count: left, most: introductionsPerDay })}</p>
      </header>
      {men.some(({ reason }) => reason === "joined") && <p class="soft">{t("mail:meet.lately")}</p>}
      {over && <Notice>{over}</Notice>}
      {men.length === 0
        ? <p class="soft">{t("mail:meet.nobody")}</p>
        : <ul>{men.map((man) => <Acquaintance key={man.partner.id} {...man} mayWrite={left > 0} />)}</ul>}
    </section>
  );
}

function Acquaintance({ partner, reason, at, mayWrite }: Acquaintances["men"][number] & { mayWrite: boolean }) {
  const { t, href } = usePage();
  const date = useDate();
  const { id, name, age, place } = partner;
  return (
    <li>
      <Avatar src={partner.avatar} />
      <div>
        <h3>
          <SentenceWithName sentence={age === null ? name : t("mail:meet.who", { name, age })} name={name} />
        </h3>
        <p class="soft">{place}</p>
        <p class="faint">{t(`mail:meet.${reason}`, { date: date(at, "short") })}</p>
      </div>
      {mayWrite && (
        <ButtonLink href={href(newConversationPath(ladySide, id))} tone="quiet" small icon="pen">
          {t("mail:meet.write")}
          <span class="visually-hidden">
            <SentenceWithName sentence={t("mail:meet.writeTo", { name })} name={name} />
          </span>
        </ButtonLink>
      )}
    </li>
  );
}
