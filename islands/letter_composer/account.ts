/** What the composer loads once it stands: how a draft goes into the account, and what other devices wrote. */
export { beginCarrying } from "./carrying.ts";
export { OtherWords } from "./other_words.tsx";
