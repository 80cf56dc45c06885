/** Reads a draft as this device or the account kept it; leaves out what is not valid. */
import { type KeptPicture, picturesMax } from "./pictures_state.ts";
import { type Draft, isBlank } from "./state.ts";

/** The key of a writer's draft for a recipient on this device; with "" it is the prefix of all the writer's keys. */
export const draftKeyOf = (writerId: number, recipientId: number | ""): string =>
  `vesna:draft:${writerId}:${recipientId}`;

/** Parses a stored draft; null if there is none, if it is blank, or if it is no draft. */
export function parseDraft(kept: string | null): Draft | null {
  try {
    const { text, savedAt, sendKey, pictures, base, to, before } = JSON.parse(kept ?? "null") ?? {};
    const ours = parsePictures(pictures);
    if (typeof text !== "string" || isBlank(text, ours) || !Number.isFinite(savedAt)) return null;
    return {
      text,
      savedAt,
      ...(typeof sendKey === "string" && { sendKey }),
      ...(ours.length > 0 && { pictures: ours }),
      ...(Number.isSafeInteger(base) && { base }),
      ...(typeof to === "string" && { to }),
      ...(typeof before === "string" && { before }),
    };
  } catch {
    return null;
  }
}

/** The pictures of a stored draft; leaves out whatever is no picture. */
export function parsePictures(kept: unknown): KeptPicture[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, picturesMax).flatMap((each) => {
    const { id, thumb, name } = (each ?? {}) as Record<string, unknown>;
    if (typeof id !== "string" || !/^[\w-]{8,64}$/.test(id) || thumb !== `/letter-files/${id}/thumb`) return [];
    return [{ id, thumb, ...(typeof name === "string" && { name: name.slice(0, 80) }) }];
  });
}
