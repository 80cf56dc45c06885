/**
 * A call as one state and everything that changes it: asked, answered, connecting, running, lost and found again, over.
 * Pure: what is opened, sent and closed is decided by call_controller.ts.
 */
import type { Device, DeviceFault } from "./media.ts";

/**
 * The asker goes through opening, perhaps question, and waiting; the person asked through invited and answering. If both
 * ask at once, one of them goes on with answering. Then both go through connecting and running, and through lost whenever
 * the path is lost.
 */
export type CallPhase =
  | "opening"
  | "question"
  | "waiting"
  | "invited"
  | "answering"
  | "connecting"
  | "running"
  | "lost";

/** Whether each device is on, switched off, or missing. */
export type Switched = Record<Device, "on" | "off" | "none">;
/** How media travels: from browser to browser, or through a relay. */
export type Way = "direct" | "relay";

/** What went wrong: with a device, with the path between the two, or with loading the site's code. */
export type ProblemKind = DeviceFault | "relay" | "no_path" | "lost" | "script";

export interface Problem {
  kind: ProblemKind;
  partnerId: number;
  /** The device that failed during a call; absent where the call could not begin or has ended. */
  device?: Device;
}

export interface CallNow {
  phase: CallPhase;
  partnerId: number;
  isAsker: boolean;
  /** The id of a call that this page joins again, without asking anybody; when that one ends, so does this. */
  backTo: string | null;
  /** The id of the invitation, once the server has told it. */
  requestId: string | undefined;
  /** Until when the invitation waits for its answer; server time, ms. */
  untilMs: number;
  /** Whether media can go through a relay; null until the server has said so. */
  hasRelay: boolean | null;
  own: Switched;
  /** The other's devices; "on" until the other's browser says otherwise. */
  partner: Switched;
  isWeak: boolean;
  way: Way | null;
}

export interface CallState {
  now: CallNow | null;
  /** The problem of the present call, or of the last one. */
  problem: Problem | null;
  /** Whether the person's own picture is shown before the call is answered. */
  isPreviewed: boolean;
}

export type CallAction =
  | { type: "ask"; partnerId: number; untilMs: number; backTo?: string }
  | { type: "invited"; partnerId: number; untilMs: number; requestId?: string | undefined }
  | { type: "prepared"; hasRelay: boolean }
  | { type: "question" }
  | { type: "opening" }
  | { type: "waiting"; untilMs: number }
  | { type: "sent"; requestId: string | undefined }
  | { type: "answering" }
  | { type: "connecting" }
  | { type: "running" }
  | { type: "lost" }
  | { type: "previewed"; isPreviewed: boolean }
  | { type: "own"; own: Switched }
  | { type: "partner"; partner: Switched }
  | { type: "quality"; isWeak: boolean; way: Way | null }
  | { type: "problem"; kind: ProblemKind; device?: Device }
  /** A device works again. */
  | { type: "mended" }
  | { type: "put_problem_away" }
  /** `kind` is the reason if nobody wanted that. */
  | { type: "over"; kind?: ProblemKind };

const allOn: Switched = { camera: "on", microphone: "on" };

export const noCall: CallState = { now: null, problem: null, isPreviewed: false };

/** The phases from which each step can be taken; in any other phase it comes late and changes nothing. */
const stepsFrom: Partial<Record<CallAction["type"], readonly CallPhase[]>> = {
  question: ["opening"],
  opening: ["question", "opening"],
  waiting: ["opening"],
  answering: ["invited", "waiting", "opening", "question"],
  connecting: ["waiting", "answering", "opening"],
  running: ["connecting", "lost"],
  lost: ["running"],
};

export function reduceCall(state: CallState, action: CallAction): CallState {
  const { now } = state;
  switch (action.type) {
    case "ask":
      return now ? state : { ...noCall, now: begun(action) };
    case "invited":
      return now ? state : { ...noCall, now: begun(action), problem: problemWithAnother(state, action.partnerId) };
    case "prepared":
      return now ? withNow(state, { hasRelay: action.hasRelay }) : state;
    case "sent":
      return now ? withNow(state, { requestId: action.requestId }) : state;
    case "previewed":
      return { ...state, isPreviewed: action.isPreviewed };
    case "own":
      return now ? withNow(state, { own: action.own }) : state;
    case "partner":
      return now ? withNow(state, { partner: action.partner }) : state;
    case "quality":
      if (!now || (now.isWeak === action.isWeak && now.way === action.way)) return state;
      return withNow(state, { isWeak: action.isWeak, way: action.way });
    case "problem":
      return now
        ? { ...state, problem: { kind: action.kind, partnerId: now.partnerId, device: action.device } }
        : state;
    case "mended":
      return { ...state, problem: now && problemWithAnother(state, now.partnerId) };
    case "put_problem_away":
      return { ...state, problem: null };
    case "over":
      return over(state, action.kind);
    default:
      return stepped(state, action);
  }
}

const begun = (action: Extract<CallAction, { type: "ask" | "invited" }>): CallNow => ({
  phase: action.type === "ask" ? "opening" : "invited",
  partnerId: action.partnerId,
  isAsker: action.type === "ask",
  backTo: action.type === "ask" ? action.backTo ?? null : null,
  requestId: action.type === "invited" ? action.requestId : undefined,
  untilMs: action.untilMs,
  hasRelay: null,
  own: allOn,
  partner: allOn,
  isWeak: false,
  way: null,
});

const withNow = (state: CallState, change: Partial<CallNow>): CallState => ({
  ...state,
  now: { ...state.now!, ...change },
});

function stepped(state: CallState, action: CallAction): CallState {
  const { now } = state;
  if (!now || !stepsFrom[action.type]?.includes(now.phase)) return state;
  const { untilMs } = action.type === "waiting" ? action : now;
  return { ...state, problem: null, now: { ...now, phase: action.type as CallPhase, untilMs } };
}

function over(state: CallState, kind: ProblemKind | undefined): CallState {
  const { now, problem } = state;
  if (!now) return { ...noCall, problem };
  // The problem of a device ends with its call.
  return { ...noCall, problem: kind ? { kind, partnerId: now.partnerId } : problemWithAnother(state, now.partnerId) };
}

/** The problem of a call with somebody else; it stays to be read, whatever becomes of the call with `partnerId`. */
const problemWithAnother = ({ problem }: CallState, partnerId: number): Problem | null =>
  problem && problem.partnerId !== partnerId ? problem : null;

/** Whether the call is agreed on, so that media flows or is about to; no other call can begin then. */
export const isInCall = ({ now }: CallState): boolean =>
  now !== null && ["connecting", "running", "lost"].includes(now.phase);

/** What is switched on, as far as there are devices. */
export const switchedOf = (has: (device: Device) => boolean, isOff: (device: Device) => boolean): Switched => {
  const of = (device: Device) => isOff(device) ? "off" : has(device) ? "on" : "none";
  return { camera: of("camera"), microphone: of("microphone") };
};
