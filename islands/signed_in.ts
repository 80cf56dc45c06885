/** Who is signed in in this browser now; scripts may know the number and nothing else. */
export const signedInId = (): string | undefined => /(?:^|; )uid=(\d+)/.exec(document.cookie)?.[1];
