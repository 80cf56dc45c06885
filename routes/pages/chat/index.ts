/** The pages of the chat. */
export { chatPages } from "./chat_page.tsx";
export { checkPages } from "./check_page.tsx";
