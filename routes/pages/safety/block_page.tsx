/** Blocks a person from a page, after a question; and takes the block back. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { Avatar } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { LabelWithName, SentenceWithName } from "../../../components/person_name.tsx";
import { blockedBy } from "../../../kv/safety/blocks.ts";
import { isKnownTo, mayUnblock } from "../../../kv/safety/known_people.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { changeBlock } from "../../account/blocking.ts";
import { safetyPathOf } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { neighbourOf } from "../../http/neighbour.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import type { Partner } from "../mail/partners.ts";
import { blockPath, unblockPath } from "./links.tsx";
import { personOfAddress } from "./people.ts";

export const blockPage: PageDefinition = {
  paths: ["/block/:id"],
  access: "correspondents",
  async get(c) {
    const person = await personOfAddress(c);
    if (!person) return await answerRefusal(c, refuse("not_found"));
    return await answerPage(c, {
      title: c.var.facts.t("safety:block.title", { name: person.name }),
      robots: "noindex",
      view: <BlockView person={person} backHref={backHref(c, person)} />,
    });
  },
  post: (c) => change(c, true),
};

export const unblockPage: PageDefinition = {
  paths: ["/unblock/:id"],
  access: "correspondents",
  get: (c) => c.redirect(ownSafetyHref(c), 302),
  post: (c) => change(c, false),
};

async function change(c: MemberContext, isBlocked: boolean): Promise<Response> {
  const person = await personOfAddress(c, isBlocked ? isKnownTo : mayUnblock);
  if (!person) return await answerRefusal(c, refuse("not_found"));
  const { store } = c.var.deps;
  const next = isBlocked ? person.id : neighbourOf([...await blockedBy(store, c.var.signedIn.user.id)], person.id);
  const changed = await changeBlock(c, c.var.signedIn.user, person.id, isBlocked);
  if (!changed.ok) return await answerRefusal(c, changed);
  leaveFlash(c, "success", isBlocked ? "safety:flash.blocked" : "safety:flash.unblocked", { name: person.name });
  return c.redirect(`${ownSafetyHref(c)}#${next === undefined ? "blocked" : blockedAnchor(next)}`, 303);
}

/** The row of a person whom the reader has blocked, on the page about safety. */
export const blockedAnchor = (id: number): string => `blocked-${id}`;

export const ownSafetyHref = (c: MemberContext): string =>
  localHref(c.var.facts.prefix, safetyPathOf(c.var.signedIn.user.groupId));

/** The address from which the reader most likely came. */
export const backHref = (c: MemberContext, person: Partner): string => person.profileHref ?? ownSafetyHref(c);

function BlockView({ person, backHref }: { person: Partner; backHref: string }) {
  const { t, href } = usePage();
  return (
    <div class="wrap safety">
      <header>
        <Avatar src={person.avatar} size="large" />
        <h1>
          <SentenceWithName sentence={t("safety:block.title", { name: person.name })} name={person.name} />
        </h1>
      </header>
      <p>{t("safety:block.text")}</p>
      <form class="row" method="post" action={href(blockPath(person.id))}>
        <Button type="submit" icon="block">{t("safety:block.do", { name: person.name })}</Button>
        <ButtonLink href={backHref} tone="quiet">{t("safety:block.back")}</ButtonLink>
      </form>
    </div>
  );
}

/** A form that takes a block back. */
export function UnblockForm({ id, name }: { id: number; name: string }) {
  const { t, href } = usePage();
  return (
    <form method="post" action={href(unblockPath(id))}>
      <Button type="submit" tone="quiet" small>
        <LabelWithName
          short={t("safety:blocked.undo")}
          sentence={t("safety:blocked.undoLabel", { name })}
          name={name}
        />
      </Button>
    </form>
  );
}
