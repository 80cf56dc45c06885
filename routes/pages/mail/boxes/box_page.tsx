/** One box of letters: the people, and beside them the desk in the inbox, or elsewhere an invitation to choose a letter. */
import { ButtonLink } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { Empty } from "../../../../components/states.tsx";
import { lady, man } from "../../../../kv/accounts/users.ts";
import type { Model } from "../../../cache/kept_models.ts";
import type { KeptViews } from "../../../cache/kept_views.tsx";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { MemberContext } from "../../../http/env.ts";
import { answerPage } from "../../../http/page.tsx";
import type { Body } from "../../../http/read_input.ts";
import { boxPath, type MailBox, type MailSide } from "../../../letters/sides.ts";
import { newsFor } from "../../safety/account_page.tsx";
import { SiteNotices } from "../../safety/notice_views.tsx";
import { boxQueryOf } from "./box_query.ts";
import { rowsOfBox } from "./box_rows.tsx";
import { changeIntroductions, IntroductionSettings, introductionWishesOf } from "../introduction_settings.tsx";
import { type Desk, deskOf } from "../desk/desk.ts";
import { keptDesk } from "../desk/desk_view.tsx";
import { letGo } from "../desk/letting_go.ts";
import { MailView } from "../mail_view.tsx";
import { mayWrite } from "../may_write.ts";
import { DeletedNotice, justDeleted } from "./put_away.tsx";
import { whomSheMeets, WhoToWriteTo } from "../who_to_write_to.tsx";

export const boxPage = (side: MailSide, box: MailBox): PageDefinition => ({
  paths: [boxPath(side, box)],
  access: side.access,
  get: (c) => showBox(c, side, box),
  ...(box === "introduction" && side.groupId === man && { post: changeIntroductions }),
  ...(box === "inbox" && { post: (c: MemberContext, body: Body) => letGo(c, side, body) }),
});

async function showBox(c: MemberContext, side: MailSide, box: MailBox): Promise<Response> {
  const query = boxQueryOf(c);
  const isFirstPage = query.words.length === 0 && !query.before;
  const hasDesk = box === "inbox" && isFirstPage;
  const [list, isReviewed, undo, news, wishes, acquaintances, desk] = await Promise.all([
    rowsOfBox(c, side, box, query),
    mayWrite(c),
    justDeleted(c),
    newsFor(c),
    box === "introduction" && isFirstPage && introductionWishesOf(c),
    hasDesk && side.groupId === lady ? whomSheMeets(c) : null,
    hasDesk ? deskOf(c, side, "inbox") : null,
  ]);
  const { deps, facts: { t } } = c.var;
  const hasLines = list.groups.length > 0;
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
        {desk
          ? (
            <div class="mail__desk">
              <DeskOnPage kept={deps.running.keptViews} desk={desk} isEmpty={!hasLines} side={side} />
              {acquaintances && <WhoToWriteTo {...acquaintances} />}
            </div>
          )
          : hasLines
          ? <Choose />
          : isFirstPage && <NoLetters side={side} box={box} />}
      </MailView>
    ),
  });
}

function DeskOnPage(
  { kept, desk, isEmpty, side }: { kept: KeptViews; desk: Model<Desk>; isEmpty: boolean; side: MailSide },
) {
  const page = usePage();
  const none = `mail:none.${side.groupId === man ? "man" : "lady"}.inbox.title`;
  return keptDesk(kept, page, desk, { heading: "h2", title: page.t(isEmpty ? none : "desk:title") });
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
