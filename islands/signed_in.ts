/**
 * The number of who is signed in in this browser now, 0 if nobody is. Whose page it is says the page: others may have signed
 * in since it was made.
 */
export const signedInId = (): number => Number(/(?:^|; )uid=(\d+)/.exec(document.cookie)?.[1] ?? 0);
