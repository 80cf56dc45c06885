/** The two dialogs of signing in: the log-in itself, and asking for a new password. Loaded when first wanted. */
import { useEffect, useRef, useState } from "react";
import { Check } from "../../components/choices.tsx";
import { Field } from "../../components/fields.tsx";
import { Dialog } from "../../components/overlays.tsx";
import { usePage } from "../../components/page_context.ts";
import { Notice } from "../../components/states.tsx";
import ShowPassword from "../show_password/island.tsx";
import {
  destinationAfter,
  type Failure,
  isUnconfirmed,
  needsAnotherStep,
  nextOnwards,
  readFailure,
  safeNext,
} from "./state.ts";

type Step = "logIn" | "forgot";
const ids: Record<Step, string> = { logIn: "sign-in", forgot: "forgot-password" };

/** Opens at once; `onGone` is called when the last dialog has closed. */
export function SignInSteps({ onGone }: { onGone: () => void }) {
  const { t, href, path } = usePage();
  const say = (key: string) => t(`islands:sign_in_dialog.${key}`);
  const [step, setStep] = useState<Step>("logIn");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const email = useRef("");

  // One step has one dialog: turning to the other closes the first.
  useEffect(() => {
    (document.getElementById(ids[step]) as HTMLDialogElement).showModal();
  }, [step]);

  // Back on a page from the back/forward cache: the navigation away from it is over.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    addEventListener("pageshow", comeBack);
    return () => removeEventListener("pageshow", comeBack);
  }, []);

  const turnTo = (to: Step) => {
    setFailure(null);
    setStep(to);
  };

  const wanted = safeNext(new URLSearchParams(location.search).get("next"));
  const onwards = nextOnwards(wanted, path, location.pathname + location.search);
  const withNext = (to: string, next: string | null) => href(to) + (next ? `?next=${encodeURIComponent(next)}` : "");

  const send = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.target as HTMLFormElement;
    const values: Record<string, unknown> = Object.fromEntries(new FormData(form));
    setBusy(true);
    try {
      const answer = await fetch(href(step === "forgot" ? "/api/users/passwordRecovery" : "/api/authorization"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(step === "forgot" ? values : { ...values, remember: "remember" in values }),
      });
      const body = await answer.json().catch(() => null);
      if (needsAnotherStep(body)) {
        form.action = withNext("/auth/sign-in", isUnconfirmed(body) ? onwards : wanted);
        return form.submit();
      }
      if (!answer.ok) setFailure(readFailure(body, say("failed")));
      else if (step === "forgot") {
        onGone();
        dispatchEvent(new CustomEvent("vesna:toast", { detail: { kind: "success", text: say("sent") } }));
      } else return leave(body?.user?.groupId ?? 1);
    } catch {
      setFailure(readFailure(null, say("failed")));
    }
    setBusy(false);
  };

  const leave = (groupId: number) => {
    const to = destinationAfter(groupId, wanted, path);
    if (!to) location.reload();
    else location.assign(to === wanted || groupId > 2 ? to : href(to));
  };

  const field = (name: string, type: "email" | "password", autocomplete: string) => (
    <Field
      id={`sign-in-${name}`}
      name={name}
      type={type}
      label={say(name)}
      error={failure?.fields[name]}
      autocomplete={autocomplete}
      required
      defaultValue={name === "email" ? email.current : undefined}
      onInput={name === "email" ? (event) => (email.current = event.currentTarget.value) : undefined}
    >
      {type === "password" && <ShowPassword id={`sign-in-${name}`} />}
    </Field>
  );
  const swap = (to: Step, word: string) => (
    <button class="link" type="button" onClick={() => turnTo(to)}>{say(word)}</button>
  );
  const isForgot = step === "forgot";

  return (
    <Dialog
      key={step}
      id={ids[step]}
      title={say(isForgot ? "forgotTitle" : "title")}
      closeLabel={say("close")}
      onClose={onGone}
    >
      <form class="form" method="post" onSubmit={send}>
        {failure && <Notice tone="bad" role="alert">{failure.message}</Notice>}
        {isForgot && <p class="soft">{say("forgotText")}</p>}
        {field("email", "email", "username")}
        {!isForgot && (
          <>
            {field("password", "password", "current-password")}
            <div class="row">
              <Check name="remember">{say("remember")}</Check>
              {swap("forgot", "forgot")}
            </div>
          </>
        )}
        <button class="btn btn--wide" aria-busy={isBusy}>{say(isForgot ? "send" : "submit")}</button>
        {isForgot ? swap("logIn", "back") : (
          <p class="small soft">
            <a class="roomy" href={withNext("/auth/sign-in-link", onwards)}>{say("link")}</a>
            <br />
            {say("newHere")} <a class="roomy" href={withNext("/auth/sign-up", onwards)}>{say("join")}</a>
          </p>
        )}
      </form>
    </Dialog>
  );
}
