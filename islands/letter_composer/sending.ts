/** What the composer needs when a picture is on its way, and not before. */
export { fileToSend } from "../uploads/file_to_send.ts";
export { startUpload } from "../uploads/upload.ts";
