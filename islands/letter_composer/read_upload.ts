/** Reads the server's answer to a picture that was sent ahead, and tells the picture's state after it. */
import type { KeptPicture, Picture } from "./pictures_state.ts";

export type UploadAnswer =
  | { kind: "kept"; kept: KeptPicture }
  /** The server said no; `message` is its own sentence if it gave one. */
  | { kind: "refused"; message: string | null; mayRetry: boolean }
  /** The connection or the server failed: the same upload may be tried again. */
  | { kind: "lost" };

/** Reads the server's answer to an upload; 0 is a connection that broke. */
export function readUpload(status: number, text: string): UploadAnswer {
  let body: Record<string, unknown> = {};
  try {
    body = JSON.parse(text) ?? {};
  } catch {
    // An answer that is no JSON says nothing.
  }
  const { id, thumb } = (body.attachment ?? {}) as Record<string, unknown>;
  if (status === 200) {
    return typeof id === "string" && typeof thumb === "string"
      ? { kind: "kept", kept: { id, thumb } }
      : { kind: "lost" };
  }
  if (status < 400 || status >= 500) return { kind: "lost" };
  const message = (body.fields as Record<string, unknown> | undefined)?.file ?? body.message;
  return { kind: "refused", message: typeof message === "string" ? message : null, mayRetry: status === 429 };
}

/** The state of the picture of this name after the answer. */
export function outcomeOf(answer: UploadAnswer, name: string): Partial<Picture> {
  if (answer.kind === "kept") return { state: "kept", progress: 1, kept: { ...answer.kept, name } };
  const { message, mayRetry } = answer.kind === "lost" ? { message: null, mayRetry: true } : answer;
  return { state: "failed", error: message, mayRetry };
}
