/** Many plausible ladies for the demo and for measurements: the same seed gives the same ladies, each on her own. */
import { ladyCountryIsos } from "../kv/ladies/countries.ts";
import type { LadyRecord, LadyWords } from "../kv/ladies/record.ts";
import { type Facts, factsOf } from "./generate/facts.ts";
import { Chance } from "./generate/random.ts";
import { about, cities, firstnames, ideal, interests, type Threefold, work } from "./generate/tables.ts";
import { mainPhoto } from "./photos.ts";

const countryWeights = { UA: 40, RU: 28, BY: 16, RO: 16 } satisfies Record<typeof ladyCountryIsos[number], number>;

/** The places of a Threefold, and what stands between two sentences there. */
const english = { place: 0, gap: " " } as const;
const traditional = { place: 1, gap: "" } as const;
const simplified = { place: 2, gap: "" } as const;
type Tongue = typeof english | typeof traditional | typeof simplified;

export interface GenerateOptions {
  count: number;
  firstId: number;
  /** The moment at which every one of them is an adult and a member. */
  nowMs: number;
  seed: number;
  /** Names of drawn people (see photos.ts), shared among the ladies; with none they have no photos. */
  portraitKeys: readonly string[];
}

/**
 * Published ladies with the ids firstId, firstId + 1, …
 * A lady depends on her id and on all options except `count`, so runs of different lengths agree.
 */
export function* generateLadies(options: GenerateOptions): Generator<LadyRecord> {
  const { count, firstId } = options;
  for (let id = firstId; id < firstId + count; id++) yield ladyOf(id, options);
}

function ladyOf(id: number, { nowMs, seed, portraitKeys }: GenerateOptions): LadyRecord {
  const chance = new Chance(seed, id);
  const country = chance.weighted(countryWeights);
  const firstname = chance.pick(firstnames[country], 1.3);
  const city = chance.pick(cities[country], 1.7);
  const facts = factsOf(country, nowMs, chance);
  const speak = wordsFor(firstname, city, facts, chance);
  return {
    id,
    ...facts,
    votesBefore: facts.votes,
    ...speak(english),
    localized: { "zh-Hant": speak(traditional), "zh-Hans": speak(simplified) },
    photos: portraitKeys.length > 0 ? [mainPhoto(chance.pick(portraitKeys))] : [],
  };
}

/** Chooses once what she says; the returned function words it in a language. */
function wordsFor(
  firstname: Threefold,
  city: Threefold,
  facts: Facts,
  chance: Chance,
): (tongue: Tongue) => LadyWords {
  const loves = chance.some(interests, 3 + Math.floor(chance.next() * 2));
  const quote = chance.pick(ideal.quotes);
  const [firstLove, secondLove] = loves.map(({ sentence }) => sentence) as [Threefold, Threefold];
  const past = pastOf(facts, chance);
  const beginning = [chance.pick(about.openings), work[facts.profession!], ...(past.length > 0 ? [] : [firstLove])];
  const extras = [chance.pick(about.characters), chance.pick(about.english[facts.englishRating!]), secondLove];
  const more = [chance.pick(familyPieces(facts.childrenNumber!)), ...past, ...chance.some(extras, 2 - past.length)];
  const wishes = [
    ...(facts.childrenNumber! > 0 && chance.happens(0.4) ? [chance.pick(ideal.withChildren)] : []),
    ...chance.some(ideal.qualities, chance.happens(0.5) ? 2 : 1),
    chance.pick(ideal.togethers),
  ].slice(-3);
  return ({ place, gap }) => {
    const paragraph = (pieces: Threefold[]) =>
      pieces.map((piece) => piece[place].replace("{city}", city[place])).join(gap);
    return {
      firstname: firstname[place],
      city: city[place],
      quote: quote[place],
      about: `${paragraph(beginning)}\n\n${paragraph(more)}`,
      idealPartner: paragraph(wishes),
      interests: loves.map(({ label }) => label[place]),
    };
  };
}

function familyPieces(childrenNumber: number): Threefold[] {
  if (childrenNumber === 0) return about.alone;
  return childrenNumber === 1 ? about.oneChild : about.moreChildren;
}

/** What she says of an earlier marriage, which is not always something. */
function pastOf({ maritalStatus }: Facts, chance: Chance): Threefold[] {
  if (maritalStatus === "widow") return [chance.pick(about.widowed)];
  return maritalStatus === "divorced" && chance.happens(0.5) ? [chance.pick(about.divorced)] : [];
}
