import { keys } from "../../store/keys.ts";
import type { TestStore } from "../../testing/store.ts";
import { saveStory, type Story } from "../../writing/stories.ts";
import { type Damage, testDamages } from "./testing/damages.ts";
import { tamper } from "./testing/lived_in_world.ts";

async function world(store: TestStore): Promise<Story> {
  const words = { title: "t", summary: "s", body: "b" };
  const saved = await saveStory(store, {
    type: "blog",
    publishedAt: Date.UTC(2026, 0, 2),
    picture: null,
    words: { "en": words, "zh-Hant": words, "zh-Hans": words },
  });
  if (!saved.ok) throw new Error(saved.reason);
  return saved.story;
}

const corruptions: Damage<Story>[] = [
  [
    "a story under another's number",
    (store, { id }) => tamper<Story>(store, keys.story(id), { id: 77 }),
    /^story \d+ calls itself 77$/,
  ],
  [
    "a story that no list has",
    (store, { id, publishedAt }) => store.kv.delete(keys.storyByDate("blog", publishedAt, id)),
    /^story \d+ is not found by its date$/,
  ],
  [
    "a story that one language lacks",
    (store, { id }) => store.kv.delete(keys.storyText(id, "zh-Hans")),
    /^story \d+ has no text in zh-Hans$/,
  ],
  [
    "a story that stands twice in a list",
    (store, { id }) => store.kv.set(keys.storyByDate("blog", 5, id), null),
    /^blog \d+ stands at a date that is not its own$/,
  ],
  [
    "a text of nothing",
    (store) => store.kv.set(keys.storyText(99, "en"), "left over"),
    /^a text belongs to story 99, which is not there$/,
  ],
];

testDamages("the audit finds nothing wrong with a story that was only saved", world, corruptions);
