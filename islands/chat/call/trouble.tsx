/** Says what went wrong, and what can be done about it. */
import { Button } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import type { Control } from "../control.ts";
import type { Problem, ProblemKind } from "./call_state.ts";
import type { Device } from "./media.ts";

/** Another browser or another address is needed; trying again here changes nothing. */
const isFinal = (kind: ProblemKind): boolean => kind === "insecure" || kind === "unsupported";
const isOfDevices = (kind: ProblemKind): boolean => kind === "denied" || kind === "busy" || kind === "unknown";

interface TroubleProps {
  control: Control;
  problem: Problem;
  name: string;
  isMan: boolean;
}

/** A call could not begin, or could not go on. */
export function Trouble({ control, problem, name, isMan }: TroubleProps) {
  const { t } = usePage();
  const { calls } = control;
  const { kind } = problem;
  const { now } = control.state.call;
  // Somebody else may ring meanwhile.
  const isOverNow = now?.partnerId !== problem.partnerId;
  const isUncharged = isMan && (kind === "relay" || kind === "no_path");
  const close = () => {
    control.do({ type: "call", action: { type: "put_problem_away" } });
    if (!isOverNow) calls.cancel();
  };
  return (
    <div class="call__ask">
      <Notice tone="bad" role="alert">
        <p>{t(`call:problem.${kind}`, { name })}{isUncharged && ` ${t("call:uncharged")}`}</p>
      </Notice>
      <div class="actions">
        <Button tone="quiet" onClick={close}>{t(isOverNow ? "chat:close" : "call:direct.no")}</Button>
        {!isOverNow && isOfDevices(kind) && (
          <Button tone="quiet" onClick={() => void calls.retry({ camera: "no" })}>{t("call:withoutCamera")}</Button>
        )}
        {!isFinal(kind) && <Button onClick={() => void calls.retry()}>{t("chat:retry")}</Button>}
      </div>
    </div>
  );
}

/** A camera or microphone failed while the call goes on. */
export function DeviceTrouble({ control, problem, device }: { control: Control; problem: Problem; device: Device }) {
  const { t } = usePage();
  return (
    <div class="call__trouble">
      <Notice tone="bad" role="alert">
        <p>{t(`call:device.${device}.${problem.kind}`)}</p>
        <p class="actions">
          <Button tone="quiet" small onClick={() => void control.calls.retry()}>{t("chat:retry")}</Button>
          <Button
            tone="plain"
            small
            onClick={() => control.do({ type: "call", action: { type: "put_problem_away" } })}
          >
            {t("chat:dismiss")}
          </Button>
        </p>
      </Notice>
    </div>
  );
}
