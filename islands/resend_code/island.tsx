/** Asks for a new code, once a minute at most, without losing what was typed. Without a script it is a plain form. */
import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/buttons.tsx";
import { usePage } from "../../components/page_context.ts";
import { clockText, type Moment, restSeconds, secondsLeft } from "./state.ts";

interface ResendCodeProps {
  /** The id of the sign-up that waits for its code. */
  id: string;
  next: string;
  /** How long the button rests when the page comes. */
  afterSeconds: number;
}

export default function ResendCode({ id, next, afterSeconds }: ResendCodeProps) {
  const { t, href, locale } = usePage();
  const say = (key: string, values?: Record<string, unknown>) => t(`islands:resend_code.${key}`, values);
  const began = useRef<[seconds: number, since: Moment]>([0, now()]);
  const [left, setLeft] = useState(0);
  const [isBusy, setBusy] = useState(false);

  const rest = (seconds: number) => {
    began.current = [seconds, now()];
    setLeft(seconds);
  };
  useEffect(() => rest(afterSeconds), []);
  const isResting = left > 0;
  useEffect(() => {
    if (!isResting) return;
    const timer = setInterval(() => setLeft(secondsLeft(...began.current, now())), 500);
    return () => clearInterval(timer);
  }, [isResting]);

  const ask = async (event: Event) => {
    event.preventDefault();
    if (isResting || isBusy) return;
    setBusy(true);
    const failed = { kind: "error", text: say("failed") };
    try {
      const answer = await fetch(`/api/auth/confirmations/${encodeURIComponent(id)}/resend`, {
        method: "POST",
        headers: { "accept-language": locale },
      });
      const body = answer.ok ? null : await answer.json().catch(() => null);
      if (answer.ok) rest(restSeconds);
      tell(answer.ok ? { kind: "success", text: say("sent") } : { kind: "error", text: body?.message ?? failed.text });
    } catch {
      tell(failed);
    }
    setBusy(false);
  };

  return (
    <form class="form" method="post" action={href("/auth/confirm/resend")} onSubmit={ask}>
      <input type="hidden" name="id" value={id} />
      {next && <input type="hidden" name="next" value={next} />}
      {/* Not disabled, so that it keeps the focus, and screen readers say why it rests. */}
      <Button type="submit" tone="quiet" wide aria-disabled={isResting} aria-busy={isBusy}>
        {isResting ? say("resendIn", { time: clockText(left) }) : say("resend")}
      </Button>
    </form>
  );
}

const tell = (detail: { kind: string; text: string }) => dispatchEvent(new CustomEvent("vesna:toast", { detail }));
const now = (): Moment => ({ pageMs: performance.now(), deviceMs: Date.now() });
