/** Everything that a scene can show, by its name. */
import { home } from "./home.ts";
import { nature } from "./nature.ts";
import { town } from "./town.ts";
import { work } from "./work.ts";

export const things = { ...home, ...work, ...town, ...nature };
export type ThingName = keyof typeof things;
