/** One box of letters: the people on a phone, and beside them an invitation to choose one on a wider screen. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Empty } from "../../../components/states.tsx";
import type { PageDefinition } from "../../define_page.ts";
import type { AppContext } from "../../env.ts";
import { answerPage } from "../../page.tsx";
import { rowsOfBox } from "./box_rows.tsx";
import { MailView } from "./mail_view.tsx";
import { mayWrite } from "./may_write.ts";
import { boxPath, type MailBox, type MailSide, pageNumberOf } from "./sides.ts";

export const boxPage = (side: MailSide, box: MailBox): PageDefinition => ({
  paths: [boxPath(side, box)],
  access: side.access,
  get: (c) => showBox(c, side, box),
});

async function showBox(c: AppContext, side: MailSide, box: MailBox): Promise<Response> {
  const list = await rowsOfBox(c, side, box, pageNumberOf(c.req.query("page")));
  const { t } = c.var.facts;
  return await answerPage(c, {
    title: t(`mail:box.${box}`),
    description: t("mail:description"),
    robots: "noindex",
    view: (
      <MailView side={side} box={box} list={list} isReviewed={await mayWrite(c)}>
        {list.rows.length > 0
          ? (
            <section class="mail__rest" aria-label={t("mail:choose.title")}>
              <Empty title={t("mail:choose.title")} drawing="open">{t("mail:choose.text")}</Empty>
            </section>
          )
          : <NoLetters side={side} box={box} />}
      </MailView>
    ),
  });
}

function NoLetters({ side, box }: { side: MailSide; box: MailBox }) {
  const { t, href } = usePage();
  const words = `mail:none.${side.base === "/man/mail" ? "man" : "lady"}.${box}`;
  return (
    <section class="mail__none">
      <Empty
        title={t(`${words}.title`)}
        action={side.base === "/man/mail" && (
          <ButtonLink tone="quiet" href={href("/search")}>{t("mail:none.search")}</ButtonLink>
        )}
      >
        {t(`${words}.text`)}
      </Empty>
    </section>
  );
}
