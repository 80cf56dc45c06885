/** Says that a letter waits for the network, and lets its writer take that back. */
import { Button } from "../../components/buttons.tsx";
import { usePage } from "../../components/page_context.ts";

/** `isBusy`: a try is under way, during which nothing can be taken back. */
export function WaitingNotice({ isBusy, onStop }: { isBusy: boolean; onStop: () => void }) {
  const { t } = usePage();
  const stop = () => {
    if (isBusy) return;
    onStop();
    // The pressed button is gone.
    document.getElementById("letter-body")?.focus();
  };
  return (
    <>
      <p>{t("islands:letter_composer.waiting")}</p>
      <Button tone="quiet" small aria-disabled={isBusy} onClick={stop}>
        {t("islands:letter_composer.notYet")}
      </Button>
    </>
  );
}
