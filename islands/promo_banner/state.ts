/** Which promotion the banner shows when, without any browser. */

/** How long one promotion stays (specification, section 9). */
export const rotationMs = 5000;

/** The index of the next promotion; a banner with one or none stays where it is. */
export function nextIndex(index: number, count: number): number {
  return (index + 1) % (count || 1);
}

/** Whether the banner may move: never for one promotion, nor while somebody reads it, nor with reduced motion. */
export function isRotating(state: { count: number; isHeld: boolean; isStill: boolean }): boolean {
  return state.count > 1 && !state.isHeld && !state.isStill;
}
