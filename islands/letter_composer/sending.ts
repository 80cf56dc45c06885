/** The code that the composer loads with the first picture, and not before. */
export { draw } from "./draw.ts";
export { outcomeOf, readUpload } from "./read_upload.ts";
export { fileToSend } from "../uploads/file_to_send.ts";
export { startUpload } from "../uploads/upload.ts";
