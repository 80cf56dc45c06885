/** The admins' pages: each folder exports the list of its pages. */
import type { PageDefinition } from "../../http/define_page.ts";
import { adminHomePages } from "./home/home.tsx";
import { figurePages } from "./home/figures.tsx";
import { logPages } from "./log/log.tsx";
import { personPages } from "./people/person_pages.ts";
import { refundRequestPages } from "./people/refund_requests.tsx";
import { appealPages } from "./safety/appeals.tsx";
import { letterPages } from "./safety/letters.tsx";
import { messagePages } from "./safety/messages.tsx";
import { reportPages } from "./safety/reports.tsx";
import { transparencyPages } from "./safety/transparency.tsx";
import { newsletterPages } from "./shop/newsletters.tsx";
import { promoPages } from "./shop/promo_codes.tsx";
import { promotionPages } from "./shop/promotions.tsx";
import { ratePages } from "./shop/rates.tsx";
import { storyPages } from "./shop/stories.tsx";
import { tariffPages } from "./shop/tariffs.tsx";
import { taxPages } from "./shop/tax.tsx";
import { approvalPages } from "./vetting/approvals.tsx";
import { verificationPages } from "./vetting/verifications.tsx";

export const adminPages: PageDefinition[] = [
  ...adminHomePages,
  ...personPages,
  ...approvalPages,
  ...reportPages,
  ...appealPages,
  ...transparencyPages,
  ...letterPages,
  ...messagePages,
  ...verificationPages,
  ...ratePages,
  ...tariffPages,
  ...refundRequestPages,
  ...promoPages,
  ...promotionPages,
  ...storyPages,
  ...newsletterPages,
  ...figurePages,
  ...taxPages,
  ...logPages,
];
