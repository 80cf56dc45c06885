/** For tests: what is known of an uploaded picture, without any file. */
import type { Store } from "../open.ts";
import type { UploadedPicture } from "../vetting/photos.ts";

/** A picture of 900 × 600, cut in its middle. */
export const pictureFacts = async (store: Store): Promise<Omit<UploadedPicture, "kind">> => ({
  token: store.randomToken(),
  width: 900,
  height: 600,
  crop: { left: 150, top: 0, side: 600 },
  cut: await store.ids.next("photo_cut"),
  bytes: { large: 5, full: 4, medium: 3, quad: 2, avatar: 1 },
});
