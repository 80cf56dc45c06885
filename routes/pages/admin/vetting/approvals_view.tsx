/** One approval as a page: what stands and what is wished, word by word, a large picture, and the two ways to decide. */
import { Button, ButtonLink } from "../../../../components/buttons.tsx";
import { TextArea } from "../../../../components/fields.tsx";
import { type Translate, usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { Empty, Notice } from "../../../../components/states.tsx";
import { PersonName } from "../../../../components/person_name.tsx";
import { paragraphOf } from "../../../../i18n/locales.ts";
import QueueKeys from "../../../../islands/queue_keys/island.tsx";
import type { User } from "../../../../kv/accounts/users.ts";
import { changeableFacts, type LadyFacts } from "../../../../kv/ladies/profile/profile_changes.ts";
import type { LadyPhoto } from "../../../../kv/ladies/record.ts";
import type { Ground } from "../../../../kv/safety/decisions.ts";
import type { Waiting } from "../../../../kv/records/pending_work.ts";
import { rejectionReasonLengthMax } from "../../../../kv/vetting/approval_decisions.ts";
import type { ApprovalView, Wish } from "../../../../kv/vetting/approval_views.ts";
import { wordsAboutHer } from "../../../account/words_about_her.ts";
import { tellFact } from "../../lady/fact_texts.ts";
import { AdminFrame, ageOf, countOf } from "../frame.tsx";
import { GroundField } from "../ground_field.tsx";
import { approvalsPath, homePath, userPath } from "../paths.ts";
import type { AlikeShown } from "./alike.ts";
import { AlikePhotos, OwnPhotos } from "./alike_view.tsx";
import { wholeDifference, wordDifference } from "./word_difference.ts";

export interface ApprovalItem {
  view: ApprovalView;
  user: User | null;
  /** The agencies that ask for something in her stead, by their ids; null for one whose account is gone. */
  agencies: ReadonlyMap<number, string | null>;
  /** The photo that waits, or whose caption waits. */
  photo: LadyPhoto | null;
  isShown: boolean;
  /** Photos of the same person that others see already. */
  standing: LadyPhoto[];
  /** Photos of other people that look like `photo`. */
  alike: AlikeShown[];
}

interface ApprovalsViewProps {
  item: ApprovalItem | null;
  waiting: Waiting;
  nowMs: number;
  /** A reason that was not accepted, the rule that was chosen with it, and what is wrong. */
  reason: string;
  ground: Ground | null;
  error: string | null;
}

export function ApprovalsView({ item, waiting, nowMs, ...refused }: ApprovalsViewProps) {
  const { t, href, locale } = usePage();
  const lead = waiting.oldestAt === null ? undefined : [
    countOf(t, locale, "admin:approvals.waiting", waiting.count),
    t("admin:desk.oldest", { age: ageOf(t, waiting.oldestAt, nowMs) }),
  ].join(" · ");
  return (
    <AdminFrame
      title={t("admin:approvals.title")}
      lead={lead}
      back={{ path: homePath, label: t("admin:desk.title") }}
    >
      {item
        ? (
          <div class="admin__item">
            <section aria-labelledby="item" class="flow">
              <h2 id="item">{t(`admin:approvals.kind.${item.view.kind}`)}</h2>
              <Who item={item} />
              <Wishes item={item} />
            </section>
            <Verdict id={item.view.id} user={item.user} {...refused} />
          </div>
        )
        : waiting.count > 0
        ? (
          <Empty
            title={t("admin:approvals.end.title")}
            drawing="open"
            action={<ButtonLink href={href(approvalsPath)}>{t("admin:approvals.end.again")}</ButtonLink>}
          >
            {t("admin:approvals.end.text", { count: waiting.count })}
          </Empty>
        )
        : (
          <Empty
            title={t("admin:approvals.none.title")}
            action={<ButtonLink href={href(homePath)} tone="quiet">{t("admin:desk.title")}</ButtonLink>}
          >
            {t("admin:approvals.none.text")}
          </Empty>
        )}
    </AdminFrame>
  );
}

function Who({ item: { view, user } }: { item: ApprovalItem }) {
  const { t, href } = usePage();
  const date = useDate();
  const asked = date(view.askedAt, "moment");
  return (
    <>
      <p>
        <a class="roomy" href={href(userPath(view.userId))}>
          <PersonName name={view.firstname || t("admin:nobody")} />
        </a>{" "}
        <span class="soft">
          {[`#${view.userId}`, user && t(`admin:group.${user.groupId}`), t("admin:approvals.asked", { date: asked })]
            .filter(Boolean).join(" · ")}
        </span>
      </p>
      {view.isFirst && <Notice>{t("admin:approvals.first")}</Notice>}
    </>
  );
}

function Wishes({ item }: { item: ApprovalItem }) {
  const { view, photo, agencies } = item;
  return (
    <>
      {photo && <Picture item={item} photo={photo} />}
      {view.wishes.length > 0 && (
        <dl class="admin__changes">
          {view.wishes.map((wish) => <Change key={wish.what} wish={wish} agencies={agencies} />)}
        </dl>
      )}
    </>
  );
}

/** Names the agency that asks in her stead; nothing where whose it is asks. */
function askerOf(t: Translate, id: number | null, agencies: ApprovalItem["agencies"]): string | null {
  if (id === null) return null;
  const name = agencies.get(id) ?? null;
  return name === null ? t("admin:approvals.byFormerAgency") : t("admin:approvals.byAgency", { name });
}

function Picture({ item, photo }: { item: ApprovalItem; photo: LadyPhoto }) {
  const { t } = usePage();
  const { isShown, standing, alike, view, agencies } = item;
  const asker = askerOf(t, view.addedBy, agencies);
  return (
    <>
      {asker && <p class="soft">{asker}</p>}
      {isShown && <p class="soft">{t("admin:approvals.captionOnly")}</p>}
      <a href={photo.sizes.large ?? photo.path}>
        <img
          class="admin__big"
          src={photo.sizes.large ?? photo.path}
          alt={t("admin:approvals.photoOf", { name: view.firstname })}
        />
      </a>
      <AlikePhotos alike={alike} />
      {standing.length > 0 && (
        <>
          <h3>{t("admin:approvals.standing")}</h3>
          <OwnPhotos name={view.firstname} photos={standing} />
        </>
      )}
    </>
  );
}

/** The facts in which the changed words are marked. A name, a number or a choice is shown as a whole, old and new. */
const longFacts = new Set(["about", "idealPartner", "quote", "interests", "lookingFor", "caption"]);

function Change({ wish, agencies }: { wish: Wish; agencies: ApprovalItem["agencies"] }) {
  const { t, locale } = usePage();
  const asker = askerOf(t, wish.askedBy, agencies);
  const fact = changeableFacts.find((each) => each === wish.what);
  const told = (value: unknown) =>
    fact ? tellFact.value({ t, locale }, fact, (value ?? null) as LadyFacts[typeof fact]) : String(value ?? "");
  const [from, to] = [told(wish.from), told(wish.to)];
  const parts = longFacts.has(wish.what) ? wordDifference(from, to) : wholeDifference(from, to);
  return (
    <div>
      <dt>{fact ? tellFact.label(wordsAboutHer(t), fact) : t(`admin:approvals.what.${wish.what}`)}</dt>
      <dd>
        {parts.map(({ text, change }, at) =>
          change === "new"
            ? <ins key={at}>{text}</ins>
            : change === "gone"
            ? <del key={at}>{text}</del>
            : <span key={at}>{text}</span>
        )}
        {parts.length === 0 && <span class="faint">{t("account:cleared")}</span>}
      </dd>
      {asker && <dd class="soft">{asker}</dd>}
    </div>
  );
}

interface VerdictProps extends Pick<ApprovalsViewProps, "reason" | "ground" | "error"> {
  id: number;
  user: User | null;
}

function Verdict({ id, reason, ground, error, user }: VerdictProps) {
  const { t, href, locale } = usePage();
  const action = href(approvalsPath);
  const hintFor = (asker: User) =>
    paragraphOf(locale, [
      t("admin:approvals.reasonHint", { language: t(`admin:language.${asker.locale}`) }),
      asker.agencyId !== undefined && t("admin:approvals.agencyReads"),
    ]);
  return (
    <section class="admin__verdict" aria-label={t("admin:approvals.verdict")}>
      <form method="post" action={action}>
        <input type="hidden" name="id" value={id} />
        <Button type="submit" name="action" value="approve" icon="check" wide data-key="a">
          {t("admin:approvals.approve")}
        </Button>
      </form>
      <form method="post" action={action}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="action" value="refuse" />
        <TextArea
          id="reason"
          name="reason"
          label={t("admin:approvals.reason")}
          hint={user && hintFor(user)}
          error={error}
          rows={4}
          maxLength={rejectionReasonLengthMax}
          required
          defaultValue={reason}
          data-key="r"
        />
        <GroundField chosen={ground} />
        <Button type="submit" tone="quiet" wide>{t("admin:approvals.refuse")}</Button>
      </form>
      <ButtonLink href={`${action}?after=${id}`} tone="plain" data-key="s j">{t("admin:approvals.skip")}</ButtonLink>
      <QueueKeys hint={t("admin:approvals.keys")} />
    </section>
  );
}
