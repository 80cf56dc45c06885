/** What both ends of the chat hold to: lengths, times and rates (contract, section "Socket"; specification, section 9). */

/** UTF-16 units after CRLF became LF. */
export const messageLengthMax = 4096;
export const nameLengthMax = 40;

export const frameBytesMax = 64 * 1024;
export const framesPerSecondMax = 50;

export const connectTimeoutSeconds = 5;
export const pingEverySeconds = 25;
export const latencyEverySeconds = 7;

/** How long an invitation waits for its answer, and how long an acceptance stays good. */
export const requestSeconds = 60;
export const acceptanceSeconds = 60;
/** Clicks closer together than this are one click. */
export const clickGuardSeconds = 3;

/** A person who drops out of a chat may come back within this time; no new minute begins meanwhile. */
export const graceSeconds = { text: 10, video: 20 } as const;
/** How long before the paid time ends the man is asked for the next minute. */
export const askBeforeEndSeconds = 10;

/** Both must see each other within this time after a call was paid, and again after the path was lost. */
export const mediaSeconds = 20;
/** The longest signal, as JSON in UTF-16 units: between instances it is a value of the store, of at most 64 KiB. */
export const signalLengthMax = 24_000;
/** How many levels of lists and objects a signal may have; what browsers say has three. */
export const signalLevelsMax = 10;
/** How many signals of each side are kept until a call is answered. */
export const keptSignalsMax = 64;

/** How often a client says at most that its person is writing, and how long that holds after it was said. */
export const typingEverySeconds = 2;
export const typingShownSeconds = 5;

export const historyPageMax = 100;

/** Why a connection ends. */
export const closeCodes = {
  notSignedIn: 4401,
  noChatForThis: 4403,
  tooMany: 4429,
  tooBig: 1009,
  restarting: 1012,
} as const;
