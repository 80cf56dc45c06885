/** A refusal as a page of its own, if it cannot be shown in the form that was sent. */
import { ButtonLink } from "../buttons.tsx";
import { usePage } from "../page_context.ts";

interface ProblemViewProps {
  status: number;
  /** A sentence in the visitor's language. */
  message: string;
}

export function ProblemView({ status, message }: ProblemViewProps) {
  const { t, href } = usePage();
  return (
    <section class="wrap section flow">
      <h1>{t("errors:failed.title", { status })}</h1>
      <p class="lead">{message}</p>
      <p>
        <ButtonLink href={href("/")}>{t("errors:home")}</ButtonLink>
      </p>
    </section>
  );
}
