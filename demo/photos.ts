/** The drawn portraits as photo records: addresses by the key of the person. */
import type { LadyPhoto } from "../kv/ladies/record.ts";
import { SCENES } from "./scenes/ladies.ts";

const folder = "/static/images/portraits";

/** The main picture of a person, in all four sizes. */
export function mainPhoto(key: string): LadyPhoto {
  const path = `${folder}/${key}.webp`;
  const pathOfQuad = `${folder}/${key}-quad.webp`;
  const sizes = {
    full: path,
    medium: `${folder}/${key}-320.webp`,
    quad: pathOfQuad,
    avatar: `${folder}/${key}-avatar.webp`,
  };
  return { id: 1, key, path, pathOfQuad, sizes };
}

/** A further picture, a scene: drawn in one size, which serves for all. */
function furtherPhoto(key: string, id: number): LadyPhoto {
  const path = `${folder}/${key}.webp`;
  return { id, key, path, pathOfQuad: path, sizes: { full: path, medium: path, quad: path, avatar: path } };
}

/** Her portrait, and what is around her. */
export function photosOfLady(key: string): LadyPhoto[] {
  return [mainPhoto(key), ...(SCENES[key] ?? []).map((_, n) => furtherPhoto(`${key}-${n + 2}`, n + 2))];
}
