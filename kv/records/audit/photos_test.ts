import type { User } from "../../accounts/users.ts";
import type { LadyRecord } from "../../ladies/record.ts";
import { keys } from "../../store/keys.ts";
import { pictureFacts } from "../../testing/photos.ts";
import { createPeople, type TestStore } from "../../testing/store.ts";
import { approve } from "../../testing/verifications.ts";
import { addApproval } from "../../vetting/approvals.ts";
import { addPhoto } from "../../vetting/photo_changes.ts";
import { likenessKeys } from "../../vetting/photo_likeness.ts";
import type { Gallery, GalleryPhoto } from "../../vetting/photos.ts";
import { type Damage, testDamages } from "./testing/damages.ts";
import { tamper } from "./testing/lived_in_world.ts";

async function world(store: TestStore) {
  const people = await createPeople(store);
  const { olena } = people;
  const added: GalleryPhoto[] = [];
  for (let n = 0; n < 2; n++) {
    const done = await addPhoto(store, olena.id, { ...await pictureFacts(store), hash: "0123456789abcdef" });
    if (!done.ok) throw new Error(done.reason);
    added.push(done.photo);
  }
  const [shown, waiting] = added as [GalleryPhoto, GalleryPhoto];
  await approve(store, "photo", shown.id);
  return { ...people, shown, waiting };
}

type World = Awaited<ReturnType<typeof world>>;

const change = async (store: TestStore, { olena }: World, alter: (photos: GalleryPhoto[]) => GalleryPhoto[]) => {
  const { photos } = (await store.kv.get<Gallery>(keys.photos(olena.id))).value!;
  await store.kv.set(keys.photos(olena.id), { photos: alter(photos) });
};

const corruptions: Damage<World>[] = [
  [
    "a photo that is not found by its looks",
    (store, { olena, shown }) => store.kv.delete(likenessKeys(olena.id, shown)[2]!),
    /^the gallery of user \d+ is not found by what photo \d+ looks like$/,
  ],
  [
    "looks of a photo that is gone",
    (store, { olena, shown }) => store.kv.set(keys.photoHash(0, 7, olena.id, shown.id), "0123456789abcdef"),
    /^photo \d+ of user \d+ is found by looks that it does not have$/,
  ],
  [
    "a gallery of nobody",
    (store) => store.kv.set(keys.photos(4), { photos: [] }),
    /^the gallery of user 4 belongs to nobody$/,
  ],
  [
    "a main photo that the account does not know",
    (store, { olena }) => tamper<User>(store, keys.user(olena.id), { photo: null }),
    /has another main photo than its owner's account$/,
  ],
  [
    "a profile that shows nothing",
    (store, { olena }) => tamper<LadyRecord>(store, keys.lady(olena.id), { photos: [] }),
    /is not what its lady's profile shows$/,
  ],
  [
    "a photo that nobody is asked about",
    (store, { waiting }) => store.kv.delete(keys.approvalIdOf("photo", waiting.id)),
    /waits for photo \d+, which nobody is asked about$/,
  ],
  [
    "a question about what is approved",
    async (store, { shown, olena }) => {
      const op = store.kv.atomic();
      await addApproval(store, op, { kind: "photo", subjectId: shown.id, userId: olena.id });
      await op.commit();
    },
    /asks about photo \d+, which does not wait$/,
  ],
  [
    "a question about a photo that is gone",
    async (store, { olena }) => {
      const op = store.kv.atomic();
      await addApproval(store, op, { kind: "photo", subjectId: 77, userId: olena.id });
      await op.commit();
    },
    /^approval \d+ is about photo 77, which is not in the gallery of user \d+$/,
  ],
  [
    "a photo twice",
    (store, here) => change(store, here, (photos) => [...photos, photos[1]!]),
    /holds a photo twice$/,
  ],
  [
    "more photos than a gallery holds",
    (store, here) =>
      change(store, here, (photos) => [
        ...photos,
        ...Array.from({ length: 20 }, (_, n) => ({ ...photos[1]!, id: n + 1 })),
      ]),
    /holds too many photos$/,
  ],
  [
    "an id that will be given again",
    (store, here) => change(store, here, (photos) => [...photos, { ...photos[1]!, id: 99_999 }]),
    /holds photo 99999, whose id will be given again$/,
  ],
  [
    "a square beside the picture",
    (store, here) =>
      change(store, here, (photos) =>
        photos.map((photo) => ({
          ...photo,
          picture: { ...photo.picture, crop: { left: 900, top: 0, side: 600 } } as GalleryPhoto["picture"],
        }))),
    /cuts photo \d+ outside of it$/,
  ],
  [
    "a caption that is too long",
    (store, here) => change(store, here, (photos) => photos.map((photo) => ({ ...photo, caption: "x".repeat(121) }))),
    /says too much of photo \d+$/,
  ],
];

testDamages("galleries that were used as intended are without fault", world, corruptions);
