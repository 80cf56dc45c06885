/** What else its reader may do with a letter: report it, delete or restore it, mute the lady whose introduction it is. */
import { Icon, type IconName } from "../../../components/icon.tsx";
import { usePage } from "../../../components/page_context.ts";
import { reportPath } from "../safety/links.tsx";
import type { Partner } from "./partners.ts";
import type { ThreadLetter } from "./thread.ts";

export interface Tools {
  /** Where the forms go, localised. */
  action: string;
  isDeleted: boolean;
  /** Whether this man has muted her; null for a lady, who mutes nobody. */
  isMuted: boolean | null;
}

interface LetterToolsProps {
  item: ThreadLetter;
  partner: Partner;
  tools: Tools;
  /** When the letter was sent, translated and opened; none for a sealed one. */
  moments?: string[];
}

/** A menu behind three dots, as a disclosure: it opens by keyboard and without a script. */
export function LetterTools({ item, partner, tools, moments = [] }: LetterToolsProps) {
  const { t, href } = usePage();
  const { letter, isMine } = item;
  const { isDeleted, isMuted } = tools;
  const common = { action: tools.action, letterId: letter.id };
  const mute = isMuted ? "unmute" : "mute";
  return (
    <details class="menu menu--end menu--dots letter__more" name="letter">
      <summary>
        <span class="visually-hidden">{t("mail:sheet.more")}</span>
        <Icon name="more" />
      </summary>
      <ul class="menu__list">
        {isMuted !== null && letter.isIntroduction && !isMine && (
          <Tool {...common} does={mute} label={t(`mail:introductions.${mute}`, { name: partner.name })} />
        )}
        {!isMine && letter.erasedAt === undefined && (
          <li>
            <a href={href(reportPath(partner.id, letter.id))} aria-label={t("safety:link.reportLetter")}>
              {t("safety:link.report")} <Icon name="flag" />
            </a>
          </li>
        )}
        {isDeleted
          ? <Tool {...common} does="restore" icon="restore" label={t("mail:delete.restore")} />
          : <Tool {...common} does="delete" icon="trash" label={t("mail:delete.do")} />}
        {moments.map((each) => <li key={each} class="letter__moment">{each}</li>)}
      </ul>
    </details>
  );
}

interface ToolProps {
  action: string;
  letterId: number;
  does: "delete" | "restore" | "mute" | "unmute";
  icon?: IconName;
  label: string;
}

function Tool({ action, letterId, does, icon, label }: ToolProps) {
  return (
    <li>
      <form method="post" action={action}>
        <input type="hidden" name="action" value={does} />
        <input type="hidden" name="letterId" value={letterId} />
        <button type="submit">
          {label} {icon && <Icon name={icon} />}
        </button>
      </form>
    </li>
  );
}
