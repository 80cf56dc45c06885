/** Says why a letter was not sent, and leads on. */
import { ButtonLink } from "../../components/buttons.tsx";
import { Notice } from "../../components/states.tsx";
import type { ComposerFailure } from "./state.ts";

export function Failure({ failure, topUp }: { failure: ComposerFailure; topUp?: { href: string; label: string } }) {
  const { message, earlier, needsCredits } = failure;
  return (
    <Notice tone="bad" role="alert">
      <p>{message}</p>
      {earlier && <a href={earlier.href}>{earlier.label}</a>}
      {needsCredits && topUp && <TopUp {...topUp} />}
    </Notice>
  );
}

export function TopUp({ href, label }: { href: string; label: string }) {
  return <ButtonLink small href={href}>{label}</ButtonLink>;
}
