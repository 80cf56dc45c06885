/** How lists of ladies are shown, as the visitor chose: by their faces, or by their own words. */

export const listLooks = ["faces", "words"] as const;
export type ListLook = typeof listLooks[number];

export const listLookCookie = "look";
export const listLookPath = "/list-look";

const asksForWords = new RegExp(`(?:^|;\\s*)${listLookCookie}=words(?:;|$)`);

/** The chosen look by the raw Cookie header of a request: what renders pages and what keeps them read the same. */
export const listLookOf = (cookies: string | null | undefined): ListLook =>
  cookies && asksForWords.test(cookies) ? "words" : "faces";
