/** The order beside the packages: code, ways to pay, every line, the button that pays. A plain form until it runs. */
import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/buttons.tsx";
import { Check } from "../../components/choices.tsx";
import { Field } from "../../components/fields.tsx";
import { Notice } from "../../components/states.tsx";
import { Quote } from "../../components/tariff.tsx";
import { orderQuery, type PurchaseAnswer, readAnswer } from "./state.ts";

interface PurchaseProps {
  /** The address of the call that quotes, localised. */
  quoteHref: string;
  answer: PurchaseAnswer;
  promoCode: string;
  methods: { value: string; label: string; note?: string; isChosen: boolean }[];
  /** What the person agrees to by paying. */
  consent: string;
  words: Record<"title" | "promo" | "apply" | "methods" | "choose" | "show" | "failed", string>;
}

export default function Purchase({ quoteHref, methods, promoCode, consent, words, ...props }: PurchaseProps) {
  const [answer, setAnswer] = useState(props.answer);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const form = place.current!.closest("form")!;
    const all = new AbortController();
    let running: AbortController | undefined;
    let hasOrder = props.answer.shown !== null;
    const ask = async () => {
      running?.abort();
      const mine = running = new AbortController();
      setBusy(true);
      setTouched(true);
      const next = await quoteOf(`${quoteHref}?${orderQuery(new FormData(form))}`, mine.signal);
      if (mine.signal.aborted) return;
      setBusy(false);
      setFailed(next === null);
      if (!next) return;
      // A view transition may call this late: a newer answer must not be replaced.
      const show = () => {
        if (!mine.signal.aborted) setAnswer(next);
      };
      if (hasOrder || !next.shown) show();
      else follow(show);
      hasOrder ||= next.shown !== null;
    };
    const on = (target: EventTarget, name: string, listen: (event: never) => void) =>
      target.addEventListener(name, listen as EventListener, { signal: all.signal });
    on(form, "change", ({ target }: Event) => {
      // The consent changes no price.
      if ((target as HTMLInputElement).name !== "consent") ask();
    });
    on(form, "submit", (event: SubmitEvent) => {
      if ((event.submitter as HTMLButtonElement | null)?.formMethod === "post") return;
      event.preventDefault();
      ask();
    });
    // Back from the provider, or if something was chosen before this ran, the order is what the form says.
    on(window, "pageshow", ({ persisted }: PageTransitionEvent) => {
      if (persisted) ask();
    });
    const chosen = form.querySelector<HTMLInputElement>("[name=rateId]:checked");
    if (chosen && (!props.answer.shown || !chosen.defaultChecked)) ask();
    return () => {
      all.abort();
      running?.abort();
    };
  }, []);

  const { shown, promoError } = answer;
  const total = shown?.lines.filter(({ isTotal }) => isTotal).map(({ label, price }) => `${label} ${price}`).join();
  const before = (
    <>
      <div class="with-button">
        <Field
          id="promo-code"
          name="promoCode"
          label={words.promo}
          error={promoError}
          defaultValue={promoCode}
          maxlength={60}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
        />
        <Button type="submit" tone="quiet" formNoValidate>{words.apply}</Button>
      </div>
      {methods.length > 1
        ? <Methods label={words.methods} methods={methods} />
        : methods.map(({ value, label }) => (
          <p key={value} class="small">
            <input type="hidden" name="method" value={value} />
            {label}
          </p>
        ))}
    </>
  );
  return (
    <div class="order" ref={place} aria-busy={isBusy}>
      <Quote id="order" title={words.title} lines={shown?.lines ?? []} before={before}>
        {!shown && <p class="soft">{words.choose}</p>}
        {hasFailed && <Notice tone="bad" role="alert">{words.failed}</Notice>}
        <Button type="submit" tone="quiet" wide class="only-scriptless" formNoValidate>{words.show}</Button>
        {shown && !hasFailed && (
          <>
            <input type="hidden" name="shownTotal" value={shown.shownTotal} />
            <Check name="consent" value="yes" required>{consent}</Check>
            <Button type="submit" formmethod="post" tone="seal" wide aria-disabled={isBusy ? "true" : undefined}>
              {shown.pay}
            </Button>
            <p class="fine">{shown.after}</p>
          </>
        )}
      </Quote>
      <p class="visually-hidden" role="status">{isTouched && !isBusy ? promoError ?? total : ""}</p>
    </div>
  );
}

function Methods({ label, methods }: { label: string; methods: PurchaseProps["methods"] }) {
  return (
    <fieldset class="group">
      <legend>{label}</legend>
      {methods.map(({ value, label, note, isChosen }) => (
        <Check key={value} type="radio" name="method" value={value} defaultChecked={isChosen} count={note}>
          {label}
        </Check>
      ))}
    </fieldset>
  );
}

/** Shows how the package moves into the order, if the browser can and the person did not ask for reduced motion. */
function follow(change: () => void): void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (isStill || !document.startViewTransition) return change();
  // The new state is rendered in a later turn, for which `draw` waits. In a window that is not visible `ready` rejects, and
  // the change comes without the motion.
  const draw = () => new Promise<void>((drawn) => (change(), setTimeout(drawn)));
  document.startViewTransition(draw).ready.catch(() => {});
}

/** Null where no answer came. */
async function quoteOf(address: string, signal: AbortSignal): Promise<PurchaseAnswer | null> {
  try {
    const response = await fetch(address, { headers: { accept: "application/json" }, signal });
    return response.ok ? readAnswer(await response.json()) : null;
  } catch {
    return null;
  }
}
