/** The admins' rooms: each room exports the list of its pages. */
import type { PageDefinition } from "../../define_page.ts";
import { approvalPages } from "./approvals.tsx";
import { deskPages } from "./desk.tsx";
import { figurePages } from "./figures.tsx";
import { letterPages } from "./letters.tsx";
import { logPages } from "./log.tsx";
import { messagePages } from "./messages.tsx";
import { personPages } from "./person_pages.ts";
import { promoPages } from "./promo_codes.tsx";
import { promotionPages } from "./promotions.tsx";
import { ratePages } from "./rates.tsx";
import { refundRequestPages } from "./refund_requests.tsx";
import { reportPages } from "./reports.tsx";
import { storyPages } from "./stories.tsx";
import { verificationPages } from "./verifications.tsx";

export const adminPages: PageDefinition[] = [
  ...deskPages,
  ...personPages,
  ...approvalPages,
  ...reportPages,
  ...letterPages,
  ...messagePages,
  ...verificationPages,
  ...ratePages,
  ...refundRequestPages,
  ...promoPages,
  ...promotionPages,
  ...storyPages,
  ...figurePages,
  ...logPages,
];
