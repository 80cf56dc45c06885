/** The event of a field for files once it holds those that will be sent, after a picture was made smaller. */
export const filesReady = "vesna:files-ready";
