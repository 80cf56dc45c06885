/** The pages of ladies: letters, chat, and their own profile. */
import { ladyAccount } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import { ladySide } from "../../letters/sides.ts";
import { deleteAccountPage } from "../account/delete_account.tsx";
import { ownDataPage } from "../account/own_data.tsx";
import { photosPages } from "../account/photos.tsx";
import { securityPage } from "../account/security.tsx";
import { chatPages, checkPages } from "../chat/index.ts";
import { mailPages } from "../mail/index.ts";
import { ladyAwayPage } from "./away.tsx";
import { asMenSeeItPage } from "./as_men_see_it.tsx";
import { manProfilePage } from "./man_profile.tsx";
import { ladyProfilePages } from "./profile.tsx";
import { ladyVerificationPage } from "./verification.tsx";

export const ladyPages: PageDefinition[] = [
  ...mailPages(ladySide),
  photosPages.lady,
  chatPages.lady,
  checkPages.lady,
  ...ladyProfilePages,
  asMenSeeItPage,
  ladyVerificationPage,
  ladyAwayPage,
  securityPage(ladyAccount),
  ownDataPage(ladyAccount),
  deleteAccountPage(ladyAccount),
  manProfilePage,
];
