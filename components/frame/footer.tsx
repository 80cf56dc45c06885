/** The foot of a page: an envelope closed with wax, the site's lesser pages, and the switch of day and night. */
import { usePage } from "../page_context.ts";
import { Wax } from "../seals.tsx";
import { consentPath } from "./consent.tsx";
import { destinationOf } from "./not_yet.ts";
import { ThemeSwitch } from "./theme_switch.tsx";
import type { MenuLink, SiteInfo, Theme } from "./types.ts";

const stories: MenuLink[] = [
  { word: "common:foot.stories", path: "/success-stories" },
  { word: "common:foot.blog", path: "/blog" },
];
const siteLinks: MenuLink[] = [
  { word: "common:foot.about", path: "/about-us" },
  { word: "common:foot.translators", path: "/translators" },
  { word: "common:foot.terms", path: "/terms-conditions" },
  { word: "common:foot.privacy", path: "/privacy-policy" },
];
/** Where services of others may be loaded. */
const choices: MenuLink = { word: "consent:link", path: consentPath };
const faq: MenuLink = { word: "common:foot.faq", path: "/faq" };
const prices: MenuLink = { word: "common:foot.howItWorks", path: "/man/balance/how-site-works" };
/** The same for who is not signed in. */
const pricesForGuests: MenuLink = { word: "common:foot.howItWorks", path: "/how-site-works" };
const safety: MenuLink[] = [
  { word: "common:foot.antiScam", path: "/anti-scam-guide" },
  { word: "common:nav.contact", path: "/contact-us" },
];

interface FooterProps {
  site: SiteInfo;
  theme: Theme;
  allGirlsPath: string;
  hasChoices: boolean;
}

export function Footer({ site, theme, allGirlsPath, hasChoices }: FooterProps) {
  const { t, viewer } = usePage();
  const isLady = viewer?.groupId === 2;
  // Pages about ladies are closed to ladies, and what men pay concerns nobody else who has signed in.
  const mayPay = !viewer || viewer.groupId === 1;
  const correspond: MenuLink[] = isLady ? [{ word: "common:nav.letters", path: "/lady/mail/inbox" }, ...stories] : [
    { word: "common:foot.advancedSearch", path: "/search" },
    { word: "common:nav.allLadies", path: allGirlsPath },
    ...stories,
  ];
  return (
    <footer class="foot">
      <svg class="flap" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 0H100L50 10Z" fill="currentColor" />
      </svg>
      <Wax />
      <div class="wrap">
        <div class="cols">
          <p class="lead">{t(isLady ? "common:foot.leadLady" : "common:foot.lead")}</p>
          <Column word="common:foot.correspond" links={correspond} />
          <Column
            word="common:foot.help"
            links={[faq, ...(viewer ? mayPay ? [prices] : [] : [pricesForGuests]), ...safety]}
          />
          <Column word="common:foot.house" links={hasChoices ? [...siteLinks, choices] : siteLinks} />
          <Contact site={site} />
        </div>
        <div class="last">
          {mayPay && site.payMethods.length > 0 && <WaysToPay methods={site.payMethods} />}
          <span>{t("common:foot.adults")}</span>
          <ThemeSwitch theme={theme} />
        </div>
      </div>
    </footer>
  );
}

function Column({ word, links }: { word: string; links: MenuLink[] }) {
  const { t, href } = usePage();
  return (
    <div>
      <h2>{t(word)}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.path}>
            <a href={href(destinationOf(link.path))}>{t(link.word)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Contact({ site }: { site: SiteInfo }) {
  const { t } = usePage();
  const lines = [
    ...(site.contactEmail ? [{ label: site.contactEmail, href: `mailto:${site.contactEmail}` }] : []),
    ...(site.contactPhone
      ? [{ label: site.contactPhone, href: `tel:${site.contactPhone.replace(/[^\d+]/g, "")}` }]
      : []),
    ...site.social,
  ];
  if (lines.length === 0) return null;
  return (
    <div>
      <h2>{t("common:foot.write")}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line.href}>
            <a href={line.href} rel={line.href.startsWith("http") ? "noopener" : undefined}>{line.label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Of the four kinds (specification, section 1) those that can be paid with. Plain words until licensed art is supplied. */
function WaysToPay({ methods }: { methods: SiteInfo["payMethods"] }) {
  const { t } = usePage();
  const byCard = methods.includes("card");
  const marks = [
    ...(byCard ? ["Visa", "Mastercard"] : []),
    ...(methods.includes("paypal") ? ["PayPal"] : []),
    ...(byCard ? [t("common:foot.unionPay"), "Stripe"] : []),
  ];
  return (
    <ul class="pay" aria-label={t("common:foot.waysToPay")}>
      {marks.map((mark) => <li key={mark}>{mark}</li>)}
    </ul>
  );
}
