/** The poses of a live check: which there are, and how two of them become a code that nobody can prepare for. */
import { Buffer } from "node:buffer";
import type { Store } from "../open.ts";

/** Each can be held in front of a camera with one or two hands; its words are "verification:pose.<name>". */
export const poses = [
  "left_hand_right_ear",
  "right_hand_left_ear",
  "hand_on_head",
  "hand_on_chin",
  "hand_on_heart",
  "finger_on_nose",
  "cover_left_eye",
  "three_fingers",
  "four_fingers",
  "open_palm",
  "thumb_up",
  "hands_crossed_on_shoulders",
] as const;
export type Pose = typeof poses[number];

/** Two different poses in an order, by the store's own randomness. */
export function randomPoses(store: Store): [Pose, Pose] {
  const bytes = Buffer.from(store.sign(`poses:${store.randomToken()}`), "base64url");
  const first = bytes.readUInt32BE(0) % poses.length;
  const second = bytes.readUInt32BE(4) % (poses.length - 1);
  return [poses[first]!, poses.filter((_, at) => at !== first)[second]!];
}
