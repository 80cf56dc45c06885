/** What the page of a lady shows. */
import type { LadyCardView } from "../../../components/lady_card.tsx";
import type { LadyWords } from "../../../kv/ladies/record.ts";
import type { Fact } from "./profile_facts.ts";
import type { OriginalProps } from "./profile_original.tsx";
import type { PhotoView } from "./profile_gallery.tsx";
import type { Assurance } from "./verified_mark.tsx";
import type { VideosProps } from "./videos/videos_view.tsx";

/** The prices on her buttons, and a note with the rate of the money. */
export type ProfilePrices = Record<"write" | "text" | "video" | "note", string>;

export interface ProfileViewProps extends LadyWords {
  /** Her own words and who translated them; null if the words shown are her own. */
  original: OriginalProps | null;
  id: number;
  age: number;
  place: string;
  isOnline: boolean;
  assurance: Assurance;
  /** The photos that the viewer may see; `photoCount` counts all. */
  photos: readonly PhotoView[];
  photoCount: number;
  /** The localised address of this page. */
  href: string;
  /** The path of this page without the language prefix, as a report names it. */
  path: string;
  /** Whether the viewer is a man, who may block or report her. */
  isCorrespondent: boolean;
  /** Null for those who may only look. */
  actions: {
    writeHref: string;
    chatHref: string;
    lettersHref: string | null;
    prices: ProfilePrices;
    vote: VoteHere | null;
  } | null;
  /** "Russian and English"; empty if she did not say. */
  languages: string;
  wantsTranslation: boolean;
  /** What a letter to her costs, in credits. */
  writeCredits: number;
  facts: readonly Fact[];
  /** Family, work, faith, habits. */
  factsOfLife: readonly Fact[];
  /** Whether to say what only members see. */
  isGuest: boolean;
  videos: VideosProps | null;
  similar: readonly LadyCardView[];
  ofCountry: { href: string; country: string; total: string };
}

/** The address that takes a man's vote of today; null if he has given it to her already. */
export interface VoteHere {
  action: string | null;
}
