/** One box of letters: the people on a phone, and beside them an invitation to choose one on a wider screen. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Empty } from "../../../components/states.tsx";
import { lady, man } from "../../../kv/accounts/users.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { answerPage } from "../../http/page.tsx";
import { newsFor } from "../safety/account_page.tsx";
import { SiteNotices } from "../safety/notice_views.tsx";
import { boxQueryOf } from "./box_query.ts";
import { rowsOfBox } from "./box_rows.tsx";
import { changeIntroductions, IntroductionSettings, introductionWishesOf } from "./introduction_settings.tsx";
import { MailView } from "./mail_view.tsx";
import { mayWrite } from "./may_write.ts";
import { DeletedNotice, justDeleted } from "./put_away.tsx";
import { boxPath, type MailBox, type MailSide } from "./sides.ts";
import { type Acquaintances, acquaintancesOf, WhoToWriteTo } from "./who_to_write_to.tsx";

export const boxPage = (side: MailSide, box: MailBox): PageDefinition => ({
  paths: [boxPath(side, box)],
  access: side.access,
  get: (c) => showBox(c, side, box),
  ...(box === "introduction" && side.groupId === man && { post: changeIntroductions }),
});

async function showBox(c: MemberContext, side: MailSide, box: MailBox): Promise<Response> {
  const query = boxQueryOf(c);
  const isFirstPage = query.words.length === 0 && !query.before;
  const meets = side.groupId === lady && box === "inbox" && isFirstPage;
  const [list, isReviewed, undo, news, wishes, acquaintances] = await Promise.all([
    rowsOfBox(c, side, box, query),
    mayWrite(c),
    justDeleted(c),
    newsFor(c),
    box === "introduction" && isFirstPage && introductionWishesOf(c),
    meets ? whomSheMeets(c) : null,
  ]);
  const { t } = c.var.facts;
  const hasLines = list.groups.length > 0;
  const hasPeople = acquaintances && acquaintances.men.length > 0;
  return await answerPage(c, {
    title: t(`mail:box.${box}`),
    description: t("mail:description"),
    robots: "noindex",
    sheets: ["letters"],
    view: (
      <MailView
        side={side}
        box={box}
        list={list}
        isReviewed={isReviewed}
        above={
          <>
            <SiteNotices told={news} />
            {undo && <DeletedNotice side={side} letter={undo} />}
            {wishes && <IntroductionSettings {...wishes} />}
          </>
        }
      >
        {!hasLines && isFirstPage && <NoLetters side={side} box={box} />}
        {acquaintances && <WhoToWriteTo {...acquaintances} />}
        {hasLines && !hasPeople && <Choose />}
      </MailView>
    ),
  });
}

async function whomSheMeets(c: MemberContext): Promise<Acquaintances | null> {
  const [may, acquaintances] = await Promise.all([mayWrite(c), acquaintancesOf(c)]);
  return may ? acquaintances : null;
}

function Choose() {
  const { t } = usePage();
  return (
    <section class="mail__rest" aria-label={t("mail:choose.title")}>
      <Empty title={t("mail:choose.title")} drawing="open">{t("mail:choose.text")}</Empty>
    </section>
  );
}

function NoLetters({ side, box }: { side: MailSide; box: MailBox }) {
  const { t, href } = usePage();
  const isMan = side.groupId === man;
  const words = `mail:none.${isMan ? "man" : "lady"}.${box}`;
  return (
    <section class="mail__none">
      <Empty
        title={t(`${words}.title`)}
        drawing={box === "deleted" ? "open" : "sealed"}
        action={isMan && box !== "deleted" && (
          <ButtonLink tone="quiet" href={href("/search")}>{t("mail:none.search")}</ButtonLink>
        )}
      >
        {t(`${words}.text`)}
      </Empty>
    </section>
  );
}
