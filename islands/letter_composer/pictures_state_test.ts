/** Pictures of the composer: what may come in, what is kept, what an answer means. */
import { expect } from "expect";
import * as server from "../../services/pictures/images.ts";
import { parsePictures } from "./local_draft.ts";
import {
  areOnTheirWay,
  changed,
  hasFailed,
  keptOf,
  type Picture,
  pictureBytesMax,
  picturesMax,
  sorted,
  withKept,
} from "./pictures_state.ts";
import { outcomeOf, readUpload } from "./read_upload.ts";

const file = (name: string, type = "image/jpeg", size = 1000) => ({ name, type, size });
const id = "a-picture-1";
const kept = { id, thumb: `/letter-files/${id}/thumb` };

Deno.test("three pictures that are of the right kind and size, or can be made so, come in, each other one with its reason", () => {
  const files = [
    file("a.svg", "image/svg+xml"),
    file("b.jpg"),
    file("c.png", "image/png", 16 * pictureBytesMax + 1),
    file("d.heic", "image/heic", pictureBytesMax + 1),
    file("e", ""),
    file("f.jpg"),
  ];
  const { fit, unfit } = sorted(files, 0);
  expect(fit.map(({ name }) => name)).toEqual(["b.jpg", "d.heic", "e"]);
  expect(unfit).toEqual([{ name: "a.svg", why: "type" }, { name: "c.png", why: "size" }, {
    name: "f.jpg",
    why: "count",
  }]);
  expect(sorted([file("g.jpg"), file("h.jpg")], 2).unfit).toEqual([{ name: "h.jpg", why: "count" }]);
});

Deno.test("a change meets one picture, and the letter takes those that are kept, in their order", () => {
  const waiting = (key: number): Picture => ({ key, name: `${key}.jpg`, state: "waiting", progress: 0 });
  const three = [waiting(1), waiting(2), waiting(3)];
  const some = changed(changed(three, 3, { state: "kept", kept }), 1, { state: "failed", error: null });
  expect(three.every(({ state }) => state === "waiting")).toBe(true);
  expect(some.map(({ state }) => state)).toEqual(["failed", "waiting", "kept"]);
  expect(keptOf(some)).toEqual([kept]);
  expect([areOnTheirWay(some), hasFailed(some)]).toEqual([true, true]);
  const settled = changed(some, 2, { state: "kept", kept });
  expect([areOnTheirWay(settled), hasFailed(settled)]).toEqual([false, true]);
});

Deno.test("pictures of another device take the place of those that are kept, beside one that is on its way, each by a key of its own", () => {
  const named = (name: string) => ({ id: `picture-${name}`, thumb: `/letter-files/picture-${name}/thumb`, name });
  const first = withKept([], [named("a")], 1);
  expect(first.map(({ key, name, state }) => [key, name, state])).toEqual([[1, "a", "kept"]]);
  const onItsWay: Picture = { key: 2, name: "b", state: "sending", progress: 0.5 };
  const both = withKept([...first, onItsWay], [named("c"), named("d")], 3);
  expect(both.map(({ key, name }) => [key, name])).toEqual([[3, "c"], [4, "d"], [2, "b"]]);
  expect(withKept(both, [named("e"), named("f"), named("g")], 5).map(({ name }) => name)).toEqual(["e", "f", "g"]);
  expect(both).toHaveLength(picturesMax);
});

Deno.test("a draft brings back pictures of ours and nothing that somebody else wrote there", () => {
  expect(parsePictures([{ ...kept, name: "spring.jpg", more: 1 }])).toEqual([{ ...kept, name: "spring.jpg" }]);
  const odd = [null, 7, "x", {}, { id }, { id: "../../x", thumb: "x" }, { id, thumb: "https://elsewhere.test/a.png" }];
  expect(parsePictures(odd.slice(0, 3))).toEqual([]);
  expect(parsePictures(odd.slice(3, 6))).toEqual([]);
  expect(parsePictures(odd.slice(6))).toEqual([]);
  for (const none of [undefined, null, {}, "abc"]) expect(parsePictures(none)).toEqual([]);
  expect(parsePictures([kept, kept, kept, kept]).length).toBe(3);
});

Deno.test("an upload is kept, refused in the server's words, or lost and worth another try", () => {
  expect(readUpload(200, JSON.stringify({ attachment: { ...kept, width: 3 } }))).toEqual({ kind: "kept", kept });
  const failure = { message: "That is too large.", code: "too_large", fields: { file: "Larger than 4096K." } };
  expect(readUpload(413, JSON.stringify(failure))).toEqual({
    kind: "refused",
    message: "Larger than 4096K.",
    mayRetry: false,
  });
  expect(readUpload(429, JSON.stringify({ message: "Wait." }))).toEqual({
    kind: "refused",
    message: "Wait.",
    mayRetry: true,
  });
  expect(readUpload(413, "<html>")).toEqual({ kind: "refused", message: null, mayRetry: false });
  for (
    const [status, text] of [[0, ""], [500, JSON.stringify(failure)], [502, "x"], [200, "x"], [200, "null"]] as const
  ) {
    expect(readUpload(status, text)).toEqual({ kind: "lost" });
  }
  const named = { ...kept, name: "spring.jpg" };
  expect(outcomeOf({ kind: "kept", kept }, "spring.jpg")).toEqual({ state: "kept", progress: 1, kept: named });
  const refused = { state: "failed", error: "Wait.", mayRetry: false };
  expect(outcomeOf({ kind: "refused", message: "Wait.", mayRetry: false }, "spring.jpg")).toEqual(refused);
  expect(outcomeOf({ kind: "lost" }, "spring.jpg")).toEqual({ state: "failed", error: null, mayRetry: true });
});

Deno.test("a picture may be as large here as the server takes it", () => {
  expect(pictureBytesMax).toBe(server.pictureBytesMax);
});
