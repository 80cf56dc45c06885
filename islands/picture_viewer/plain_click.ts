/** Which clicks on a picture are the viewer's, and which are left to the browser; beside the rest, which comes later. */

/** Whether a click is a plain one, which asks the browser for no new tab and no download. */
export const isPlainClick = (
  { button, defaultPrevented, ctrlKey, metaKey, shiftKey, altKey }: Pick<
    MouseEvent,
    "button" | "defaultPrevented" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey"
  >,
): boolean => button === 0 && !defaultPrevented && !ctrlKey && !metaKey && !shiftKey && !altKey;
