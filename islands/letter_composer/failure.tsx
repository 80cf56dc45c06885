/** Says why a letter was not sent, beside the button that was pressed, and leads on. */
import { ButtonLink } from "../../components/buttons.tsx";
import { Notice } from "../../components/states.tsx";
import type { ComposerFailure } from "./state.ts";

export function Failure({ failure, wayOut }: { failure: ComposerFailure; wayOut?: { href: string; label: string } }) {
  const { message, earlier, needsCredits } = failure;
  return (
    <Notice tone="bad" role="alert">
      <p>{message}</p>
      {earlier && <a href={earlier.href}>{earlier.label}</a>}
      {needsCredits && wayOut && <ButtonLink small href={wayOut.href}>{wayOut.label}</ButtonLink>}
    </Notice>
  );
}
