/** Draws the further pictures of the demo ladies: not their faces again but what is around them. */
import { GROUND, type GroundName } from "../portraits/grounds.ts";
import { TINT, type TintName } from "../portraits/palette.ts";
import { penOf } from "../writings/pen.ts";
import { SCENES } from "./ladies.ts";
import { type ThingName, things } from "./things.ts";

const tints = Object.keys(TINT) as TintName[];
/** Grounds that do not suggest a place. */
const grounds: readonly GroundName[] = ["moon", "plain", "arch", "hill", "sun", "band", "waves"];

/** The pictures of a lady as SVG, in the size of a portrait; `i` is her place among all, and decides tint and direction. */
export function scenesOf(key: string, i: number): string[] {
  return (SCENES[key] ?? []).map((name, n) => sceneOf(name, i, n));
}

function sceneOf(name: ThingName, i: number, n: number): string {
  const tint = tints[(i * 5 + n * 7) % tints.length]!;
  const { ground, wash } = TINT[tint];
  const mirror = (i + n) % 2 === 0 ? "" : ' transform="translate(980 0) scale(-1 1)"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 1225" width="640" height="800">` +
    `<rect width="980" height="1225" fill="${ground}"/>${GROUND[grounds[(i * 3 + n * 2) % grounds.length]!](wash)}` +
    `<g${mirror}>${things[name](penOf(tint, 10))}</g></svg>`;
}
