/** What its owner may do with one letter beside reading it: put it away or back, and mute whose introduction it is. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import type { IconName } from "../../../components/icon.tsx";
import { usePage } from "../../../components/page_context.ts";
import { reportPath } from "../safety/links.tsx";
import type { Partner } from "./partners.ts";
import type { ThreadLetter } from "./thread.ts";

export interface Tools {
  /** Where the forms go, localised. */
  action: string;
  isDeleted: boolean;
  /** Whether this man has muted her; null where there is nothing to mute. */
  isMuted: boolean | null;
}

export function LetterTools({ item, partner, tools }: { item: ThreadLetter; partner: Partner; tools: Tools }) {
  const { t, href } = usePage();
  const { letter, isMine } = item;
  const { isDeleted, isMuted } = tools;
  const common = { action: tools.action, letterId: letter.id };
  const mute = isMuted ? "unmute" : "mute";
  return (
    <div class="letter__tools">
      {isMuted !== null && letter.isIntroduction && !isMine && (
        <Tool {...common} does={mute} label={t(`mail:introductions.${mute}`, { name: partner.name })} />
      )}
      {!isMine && letter.erasedAt === undefined && (
        <ButtonLink
          href={href(reportPath(partner.id, letter.id))}
          tone="plain"
          small
          icon="flag"
          aria-label={t("safety:link.reportLetter")}
        >
          {t("safety:link.report")}
        </ButtonLink>
      )}
      {isDeleted
        ? <Tool {...common} does="restore" icon="restore" label={t("mail:delete.restore")} />
        : <Tool {...common} does="delete" icon="trash" label={t("mail:delete.do")} />}
    </div>
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
    <form method="post" action={action}>
      <input type="hidden" name="action" value={does} />
      <input type="hidden" name="letterId" value={letterId} />
      <Button type="submit" tone="plain" small icon={icon}>{label}</Button>
    </form>
  );
}
