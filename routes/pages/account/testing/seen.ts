/** The marks of what a form showed, as a browser would send them back; empty if the form has none. */
export const seenIn = (html: string): string =>
  /name="seen" value="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
