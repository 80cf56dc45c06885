/**
 * The footer: links to the site's minor pages, and the theme switch. Guests get an envelope closed with wax, signed-in
 * people the same in one line.
 */
import type { ComponentChildren } from "preact";
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
/** Stands on every page, because it needs no account. */
const withdrawal: MenuLink = { word: "common:foot.withdraw", path: "/withdraw" };
/** Stands on every page, too: anybody may report. */
const report: MenuLink = { word: "common:foot.report", path: "/report" };
/** Shown if the operator has configured the seller. */
const imprint: MenuLink = { word: "common:foot.imprint", path: "/imprint" };
/** Shown if third-party services are configured. */
const choices: MenuLink = { word: "consent:link", path: consentPath };
const faq: MenuLink = { word: "common:foot.faq", path: "/faq" };
const prices: MenuLink = { word: "common:foot.howItWorks", path: "/man/balance/how-site-works" };
/** The prices for guests. */
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

export function Footer(props: FooterProps) {
  const { viewer } = usePage();
  return viewer ? <MemberFooter {...props} isMan={viewer.groupId === 1} /> : <GuestFooter {...props} />;
}

function GuestFooter({ site, theme, allGirlsPath, hasChoices }: FooterProps) {
  const { t } = usePage();
  const correspond: MenuLink[] = [
    { word: "common:foot.advancedSearch", path: "/search" },
    { word: "common:nav.allLadies", path: allGirlsPath },
    ...stories,
  ];
  const contacts = contactsOf(site);
  return (
    <footer id="foot" class="foot">
      <svg class="flap" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 0H100L50 10Z" fill="currentColor" />
      </svg>
      <Wax />
      <div class="wrap">
        <div class="cols">
          <p class="lead">{t("common:foot.lead")}</p>
          <Column word="common:foot.correspond">
            <Links links={correspond} />
          </Column>
          <Column word="common:foot.help">
            <Links links={[faq, pricesForGuests, ...safety]} />
          </Column>
          <Column word="common:foot.house">
            <Links links={companyLinks(site, hasChoices)} />
          </Column>
          {contacts.length > 0 && (
            <Column word="common:foot.write">
              <Contacts contacts={contacts} />
            </Column>
          )}
        </div>
        <div class="last">
          <WaysToPay site={site} />
          <span>{t("common:foot.adults")}</span>
          <DemoMark site={site} />
          <ThemeSwitch theme={theme} />
        </div>
      </div>
    </footer>
  );
}

/** Men get the prices, which concern them alone. All others get the stories, to which only a man's home page links. */
function MemberFooter({ site, theme, hasChoices, isMan }: Omit<FooterProps, "allGirlsPath"> & { isMan: boolean }) {
  return (
    <footer id="foot" class="foot foot--line">
      <div class="wrap">
        <ul class="ways">
          <Links links={[faq, ...(isMan ? [prices] : stories), ...safety, ...companyLinks(site, hasChoices)]} />
          <Contacts contacts={contactsOf(site)} />
        </ul>
        <div class="rest">
          {isMan && <WaysToPay site={site} />}
          <DemoMark site={site} />
          <ThemeSwitch theme={theme} />
        </div>
      </div>
    </footer>
  );
}

const companyLinks = ({ hasImprint }: SiteInfo, hasChoices: boolean): MenuLink[] => [
  ...siteLinks,
  withdrawal,
  report,
  ...(hasImprint ? [imprint] : []),
  ...(hasChoices ? [choices] : []),
];

function Column({ word, children }: { word: string; children: ComponentChildren }) {
  const { t } = usePage();
  return (
    <div>
      <h2>{t(word)}</h2>
      <ul>{children}</ul>
    </div>
  );
}

function Links({ links }: { links: MenuLink[] }) {
  const { t, href } = usePage();
  return (
    <>
      {links.map((link) => (
        <li key={link.path}>
          <a href={href(destinationOf(link.path))}>{t(link.word)}</a>
        </li>
      ))}
    </>
  );
}

const contactsOf = (site: SiteInfo) => [
  ...(site.contactEmail ? [{ label: site.contactEmail, href: `mailto:${site.contactEmail}` }] : []),
  ...(site.contactPhone ? [{ label: site.contactPhone, href: `tel:${site.contactPhone.replace(/[^\d+]/g, "")}` }] : []),
  ...site.social,
];

function Contacts({ contacts }: { contacts: ReturnType<typeof contactsOf> }) {
  return (
    <>
      {contacts.map((line) => (
        <li key={line.href}>
          <a href={line.href} rel={line.href.startsWith("http") ? "noopener" : undefined}>{line.label}</a>
        </li>
      ))}
    </>
  );
}

/** Says that the people pictured in a demo do not exist. */
function DemoMark({ site }: { site: SiteInfo }) {
  const { t } = usePage();
  return site.isDemo ? <span>{t("common:foot.demo")}</span> : null;
}

/** The configured ways to pay, of four kinds (specification, section 1). Plain words until licensed art is supplied. */
function WaysToPay({ site: { payMethods: methods, cardsBy } }: { site: SiteInfo }) {
  const { t } = usePage();
  if (methods.length === 0) return null;
  const byCard = methods.includes("card");
  const marks = [
    ...(byCard ? ["Visa", "Mastercard"] : []),
    ...(methods.includes("paypal") ? ["PayPal"] : []),
    ...(["alipay", "wechat_pay"] as const).filter((wallet) => methods.includes(wallet))
      .map((wallet) => t(`balance:method.${wallet}`)),
    ...(byCard ? cardsBy === "solidgate" ? ["Solidgate"] : [t("common:foot.unionPay"), "Stripe"] : []),
  ];
  return (
    <ul class="pay" aria-label={t("common:foot.waysToPay")}>
      {marks.map((mark) => <li key={mark}>{mark}</li>)}
    </ul>
  );
}
