/** Switches notes of new letters on this device on and off; asks for the browser's permission only when pressed. */
import { useEffect, useState } from "react";
import { usePage } from "../../components/page_context.ts";
import { Switch } from "../../components/switch.tsx";
import { workerPath } from "../offline/register.ts";
import { bytesOf, canPush, deviceIdOf, hears, type PushState } from "./state.ts";

export const strings = ["notifications:settings.push"];

interface PushSwitchProps {
  /** The key by which push services know this site. */
  publicKey: string;
  /** The devices that are notified already. */
  deviceIds: string[];
}

export default function PushSwitch({ publicKey, deviceIds }: PushSwitchProps) {
  const { t } = usePage();
  const say = (key: string) => t(`notifications:settings.push.${key}`);
  const [state, setState] = useState<PushState>("unknown");
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    stateNow(publicKey, deviceIds).then(setState, () => setState("unable"));
  }, []);

  const change = async (isWished: boolean) => {
    setState("busy");
    setFailed(false);
    try {
      setState(isWished ? await begin(publicKey) : await end());
    } catch {
      setFailed(true);
      setState(isWished ? "off" : "on");
    }
  };

  const isFixed = state === "unknown" || state === "unable" || state === "denied";
  const isBusy = state === "busy";
  const remark = hasFailed ? "failed" : state === "unable" || state === "denied" ? state : null;
  return (
    <div class="flow">
      <Switch
        checked={state === "on"}
        disabled={isFixed}
        aria-busy={isBusy}
        aria-describedby="push-remark"
        // If it were disabled, it would lose the focus just after it was pressed.
        onClick={(event: Event) => isBusy && event.preventDefault()}
        onChange={(event: Event) => change((event.target as HTMLInputElement).checked)}
      >
        {say("switch")}
      </Switch>
      <p class="soft small" id="push-remark" role="status">{remark && say(remark)}</p>
    </div>
  );
}

async function stateNow(publicKey: string, deviceIds: string[]): Promise<PushState> {
  if (!canPush(globalThis)) return "unable";
  if (Notification.permission === "denied") return "denied";
  const device = await deviceHere();
  const isOn = device && hears(publicKey, device) && deviceIds.includes(await deviceIdOf(device.endpoint));
  return isOn ? "on" : "off";
}

const deviceHere = async (): Promise<PushSubscription | null> =>
  await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null;

async function begin(publicKey: string): Promise<PushState> {
  if (await Notification.requestPermission() !== "granted") {
    return Notification.permission === "denied" ? "denied" : "off";
  }
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A device that was subscribed with another key would hear nothing from this one.
  await (await pushManager.getSubscription())?.unsubscribe();
  const device = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  await call("POST", device);
  return "on";
}

async function end(): Promise<PushState> {
  const device = await deviceHere();
  if (device) {
    await call("DELETE", { endpoint: device.endpoint });
    await device.unsubscribe();
  }
  return "off";
}

async function call(method: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/push-subscriptions", { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
}
