/** The pages of ladies: letters, chat, and their own profile. */
import type { PageDefinition } from "../../define_page.ts";
import { securityPage } from "../account/security.tsx";
import { ladyAccount } from "../account/sides.ts";
import { photosPages } from "../account/photos.tsx";
import { chatPages, checkPages } from "../chat/index.ts";
import { mailPages } from "../mail/index.ts";
import { ladySide } from "../mail/sides.ts";
import { manProfilePage } from "./man_profile.tsx";
import { ladyProfilePages } from "./profile.tsx";

export const ladyPages: PageDefinition[] = [
  ...mailPages(ladySide),
  photosPages.lady,
  chatPages.lady,
  checkPages.lady,
  ...ladyProfilePages,
  securityPage(ladyAccount),
  manProfilePage,
];
