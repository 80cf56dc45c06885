/** The chat page of a man and of a lady: who one is, what a minute costs, and the screen itself. */
import { readingOf } from "../../../kv/accounts/languages.ts";
import { creditsToBegin } from "../../../chat/server/requests/may_ask.ts";
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Empty } from "../../../components/states.tsx";
import Chat, { type ChatProps } from "../../../islands/chat/island.tsx";
import type { ChatPrices } from "../../../islands/chat/types.ts";
import { man } from "../../../kv/accounts/users.ts";
import { chatOfPerson, type MinutePrices, minutePricesOf } from "../../../kv/chats/chats.ts";
import { chatSettingsOf, relayOnlyOf, wishesTranslations } from "../../../kv/chats/settings.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { blockedBy } from "../../../kv/safety/blocks.ts";
import { type CreditPrices, creditPricesOf } from "../../credits/credit_price.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { idField } from "../../http/fields.ts";
import { answerPage, localHref } from "../../http/page.tsx";

export const chatPages: Record<"man" | "lady", PageDefinition> = {
  man: { paths: ["/man/chat"], access: "men", get: show },
  lady: { paths: ["/lady/chat"], access: "ladies", get: show },
};

async function show(c: MemberContext): Promise<Response> {
  const { t } = c.var.facts;
  const props = await propsOf(c);
  const isMan = props.prices !== null;
  return await answerPage(c, {
    title: t("chat:title"),
    description: t(isMan ? "chat:description" : "chat:descriptionLady"),
    robots: "noindex",
    layout: "empty",
    view: <ChatView props={props} lettersPath={isMan ? "/man/mail/inbox" : "/lady/mail/inbox"} />,
  });
}

async function propsOf(c: MemberContext): Promise<ChatProps> {
  const { deps, facts } = c.var;
  const { store, manifest, config } = deps;
  const { user } = c.var.signedIn;
  const isMan = user.groupId === man;
  const [settings, balanceCredits, inMoney, running] = await Promise.all([
    chatSettingsOf(store, user.id),
    isMan ? balanceOf(store, user.id) : null,
    isMan ? creditPricesOf(c) : null,
    isMan ? chatOfPerson(store, user.id) : null,
  ]);
  // A chat that goes on keeps the prices that it began at.
  const quoted = inMoney && (running?.prices ?? minutePricesOf(inMoney.acts));
  const { reads, into } = readingOf(user);
  return {
    me: {
      id: user.id,
      name: user.firstname,
      locale: facts.locale,
      gender: isMan ? "man" : "girl",
      ...settings,
      relayOnly: await relayOnlyOf(store, user),
      translatesMessages: wishesTranslations(settings),
      reads,
      into,
      hasTranslator: c.var.deps.liveTranslator !== null,
      balanceCredits,
    },
    clock: { atMs: store.now(), rate: config.clockRate },
    sounds: {
      message: manifest.assetUrl("/static/sounds/message.wav"),
      ring: manifest.assetUrl("/static/sounds/ring.wav"),
    },
    prices: quoted && pricesIn(c, inMoney, quoted),
    start: {
      withId: idField.safeParse(c.req.query("with")).data ?? null,
      blockedIds: [...await blockedBy(store, user.id)],
    },
    contactEmail: facts.brand.contactEmail,
    checkHref: localHref(facts.prefix, isMan ? "/man/chat/check" : "/lady/chat/check"),
  };
}

/** The prices of a minute, also in words. */
function pricesIn(c: AppContext, inMoney: CreditPrices, credits: MinutePrices): ChatPrices {
  const { t, prefix } = c.var.facts;
  const inWords = (count: number) => t("common:credits", { count });
  const stub = (count: number) => t("chat:price.stub", { credits: inWords(count), money: inMoney.money(count) });
  const needed = (count: number) => inWords(creditsToBegin(count));
  const back = encodeURIComponent(localHref(prefix, "/man/chat"));
  return {
    text: stub(credits.text),
    video: stub(credits.video),
    credits,
    textSentence: t("chat:price.text", { price: inMoney.price(credits.text) }),
    videoSentence: t("call:price.video", { price: inMoney.price(credits.video) }),
    needs: t("chat:price.needs", { text: needed(credits.text), video: needed(credits.video) }),
    note: inMoney.note,
    buyHref: `${localHref(prefix, "/man/balance/purchase")}?next=${back}`,
    historyHref: localHref(prefix, "/man/balance/history"),
  };
}

function ChatView({ props, lettersPath }: { props: ChatProps; lettersPath: string }) {
  const { t, href } = usePage();
  return (
    <>
      <h1 class="visually-hidden">{t("chat:title")}</h1>
      <noscript>
        <Empty
          title={t("chat:needsScript")}
          action={<ButtonLink href={href(lettersPath)}>{t("chat:toLetters")}</ButtonLink>}
        />
      </noscript>
      <Chat {...props} />
    </>
  );
}
