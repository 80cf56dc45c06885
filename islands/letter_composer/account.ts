/**
 * The code that the composer loads once it is on the page: saving drafts in the account, showing what other devices wrote,
 * sending, and waiting for the network. Loaded ahead, because without a network nothing can be loaded.
 */
export { beginCarrying } from "./carrying.ts";
export { OtherWords } from "./other_words.tsx";
export { post } from "./post.ts";
export { turnToFailure } from "./turn_to_failure.ts";
export { WaitingNotice } from "./waiting_notice.tsx";
export { waitForNetwork } from "../offline/wait_for_network.ts";
