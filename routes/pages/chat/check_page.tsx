/** The check before a video chat, for both sides: how one looks, whether one is heard, and by which route calls can go. */
import { checkCredentialSeconds, turnCredentials } from "../../../chat/server/calls/turn_credentials.ts";
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Empty } from "../../../components/states.tsx";
import CallCheck, { type CallCheckProps } from "../../../islands/call_check/island.tsx";
import { man } from "../../../kv/accounts/users.ts";
import { relayOnlyOf } from "../../../kv/chats/settings.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { answerPage } from "../../http/page.tsx";

export const checkPages: Record<"man" | "lady", PageDefinition> = {
  man: { paths: ["/man/chat/check"], access: "men", get: show },
  lady: { paths: ["/lady/chat/check"], access: "ladies", get: show },
};

async function show(c: MemberContext): Promise<Response> {
  const { t } = c.var.facts;
  const { user } = c.var.signedIn;
  return await answerPage(c, {
    title: t("call:check.title"),
    description: t("call:check.description"),
    robots: "noindex",
    view: <CheckView props={await propsOf(c)} chatPath={user.groupId === man ? "/man/chat" : "/lady/chat"} />,
  });
}

async function propsOf(c: MemberContext): Promise<CallCheckProps> {
  const { store, config } = c.var.deps;
  const { user } = c.var.signedIn;
  const [iceServers, relayOnly] = await Promise.all([
    turnCredentials(config.calls, store.randomToken(), checkCredentialSeconds),
    relayOnlyOf(store, user),
  ]);
  return { iceServers, goodSeconds: checkCredentialSeconds, hasRelay: config.calls.turn !== null, relayOnly };
}

function CheckView({ props, chatPath }: { props: CallCheckProps; chatPath: string }) {
  const { t, href } = usePage();
  return (
    <div class="wrap">
      <header class="precheck__head">
        <h1>{t("call:check.title")}</h1>
        <p class="lead">{t("call:check.lead")}</p>
        <p>
          <a href={href(chatPath)}>{t("call:check.toChat")}</a>
        </p>
      </header>
      <noscript>
        <Empty
          title={t("call:check.needsScript")}
          action={<ButtonLink href={href(chatPath)}>{t("call:check.toChat")}</ButtonLink>}
        />
      </noscript>
      <div class="only-scripted">
        <CallCheck {...props} />
      </div>
    </div>
  );
}
