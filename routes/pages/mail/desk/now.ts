/** What a person may do now, in a sentence or two and a link: the first that fits, from unread letters to a first one. */
import { destinationOf } from "../../../../components/frame/not_yet.ts";
import type { IconName } from "../../../../components/icon.tsx";
import { datesFor, formatNumber } from "../../../../i18n/format.ts";
import { paragraphOf } from "../../../../i18n/locales.ts";
import { man } from "../../../../kv/accounts/users.ts";
import { isLocked, type Letter } from "../../../../kv/letters/letter.ts";
import type { MemberContext } from "../../../http/env.ts";
import { localHref } from "../../../http/page.tsx";
import type { MailSide } from "../../../letters/sides.ts";
import { wayToPay, whyNotPayable } from "../composer.ts";
import { mayWrite } from "../may_write.ts";
import { canPay, type Spendable } from "../spendable.ts";

interface Way {
  href: string;
  label: string;
  icon?: IconName;
}

export interface Now {
  text: string;
  /** Links; the first is the main one. */
  ways: Way[];
}

interface Known {
  /** The newest first. */
  unread: readonly Letter[];
  newest: { name: string; href: string } | null;
  /** The newest unread letter that is not sealed. */
  free: { href: string } | null;
  oldest: { name: string; href: string; at: number } | null;
  /** Who has proposed a time to talk and waits for an answer. */
  proposal: { name: string; href: string } | null;
  /** A draft that can be continued. */
  draft: { name: string; href: string | null } | null;
  isOnTheWay: boolean;
  /** Whether nobody has written to this person, nor this person to anybody. */
  isNew: boolean;
  /** Whether to say here that her profile is not shown yet; in the mailbox a notice says so. */
  saysReview: boolean;
  /** Null for a lady. */
  spendable: Spendable | null;
}

export async function nowOf(c: MemberContext, side: MailSide, known: Known): Promise<Now> {
  const { t } = c.var.facts;
  const isMan = side.groupId === man;
  if (known.saysReview && !await mayWrite(c)) {
    return withGap(c, [t("mail:review.title"), t("mail:review.text")], [wayTo(c, "verify", "/lady/verification")]);
  }
  if (known.unread.length > 0) return isMan ? hisLetters(c, known) : herLetters(c, known);
  if (known.proposal) {
    const { name, href } = known.proposal;
    return {
      text: t("talks:line.inLetters.theirs", { name }),
      ways: [{ href, label: t("talks:line.answer"), icon: "calendar" }],
    };
  }
  if (known.draft?.href) {
    const { name, href } = known.draft;
    return { text: t("desk:now.draft", { name }), ways: [{ href, label: t("desk:now.goOn"), icon: "pen" }] };
  }
  if (known.isNew) {
    return isMan ? newMan(c, known.spendable!) : { text: t("mail:none.lady.inbox.text"), ways: [] };
  }
  const text = t(known.isOnTheWay ? "desk:now.way" : isMan ? "desk:now.calmMan" : "desk:now.calm");
  return { text, ways: isMan ? [wayTo(c, "search", "/search")] : [] };
}

const withGap = (c: MemberContext, sentences: (string | false)[], ways: Way[]): Now => ({
  text: paragraphOf(c.var.facts.locale, sentences),
  ways,
});

const icons = { search: "search", verify: undefined } as const;

const wayTo = (c: MemberContext, label: keyof typeof icons, path: string): Way => ({
  href: localHref(c.var.facts.prefix, destinationOf(path)),
  label: c.var.facts.t(`desk:now.${label}`),
  icon: icons[label],
});

/**
 * Leads to the newest letter or, if he cannot pay for the cheapest sealed one, to a free one and to what helps; tells how
 * many are free.
 */
function hisLetters(c: MemberContext, { unread, newest, free, spendable }: Known): Now {
  const { t, locale } = c.var.facts;
  const sealed = unread.filter(isLocked);
  const freeCount = unread.length - sealed.length;
  const hasSealed = sealed.length > 0;
  const opening = Math.min(...sealed.map(({ openingPriceCredits }) => openingPriceCredits));
  const letters = t("desk:now.letters", { count: unread.length });
  const isShort = hasSealed && !canPay(spendable!, opening);
  const read: Way = {
    href: newest!.href,
    label: t(`desk:now.${unread.length === 1 ? "readOne" : "read"}`),
    icon: "envelope",
  };
  if (!isShort) {
    return withGap(c, [letters, freeCount > 0 && hasSealed && t("desk:now.free", { count: freeCount })], [read]);
  }
  const short = t("desk:now.short", {
    price: t("common:credits", { count: opening }),
    balance: formatNumber(locale, spendable!.balanceCredits),
  });
  const why = whyNotPayable(c, spendable!, opening, short);
  return withGap(c, [letters, why, freeCount > 0 && t("desk:now.free", { count: freeCount })], [
    ...free ? [{ href: free.href, label: t("desk:now.readFree"), icon: "envelope" as const }] : [],
    wayToPay(c, spendable!, opening),
  ]);
}

/** Names the writer who has waited longest, so that she knows with which of many letters to begin. */
function herLetters(c: MemberContext, { unread, newest, oldest }: Known): Now {
  const { t } = c.var.facts;
  const letters = t("desk:now.letters", { count: unread.length });
  if (unread.length === 1) {
    return { text: letters, ways: [{ href: newest!.href, label: t("desk:now.readOne"), icon: "envelope" }] };
  }
  const { name, at, href } = oldest!;
  const date = datesFor(c.var.facts)(at, "short");
  return withGap(c, [letters, t("desk:now.longest", { name, date })], [
    { href, label: t("desk:now.oldest"), icon: "envelope" },
  ]);
}

function newMan(c: MemberContext, spendable: Spendable): Now {
  const { t, locale } = c.var.facts;
  const first = t("desk:now.first", {
    price: t("common:credits", { count: spendable.inMoney.acts.sendLetter }),
    balance: formatNumber(locale, spendable.balanceCredits),
  });
  const mayPay = canPay(spendable, spendable.inMoney.acts.sendLetter);
  return withGap(c, [t("mail:none.man.inbox.text"), first], [
    wayTo(c, "search", "/search"),
    ...mayPay ? [] : [wayToPay(c, spendable, spendable.inMoney.acts.sendLetter)],
  ]);
}
