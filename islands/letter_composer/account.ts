/**
 * What the composer loads once it stands: how a draft goes into the account, what other devices wrote, how a letter is sent,
 * and how it waits for the network. Loaded ahead, because without it nothing can be loaded.
 */
export { beginCarrying } from "./carrying.ts";
export { OtherWords } from "./other_words.tsx";
export { post } from "./post.ts";
export { WaitingNotice } from "./waiting_notice.tsx";
export { waitForNetwork } from "../offline/wait_for_network.ts";
