/** What the page of a lady shows. */
import type { LadyCardView } from "../../../components/lady_card.tsx";
import type { LadyWords } from "../../../kv/ladies/record.ts";
import type { Fact } from "./profile_facts.ts";
import type { OriginalProps } from "./profile_original.tsx";
import type { PhotoView } from "./profile_gallery.tsx";
import type { Assurance } from "./verified_mark.tsx";
import type { VideosProps } from "./videos/videos_view.tsx";

/** The prices of her buttons, and at which rate their money is. */
export type ProfilePrices = Record<"write" | "text" | "video" | "note", string>;

export interface ProfileViewProps extends LadyWords {
  /** Her own words and whose work their translation is; null where what is shown is her own. */
  original: OriginalProps | null;
  id: number;
  age: number;
  place: string;
  isOnline: boolean;
  assurance: Assurance;
  /** Those that the viewer may see; `photoCount` counts all. */
  photos: readonly PhotoView[];
  photoCount: number;
  /** This very page, localised. */
  href: string;
  /** Without language, as whoever reports it names it. */
  path: string;
  /** Whether a man looks, who may keep her away or tell the site of her. */
  isCorrespondent: boolean;
  /** Null for those who may only look. */
  actions: {
    writeHref: string;
    chatHref: string;
    lettersHref: string | null;
    prices: ProfilePrices;
    vote: VoteHere | null;
  } | null;
  /** "Russian and English"; empty where she did not say. */
  languages: string;
  wantsTranslation: boolean;
  /** What a letter to her costs, in credits. */
  writeCredits: number;
  facts: readonly Fact[];
  /** Family, work, faith, habits. */
  factsOfLife: readonly Fact[];
  /** Whether to say what is for members alone. */
  isGuest: boolean;
  videos: VideosProps | null;
  similar: readonly LadyCardView[];
  ofCountry: { href: string; country: string; total: string };
}

/** Where a man's vote of today is sent; null where it is hers already. */
export interface VoteHere {
  action: string | null;
}
