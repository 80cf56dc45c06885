import type { User } from "../../../accounts/users.ts";
import { addAttachment, type Attachment } from "../../../letters/attachments.ts";
import type { LetterText } from "../../../letters/letter.ts";
import { sendLetter } from "../../../letters/sending.ts";
import { keys } from "../../../store/keys.ts";
import { createPeople, type TestStore } from "../../../testing/store.ts";
import { type Damage, testDamages } from "../testing/damages.ts";
import { tamper } from "../testing/lived_in_world.ts";

async function picture(store: TestStore, owner: User): Promise<Attachment> {
  const size = { width: 1, height: 1, bytes: 1 };
  const added = await addAttachment(store, owner.id, { name: "", type: "t", full: size, thumb: size, digest: "d" });
  if (!added.ok) throw new Error(added.reason);
  return added.attachment;
}

async function world(store: TestStore) {
  const people = await createPeople(store);
  const { james, olena } = people;
  const loose = await picture(store, james);
  const enclosed = await picture(store, james);
  const wanted = { authorId: james.id, recipientId: olena.id, body: "Look.", sendKey: "look" };
  const sent = await sendLetter(store, { ...wanted, attachmentIds: [enclosed.id] });
  if (!sent.ok) throw new Error(sent.reason);
  return { ...people, loose, enclosed, letter: sent.letter };
}

type World = Awaited<ReturnType<typeof world>>;

const listed = ({ ownerId, createdAt, id }: Attachment) => keys.looseAttachment(ownerId, createdAt, id);

const corruptions: Damage<World>[] = [
  [
    "a picture under another id",
    (store, { loose }) => tamper<Attachment>(store, keys.attachment(loose.id), { id: "another" }),
    /^picture token-\d+ calls itself another$/,
  ],
  [
    "a loose picture that no list knows",
    (store, { loose }) => store.kv.delete(listed(loose)),
    /^picture token-\d+ is loose but not listed so$/,
  ],
  [
    "a list that names a picture that is gone",
    (store, { loose }) => store.kv.delete(keys.attachment(loose.id)),
    /^user \d+ has picture token-\d+ listed as loose, which it is not$/,
  ],
  [
    "an enclosed picture that could still be cleared away",
    (store, { enclosed }) => store.kv.set(listed(enclosed), null),
    /^picture token-\d+ is listed as loose although a letter has it$/,
  ],
  [
    "a picture of a letter that does not exist",
    (store, { enclosed }) => tamper<Attachment>(store, keys.attachment(enclosed.id), { letterId: 999 }),
    /^picture token-\d+ belongs to letter 999, which is not there$/,
  ],
  [
    "a picture of somebody else in a letter",
    (store, { enclosed, wei }) => tamper<Attachment>(store, keys.attachment(enclosed.id), { ownerId: wei.id }),
    /^picture token-\d+ belongs to letter \d+, which its owner did not write$/,
  ],
  [
    "a picture that its letter forgot",
    (store, { letter }) => tamper<LetterText>(store, keys.letterText(letter.id), { attachments: [] }),
    /^picture token-\d+ belongs to letter \d+, which does not enclose it$/,
  ],
  [
    "an enclosure that is not there",
    (store, { enclosed }) => store.kv.delete(keys.attachment(enclosed.id)),
    /^letter \d+ encloses picture token-\d+, which is not its own$/,
  ],
  [
    "an enclosure that nobody claimed",
    (store, { letter, loose }) => tamper<LetterText>(store, keys.letterText(letter.id), { attachments: [loose.id] }),
    /^letter \d+ encloses picture token-\d+, which is not its own$/,
  ],
  [
    "one picture enclosed twice",
    (store, { letter, enclosed: { id } }) =>
      tamper<LetterText>(store, keys.letterText(letter.id), { attachments: [id, id] }),
    /^letter \d+ encloses too many pictures, or one twice$/,
  ],
];

testDamages("pictures that were used as intended are without fault", world, corruptions);
