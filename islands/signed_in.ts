/** The number of who is signed in in this browser now; scripts may know nothing else. */
export const signedInId = (): string | undefined => /(?:^|; )uid=(\d+)/.exec(document.cookie)?.[1];
