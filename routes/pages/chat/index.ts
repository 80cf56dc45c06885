/** The pages of the chat. */
export { chatPages } from "./chat_page.tsx";
