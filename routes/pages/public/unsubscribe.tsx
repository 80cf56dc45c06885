/** Ends mails by the link in one of them: a GET only shows a button, a POST ends them, no matter who is signed in. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { kindOfUnsubscribeKey, type MailKind, setMailWish, wishesMail } from "../../../kv/accounts/mail_wishes.ts";
import { type User, userById } from "../../../kv/accounts/users.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { idOf } from "../../http/read_input.ts";
import { answerPrivate, Gate } from "../auth/gate.tsx";

const path = "/unsubscribe/:userId/:key";

/** The POST may come from a mail program, without Origin and cookies (RFC 8058): the key alone says who it is. */
export const unsubscribePage: PageDefinition = {
  paths: [path],
  access: "everyone",
  get: show,
  post: (c) => change(c, false),
};

/** Takes the ending back. Only our own page can do so, because it is under the Origin check like every form. */
export const resubscribePage: PageDefinition = {
  paths: [`${path}/again`],
  access: "everyone",
  get: show,
  post: (c) => change(c, true),
};

async function show(c: AppContext): Promise<Response> {
  const meant = await meantBy(c);
  if (!meant) return await answerWrongLink(c);
  return await answer(c, meant.kind, wishesMail(meant.user, meant.kind) ? "ask" : "off");
}

/** Whose link it is, and which mails it ends; null for a key that nobody was given. */
async function meantBy(c: AppContext): Promise<{ user: User; kind: MailKind } | null> {
  const { store } = c.var.deps;
  const userId = idOf(c.req.param("userId"));
  const kind = userId && kindOfUnsubscribeKey(store, userId, c.req.param("key") ?? "");
  const user = userId && kind ? await userById(store, userId) : null;
  return user && kind ? { user, kind } : null;
}

async function change(c: AppContext, isWished: boolean): Promise<Response> {
  const meant = await meantBy(c);
  if (!meant) return await answerWrongLink(c);
  const changed = await setMailWish(c.var.deps.store, meant.user.id, meant.kind, isWished);
  return changed.ok ? await answer(c, meant.kind, isWished ? "on" : "off") : await answerWrongLink(c);
}

type Said = "ask" | "off" | "on";

async function answer(c: AppContext, kind: MailKind, said: Said): Promise<Response> {
  const { t, path } = c.var.facts;
  const linkPath = path.replace(/\/again$/, "");
  return await answerPrivate(c, {
    title: t(`notifications:unsubscribe.${kind}.${said}.title`),
    view: <UnsubscribeView kind={kind} said={said} path={linkPath} />,
  });
}

function answerWrongLink(c: AppContext): Promise<Response> {
  const title = c.var.facts.t("notifications:unsubscribe.wrong.title");
  return answerPrivate(c, { title, view: <WrongLinkView />, status: 404 });
}

function UnsubscribeView({ kind, said, path }: { kind: MailKind; said: Said; path: string }) {
  const { t, href } = usePage();
  const words = `notifications:unsubscribe.${kind}.${said}`;
  const action = href(said === "off" ? `${path}/again` : path);
  return (
    <Gate
      title={t(`${words}.title`)}
      lead={t(`${words}.lead`)}
      notice={said === "ask" ? null : t(`${words}.notice`)}
      tone="good"
    >
      <form class="form" method="post" action={action}>
        <Button type="submit" wide tone={said === "ask" ? "ink" : "quiet"}>{t(`${words}.submit`)}</Button>
      </form>
    </Gate>
  );
}

function WrongLinkView() {
  const { t, href } = usePage();
  return (
    <Gate title={t("notifications:unsubscribe.wrong.title")} lead={t("notifications:unsubscribe.wrong.lead")}>
      <ButtonLink href={href("/auth/sign-in")} tone="quiet" wide>{t("common:nav.logIn")}</ButtonLink>
    </Gate>
  );
}
