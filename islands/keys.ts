/**
 * The `keyCode` of each key that an input method uses itself, choosing words by Enter and giving them up by Escape. In
 * WebKit the composition has ended by then, so `isComposing` alone does not tell it.
 */
export const inputMethodKeyCode = 229;
