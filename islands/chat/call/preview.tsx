/** Shown before a call is answered: the person's own picture, which nobody else sees, or why there is none. */
import { Button } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import type { Control } from "../control.ts";
import { Picture } from "./picture.tsx";

export function Preview({ control, name }: { control: Control; name: string }) {
  const { t } = usePage();
  const { calls } = control;
  const { problem, isPreviewed, now } = control.state.call;
  if (problem && problem.partnerId === now?.partnerId) {
    const mayTry = problem.kind !== "insecure" && problem.kind !== "unsupported";
    return (
      <Notice tone="bad" role="alert">
        <p>{t(`call:problem.${problem.kind}`, { name })}</p>
        {mayTry && (
          <p class="actions">
            <Button tone="quiet" small onClick={() => void calls.retry()}>{t("chat:retry")}</Button>
            <Button tone="quiet" small onClick={() => void calls.retry({ camera: "no" })}>
              {t("call:withoutCamera")}
            </Button>
          </p>
        )}
      </Notice>
    );
  }
  if (!isPreviewed && !calls.own.media) {
    return (
      <Button tone="quiet" small icon="video" onClick={() => void calls.preview()}>{t("call:preview.show")}</Button>
    );
  }
  const hasCamera = now?.own.camera === "on";
  return (
    <figure class="call__preview">
      {hasCamera && <Picture class="call__mirror" stream={calls.own.media?.stream ?? null} />}
      <figcaption class="soft small">
        {t(hasCamera ? "call:preview.onlyYou" : "call:preview.noCamera", { name })}
        {now?.own.microphone === "none" && ` ${t("call:preview.noMicrophone", { name })}`}
      </figcaption>
    </figure>
  );
}
