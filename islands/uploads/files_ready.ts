/** The event of a file field that holds the files to be sent, after pictures were made smaller. */
export const filesReady = "vesna:files-ready";
