import { expect } from "expect";
import * as server from "../../services/pictures/photo_images.ts";
import {
  fitted,
  holdsCorner,
  moved,
  type OwnPhoto,
  photoBytesMax,
  readPhotoAnswer,
  replaced,
  resized,
  sortedFiles,
  without,
} from "./state.ts";

const photo = (id: number, isShown = true, isMain = false): OwnPhoto => ({
  id,
  path: `/${id}`,
  pathOfQuad: `/${id}`,
  sizes: {},
  caption: "",
  isMain,
  isShown,
});
const told = (photos: OwnPhoto[]) => photos.map(({ id, isMain }) => `${id}${isMain ? "*" : ""}`).join(" ");

Deno.test("files that no photo can be made of, and those that are too many, are told apart before they are sent", () => {
  const file = (name: string, type: string, size = 10) => ({ name, type, size });
  const { fit, unfit } = sortedFiles([
    file("a.txt", "text/plain"),
    file("b.heic", "image/heic"),
    file("c.jpg", "image/jpeg", 13 * photoBytesMax),
    file("d", ""),
    file("e.jpg", "image/jpeg"),
  ], 18);
  expect(fit.map(({ name }) => name)).toEqual(["b.heic", "d"]);
  expect(unfit).toEqual([
    { name: "a.txt", why: "type" },
    { name: "c.jpg", why: "size" },
    { name: "e.jpg", why: "count" },
  ]);
});

Deno.test("the first photo that others see is the main one, wherever it is moved", () => {
  const photos = [photo(1, true, true), photo(2), photo(3, false)];
  expect(told(moved(photos, 2, 0))).toBe("2* 1 3");
  expect(told(moved(photos, 3, 0))).toBe("3 1* 2");
  expect(told(moved(photos, 1, 99))).toBe("2* 3 1");
  expect(told(moved(photos, 7, 0))).toBe("1* 2 3");
  expect(told(without(photos, 1))).toBe("2* 3");
  expect(told(replaced(photos, photo(9, false)))).toBe("1* 2 3 9");
  expect(told(replaced([photo(3, false)], photo(3, true)))).toBe("3*");
});

Deno.test("what the server says is a photo, a refusal in its words, or a lost line", () => {
  const answer = JSON.stringify({ photo: photo(4) });
  expect(readPhotoAnswer(200, answer)).toEqual({ kind: "done", photo: photo(4) });
  expect(readPhotoAnswer(204, "")).toEqual({ kind: "done", photo: null });
  expect(readPhotoAnswer(415, '{"message":"No.","fields":{"photo":"Only JPG."}}'))
    .toEqual({ kind: "refused", message: "Only JPG.", mayRetry: false });
  expect(readPhotoAnswer(429, '{"message":"Wait."}')).toEqual({ kind: "refused", message: "Wait.", mayRetry: true });
  for (const [status, text] of [[0, ""], [502, "<html>"], [200, "{}"], [302, ""]] as const) {
    expect(readPhotoAnswer(status, text)).toEqual({ kind: "lost" });
  }
  expect(readPhotoAnswer(413, "<html>")).toEqual({ kind: "refused", message: null, mayRetry: false });
});

Deno.test("a square stays whole and within its picture, and grows around its middle", () => {
  const frame = { width: 900, height: 600 };
  expect(fitted({ left: -5, top: 700, side: 300.4 }, frame)).toEqual({ left: 0, top: 300, side: 300 });
  expect(fitted({ left: 0, top: 0, side: 5000 }, frame)).toEqual({ left: 0, top: 0, side: 600 });
  expect(fitted({ left: 0, top: 0, side: 1 }, frame).side).toBe(160);
  expect(fitted({ left: 3, top: 0, side: 9 }, { width: 40, height: 60 })).toEqual({ left: 0, top: 0, side: 40 });
  expect(resized({ left: 300, top: 200, side: 200 }, 300, frame)).toEqual({ left: 250, top: 150, side: 300 });
  expect(resized({ left: 0, top: 0, side: 200 }, 400, frame)).toEqual({ left: 0, top: 0, side: 400 });
  expect(holdsCorner({ left: 0, top: 0, side: 200 }, 190, 195)).toBe(true);
  expect(holdsCorner({ left: 0, top: 0, side: 200 }, 100, 195)).toBe(false);
});

Deno.test("a photo may be as large here as the server takes it", () => {
  expect(photoBytesMax).toBe(server.photoBytesMax);
});
