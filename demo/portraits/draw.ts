/** Draws one portrait as SVG: ground, shoulders, lorelei's head, collar, and hair in front of it. */
import { Avatar, Style } from "@dicebear/core";
import definition from "@dicebear/styles/lorelei.json" with { type: "json" };
import { GARMENT, NECKLACE } from "./garments.ts";
import { GROUND } from "./grounds.ts";
import { locks, plait } from "./hair.ts";
import { HAIR, INK, RED, TINT } from "./palette.ts";
import type { Face, Look } from "./people.ts";

const lorelei = new Style<unknown>(definition);
const LIPS = "#98342a";

const numbered = (name: string, n: number) => [name + String(n).padStart(2, "0")];
const chance = (wanted: unknown) => (wanted ? 100 : 0);

/** Every choice is pinned, so the seed decides nothing and a picture never changes by itself. */
function head(face: Face, look: Look): string {
  const skin = TINT[look.tint].skin;
  return new Avatar(lorelei, {
    seed: "vesna",
    size: 980,
    hairVariant: numbered("variant", face.hair),
    eyesVariant: numbered("variant", look.eyes),
    eyebrowsVariant: numbered("variant", face.brows),
    mouthVariant: numbered("happy", look.mouth),
    headVariant: numbered("variant", face.head),
    noseVariant: numbered("variant", face.nose),
    beardProbability: 0,
    glassesProbability: chance(face.glasses),
    glassesVariant: numbered("variant", face.glasses ?? 1),
    earringsProbability: chance(face.earrings),
    earringsVariant: numbered("variant", face.earrings ?? 1),
    frecklesProbability: chance(face.freckles),
    hairAccessoriesProbability: chance(look.flowers),
    hairAccessoriesVariant: ["flowers"],
    hairColor: [HAIR[face.colour]],
    skinColor: [skin],
    outlineColor: [INK],
    eyesColor: [INK],
    eyebrowsColor: [INK],
    mouthColor: [face.lips ? LIPS : INK],
    noseColor: [INK],
    glassesColor: [INK],
    earringsColor: [RED],
    hairAccessoriesColor: [RED],
    frecklesColor: ["#b98b6a"],
  }).toString()
    .replace(/<!--.*?-->/g, "")
    .replace(/<metadata[\s\S]*?<\/metadata>/, "")
    .replace(/<use (?=[^>]*href="#head-)/, '<use clip-path="url(#neck)" ')
    .replace(/width="980" height="980"/, 'x="0" y="118" width="980" height="980" overflow="visible"');
}

/**
 * Ends the neck where the collar begins: lorelei's necks run on beneath it, each head's differently.
 * In the head's own coordinates, which begin at (207, 289) of the field.
 */
const NECK =
  '<clipPath id="neck"><path d="M-300 -300H1000V616H483L447 668C395 772 124 770 75 690L60 616H-300Z"/></clipPath>';

/** The whole picture, 640 × 800. */
export function portrait(face: Face, look: Look): string {
  const { ground, wash, skin } = TINT[look.tint];
  const worn = GARMENT[look.garment](TINT[look.cloth ?? look.tint].cloth, skin);
  const hair = HAIR[face.colour];
  const mole = face.mole ? `<circle cx="468" cy="700" r="7" fill="${INK}"/>` : "";
  const long = face.long ? locks(face.hair, hair, face.long === "wavy") : { back: "", front: "" };
  const plaited = face.plait ? plait(hair, wash, RED) : "";
  const person = NECK + worn.back + long.back + head(face, look) + mole + worn.front +
    (look.necklace ? NECKLACE[look.necklace] : "") + long.front + plaited;
  const mirror = face.mirrored ? "translate(980 0) scale(-1 1) " : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 1225" width="640" height="800">` +
    `<rect width="980" height="1225" fill="${ground}"/>${GROUND[look.ground](wash)}` +
    `<g transform="${mirror}translate(490 640) scale(1.2) translate(-474 -622)">${person}</g></svg>`;
}
