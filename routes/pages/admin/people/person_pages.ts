/** The pages on which admins find and look at people, suspend them, and give back what they paid. */
import type { PageDefinition } from "../../../http/define_page.ts";
import { backgroundPages } from "./backgrounds.tsx";
import { paymentPage } from "./payment.tsx";
import { disputeEvidencePage } from "./dispute_evidence.tsx";
import { disputeFilePage } from "./dispute_file.ts";
import { paperPage } from "./payment_papers.tsx";
import { userPage } from "./user.tsx";
import { adjustmentPage } from "./user_adjustment.tsx";
import { reversalPage } from "./user_reversal.tsx";
import { suspensionPage } from "./user_suspension.tsx";
import { photoTakedownPage } from "./user_photo.tsx";
import { textTakedownPage } from "./user_text.tsx";
import { usersPage } from "./users.tsx";

export const personPages: PageDefinition[] = [
  usersPage,
  userPage,
  ...backgroundPages,
  suspensionPage,
  photoTakedownPage,
  textTakedownPage,
  adjustmentPage,
  reversalPage,
  paymentPage,
  disputeFilePage,
  disputeEvidencePage,
  paperPage,
];
