/** All pages in one list: addresses, who may see them, what they answer. */
import { robotsPage } from "../discovery/robots.ts";
import { sitemapPages } from "../discovery/sitemap.ts";
import { webManifestPage } from "../discovery/web_manifest.ts";
import { sharePicturePages } from "../files/share_pictures.ts";
import type { PageDefinition } from "../http/define_page.ts";
import type { Dependencies } from "../http/env.ts";
import { deleteOwnAccountPage } from "./account/delete_account.tsx";
import { emailChangeLinkPage } from "./account/email_change_link.tsx";
import { adminPages } from "./admin/index.ts";
import { agencyPages } from "./agency/index.ts";
import { authPages } from "./auth/index.ts";
import { backgroundPages } from "./background/index.ts";
import { devPages } from "./dev/index.tsx";
import { girlPages } from "./girls/index.ts";
import { ladyPages } from "./lady/index.ts";
import { manPages } from "./man/index.ts";
import { consentPage } from "./public/consent.tsx";
import { contactPage } from "./public/contact.tsx";
import { faqPage } from "./public/faq.tsx";
import { guestAnswerPage } from "./public/guest_answer.tsx";
import { guestReportPage } from "./public/guest_report.tsx";
import { homePage } from "./public/home.tsx";
import { imprintPage } from "./public/imprint.tsx";
import { publicHowSiteWorksPage } from "./public/how_site_works.tsx";
import { notYetPage } from "./public/not_yet.tsx";
import { languagePage, listLookPage, themePage } from "./public/preferences.tsx";
import { textPages } from "./public/text_pages.tsx";
import { translatorsPage } from "./public/translators.tsx";
import { resubscribePage, unsubscribePage } from "./public/unsubscribe.tsx";
import { safetyPages } from "./safety/index.ts";
import { sandboxPages } from "./sandbox/checkout.tsx";
import { staffPages } from "./staff/index.ts";
import { translatorPages } from "./translator/index.ts";
import { withdrawalPages } from "./public/withdrawal.tsx";
import { writingPages } from "./writing/index.ts";

export function pagesOf(deps: Dependencies): PageDefinition[] {
  return [
    homePage,
    notYetPage,
    languagePage,
    themePage,
    listLookPage,
    consentPage,
    unsubscribePage,
    resubscribePage,
    ...textPages,
    faqPage,
    publicHowSiteWorksPage,
    contactPage,
    imprintPage,
    translatorsPage,
    ...withdrawalPages,
    guestReportPage,
    guestAnswerPage,
    ...writingPages,
    ...sitemapPages,
    robotsPage,
    webManifestPage,
    ...sharePicturePages,
    ...authPages,
    emailChangeLinkPage,
    deleteOwnAccountPage,
    ...girlPages,
    ...manPages,
    ...sandboxPages(deps),
    ...ladyPages,
    ...translatorPages,
    ...agencyPages,
    ...safetyPages,
    ...backgroundPages,
    ...adminPages,
    ...staffPages,
    ...devPages(deps),
  ];
}
