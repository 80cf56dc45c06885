/** The bar over a page while somebody asks for a chat: who, at which price, and a minute to answer. */
import { useEffect, useState } from "react";
import { Button, PricedButton } from "../../components/buttons.tsx";
import { usePage } from "../../components/page_context.ts";
import type { ToastDetail } from "../page_chrome/state.ts";
import { noteAcceptance } from "./acceptance.ts";
import { type Asked, firstAsked } from "./asked.ts";
import type { News } from "./state.ts";

/** Shows the first invitation, and the next when that is answered. Nothing on the chat's page, which shows them itself. */
export function Ringing({ userId, asking, chatPath }: {
  userId: number;
  asking: NonNullable<News["asking"]>;
  chatPath: string;
}) {
  const { href } = usePage();
  const [declined, setDeclined] = useState<readonly string[]>([]);
  const [nowMs, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);

  const chat = href(chatPath);
  const first = firstAsked(asking, declined, nowMs);
  if (!first || location.pathname === chat) return null;
  return (
    <Bar
      key={first.id}
      userId={userId}
      asked={first}
      chat={chat}
      leftSeconds={Math.ceil((first.untilMs - nowMs) / 1000)}
      decline={() => setDeclined([...declined, first.id])}
    />
  );
}

function Bar({ userId, asked, chat, leftSeconds, decline }: {
  userId: number;
  asked: Asked;
  chat: string;
  leftSeconds: number;
  decline: () => void;
}) {
  const { t, href } = usePage();
  const { kind, from: { id, name, age, photo, isCompanion }, price } = asked;
  const say = (key: string, values?: Record<string, unknown>) => t(`notifications:ringing.${key}`, values);

  const accept = () => {
    noteAcceptance(userId, asked, leftSeconds, Date.now());
    location.assign(`${chat}?with=${id}`);
  };
  const onDecline = async () => {
    decline();
    // The bar is gone, and the pressed button with it.
    document.getElementById("main")?.focus({ preventScroll: true });
    const answer = await fetch(href(`/api/invitations/${id}`), { method: "DELETE" }).catch(() => null);
    // 409: it had ended already.
    if (answer?.ok || answer?.status === 409) return;
    dispatchEvent(new CustomEvent("vesna:toast", { detail: { text: say("lost") } satisfies ToastDetail }));
  };
  return (
    <section class="ringing" role="alert">
      <img class="avatar" src={photo} alt="" width={56} height={56} />
      <p>
        <b>{say(kind, { name, age })}</b>
        <span class="soft">
          {isCompanion && `${t("chat:companion")} · `}
          <span class="figures" aria-hidden="true">{say("left", { count: leftSeconds })}</span>
        </span>
      </p>
      <div class="actions">
        <Button tone="quiet" onClick={onDecline}>{t("chat:decline")}</Button>
        {price
          ? <PricedButton type="button" label={t("chat:accept")} price={price} onClick={accept} />
          : <Button onClick={accept}>{t("chat:accept")}</Button>}
      </div>
    </section>
  );
}
