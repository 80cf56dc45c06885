import type { PageDefinition } from "../../http/define_page.ts";
import { ladyBackgroundPages } from "./lady_pages.tsx";
import { manBackgroundPage } from "./man_page.tsx";

export const backgroundPages: PageDefinition[] = [manBackgroundPage, ...ladyBackgroundPages];
