/** All letter pages of one side. */
import type { PageDefinition } from "../../http/define_page.ts";
import { localHref } from "../../http/page.tsx";
import { boxPath, type MailSide } from "../../letters/sides.ts";
import { boxPage } from "./boxes/box_page.tsx";
import { conversationPage } from "./conversation_page.tsx";
import { newConversationPage } from "./new_conversation_page.tsx";
import { settingsPage } from "./settings/settings_page.tsx";
import { talkFile, talkPage } from "./talk/talk_page.tsx";

export const mailPages = (side: MailSide): PageDefinition[] => [
  {
    paths: [side.base],
    access: side.access,
    get: (c) => c.redirect(localHref(c.var.facts.prefix, boxPath(side, "inbox")), 302),
  },
  ...side.boxes.flatMap((box) => [boxPage(side, box), conversationPage(side, box)]),
  newConversationPage(side),
  talkPage(side),
  talkFile(side),
  settingsPage(side),
];
