/** Emoji by group, and what a search finds among their names and keywords. */
export interface EmojiWords {
  categories: { index: number; label: string }[];
  emojis: { emoji: string; category: number; label: string; tags: string[] }[];
}

export interface EmojiGroup {
  label: string;
  emojis: EmojiWords["emojis"];
}

/** The groups with what a search finds; all for an empty search. Names come before keywords; empty groups are left out. */
export function foundIn({ categories, emojis }: EmojiWords, wanted: string): EmojiGroup[] {
  const text = wanted.trim().toLowerCase();
  const isNamed = ({ label }: EmojiWords["emojis"][number]) => label.toLowerCase().includes(text);
  const isTagged = ({ tags }: EmojiWords["emojis"][number]) => tags.some((tag) => tag.toLowerCase().includes(text));
  return categories.flatMap(({ index, label }) => {
    const mine = emojis.filter(({ category }) => category === index);
    const found = text === ""
      ? mine
      : [...mine.filter(isNamed), ...mine.filter((each) => !isNamed(each) && isTagged(each))];
    return found.length > 0 ? [{ label, emojis: found }] : [];
  });
}
