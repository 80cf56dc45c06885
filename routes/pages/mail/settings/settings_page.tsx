/** The settings of one's letters: a list of sections, each with a form of its own. */
import { type ComponentChildren, Fragment } from "preact";
import { Icon } from "../../../../components/icon.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { Notice } from "../../../../components/states.tsx";
import { refuse } from "../../../../kv/store/refusals.ts";
import { isAdmitted } from "../../../http/access.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import { answerRefusal, messageOf, statusOf } from "../../../http/refusal_answer.tsx";
import { boxPath, type MailSide, settingsPath } from "../../../letters/sides.ts";
import { homeScreenSection } from "./home_screen.tsx";
import { introductionsSection } from "./introductions.tsx";
import { invitationMailsSection, letterMailsSection, talkMailsSection } from "./mail_sections.tsx";
import { pushNotesSection } from "./push_notes.tsx";
import type { RefusedForm, SettingsSection } from "./section.tsx";
import { translationSection } from "./translation.tsx";

/** In the order of the page. */
const allSections: readonly SettingsSection[] = [
  letterMailsSection,
  talkMailsSection,
  invitationMailsSection,
  introductionsSection,
  translationSection,
  pushNotesSection,
  homeScreenSection,
];

/** The sections that this reader has. */
const sectionsHere = (c: MemberContext): SettingsSection[] =>
  allSections.filter(({ access = "members" }) => isAdmitted(access, c.var.signedIn.user.groupId));

export const settingsPage = (side: MailSide): PageDefinition => ({
  paths: [settingsPath(side)],
  access: side.access,
  get: (c) => show(c, side),
  async post(c, body) {
    const section = allSections.find(({ name }) => name === body.section);
    if (!section?.save) return await answerRefusal(c, refuse("invalid"));
    if (!sectionsHere(c).includes(section)) return await answerRefusal(c, refuse("wrong_role"));
    const saved = await section.save(c, body);
    if (!saved.ok) return await show(c, side, { section, body, refusal: saved });
    leaveFlash(c, "success", "notifications:settings.saved");
    return c.redirect(`${localHref(c.var.facts.prefix, settingsPath(side))}#${section.name}`, 303);
  },
});

async function show(
  c: MemberContext,
  side: MailSide,
  refused?: RefusedForm & { section: SettingsSection },
): Promise<Response> {
  const { t } = c.var.facts;
  const sections = sectionsHere(c);
  const views = await Promise.all(
    sections.map((section) => section.view(c, section === refused?.section ? refused : undefined)),
  );
  return await answerPage(c, {
    title: t("notifications:settings.title"),
    description: t("notifications:settings.description"),
    robots: "noindex",
    status: statusOf(refused?.refusal),
    view: (
      <SettingsView side={side}>
        {refused && <Notice tone="bad" role="alert">{messageOf(c, refused.refusal)}</Notice>}
        {views.map((view, position) => <Fragment key={sections[position]!.name}>{view}</Fragment>)}
      </SettingsView>
    ),
  });
}

function SettingsView({ side, children }: { side: MailSide; children: ComponentChildren }) {
  const { t, href } = usePage();
  return (
    <div class="wrap settings">
      <header>
        <a class="settings__back" href={href(boxPath(side, "inbox"))}>
          <Icon name="left" /> {t("notifications:settings.back")}
        </a>
        <h1>{t("notifications:settings.title")}</h1>
        <p class="soft">{t("notifications:settings.lead")}</p>
      </header>
      {children}
    </div>
  );
}
