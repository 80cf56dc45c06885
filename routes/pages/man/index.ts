/** The pages of men: letters and the balance. */
import { manAccount } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import { localHref } from "../../http/page.tsx";
import { manSide } from "../../letters/sides.ts";
import { deleteAccountPage } from "../account/delete_account.tsx";
import { ownDataPage } from "../account/own_data.tsx";
import { photosPages } from "../account/photos.tsx";
import { securityPage } from "../account/security.tsx";
import { chatPages, checkPages } from "../chat/index.ts";
import { mailPages } from "../mail/index.ts";
import { manAccountPages } from "./account.tsx";
import { balanceCsvPage } from "./balance_csv.ts";
import { balanceHistoryPage } from "./balance_history.tsx";
import { balanceLimitPage } from "./balance_limit.ts";
import { howSiteWorksPage } from "./how_site_works.tsx";
import { outcomePage } from "./payment_outcome.tsx";
import { purchasePage, quotePage } from "./purchase.tsx";
import { receiptPages } from "./receipt.tsx";
import { welcomePage } from "./welcome.tsx";
import { searchesPage } from "./searches.tsx";

const balance: PageDefinition = {
  paths: ["/man/balance"],
  access: "men",
  get: (c) => c.redirect(localHref(c.var.facts.prefix, "/man/balance/history"), 302),
};

export const manPages: PageDefinition[] = [
  ...mailPages(manSide),
  photosPages.man,
  chatPages.man,
  checkPages.man,
  ...manAccountPages,
  welcomePage,
  securityPage(manAccount),
  ownDataPage(manAccount),
  deleteAccountPage(manAccount),
  balance,
  balanceHistoryPage,
  balanceCsvPage,
  balanceLimitPage,
  searchesPage,
  howSiteWorksPage,
  outcomePage,
  ...receiptPages,
  purchasePage,
  quotePage,
];
