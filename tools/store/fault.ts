/** The operator's file, folder or wish is at fault; the message says how, and nothing was changed. */
export class Fault extends Error {}
