/** The page for a guest who pressed what needs an account: the specification's refusal (section 5), and every way on. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { refuse } from "../../../kv/store/refusals.ts";
import type { AppContext } from "../../http/env.ts";
import { safeNext } from "../../http/next_path.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { messageOf } from "../../http/refusal_answer.tsx";

interface SignInFirst {
  title: string;
  /** What the account is needed for. */
  text: string;
  /** Where to go on afterwards: a path of this site, localised. */
  backHref: string;
}

export function answerSignInFirst(c: AppContext, wanted: SignInFirst): Promise<Response> {
  return answerPage(c, {
    title: wanted.title,
    status: 401,
    robots: "noindex",
    view: <SignInFirstView {...wanted} message={messageOf(c, refuse("not_signed_in"))} />,
  });
}

function SignInFirstView({ title, text, backHref, message }: SignInFirst & { message: string }) {
  const { t, href } = usePage();
  return (
    <section class="wrap section flow">
      <h1>{title}</h1>
      <Notice tone="bad" role="alert">{message}</Notice>
      <p class="lead">{text}</p>
      <p class="row">
        <ButtonLink href={href("/auth/sign-up")}>{t("profile:members.join")}</ButtonLink>
        <ButtonLink
          href={`${href("/auth/sign-in")}?next=${encodeURIComponent(backHref)}`}
          tone="quiet"
          data-opens="sign-in"
        >
          {t("profile:members.logIn")}
        </ButtonLink>
        <ButtonLink href={backHref} tone="plain">{t("favorites:refused.back")}</ButtonLink>
      </p>
    </section>
  );
}

/** The page of ours from which a form was sent; if the browser names none, `fallback`, a path without language prefix. */
export function pageBefore(c: AppContext, fallback: string): string {
  const from = URL.parse(c.req.header("referer") ?? "");
  // The origin of the form was checked; an address of the same origin is ours as well.
  const isOurs = from !== null && from.origin === c.req.header("origin");
  return (isOurs ? safeNext(from.pathname + from.search) : null) ?? localHref(c.var.facts.prefix, fallback);
}
