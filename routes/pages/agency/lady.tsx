/**
 * The page of one of the agency's own ladies: her profile, photos and days away. Changes of the profile and new photos
 * wait for approval; days away hold at once. Another agency's lady is `not_found`; what was typed for her is shown again.
 */
import type { User } from "../../../kv/accounts/users.ts";
import { ladyOfAgency } from "../../../kv/ladies/agencies/agencies.ts";
import { leaveAgency, wasJustParted } from "../../../kv/ladies/agencies/parting.ts";
import { awayAhead, setAway } from "../../../kv/ladies/away.ts";
import { changeFirstName, nameWith, pendingNameOf } from "../../../kv/ladies/profile/first_names.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { askProfileChange, profileChangeOf } from "../../../kv/ladies/profile/profile_changes.ts";
import type { Asking } from "../../../kv/ladies/profile/seen_facts.ts";
import { isShown } from "../../../kv/ladies/record.ts";
import { type Refusal, refuse, type Result } from "../../../kv/store/refusals.ts";
import { photoRejectionsOf, photosOf, rejectionsToldToAgency, shownPhoto } from "../../../kv/vetting/photos.ts";
import { takenDownLately, toldToAgency } from "../../../kv/vetting/takedowns.ts";
import { verificationOf } from "../../../kv/vetting/verifications.ts";
import { wordsAboutHer } from "../../account/words_about_her.ts";
import { ladyFactsOf } from "../../account/own_changes.ts";
import { dropPhoto, keepPhoto } from "../../files/photo_uploads.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { newPressKey, pressOf } from "../../http/press_key.tsx";
import { idOf, parseInput } from "../../http/read_input.ts";
import { answerRefusal, fieldMessages, messageOf, statusOf } from "../../http/refusal_answer.tsx";
import { photosInOneForm } from "../../middleware/body_limit.ts";
import { readSeen, seenAfter, type Shown, writtenIn } from "../account/form_values.ts";
import { profileFields, profileShown } from "../account/her_facts.tsx";
import { askedFacts } from "../lady/asked_facts.tsx";
import { awayForm, awayMarks } from "./away_form.tsx";
import { GoneView } from "./gone_view.tsx";
import { LadyView } from "./lady_view.tsx";
import { ladiesPath, ladyPath, missingWords } from "./paths.ts";
import { profileBody, profileForm } from "./profile_fields.tsx";

export const agencyLadyPage: PageDefinition = {
  paths: [`${ladiesPath}/:id{[0-9]{1,15}}`],
  access: "agencies",
  async get(c) {
    const user = await ownLady(c);
    return user ? await show(c, user, null, {}) : await answerRefusal(c, refuse("not_found"));
  },
  async post(c, body) {
    // Comes before anything that was sent is acted on: another agency's lady is not found, whatever was sent.
    const user = await ownLady(c);
    if (!user && body.do === "release" && await isJustReleased(c)) return answerReleased(c);
    if (!user) return await answerGone(c, body);
    const action = Object.hasOwn(actions, String(body.do)) ? actions[String(body.do)]! : null;
    const done = action ? await action.act(c, user, body) : refuse("malformed");
    if (!done.ok) return await show(c, user, done, body);
    c.var.deps.wakeJobs?.();
    if (body.do === "release") return answerReleased(c);
    leaveFlash(c, "success", `agency:flash.${done.isWaiting === false ? "nothing" : action!.flash}`);
    return c.redirect(localHref(c.var.facts.prefix, ladyPath(user.id) + (action!.section ?? "")), 303);
  },
};

/** A second press of the release: she is not the agency's any more. */
function isJustReleased(c: MemberContext): Promise<boolean> {
  const id = idOf(c.req.param("id"));
  return id === null ? Promise.resolve(false) : wasJustParted(c.var.deps.store, id, agencyIdOf(c));
}

function answerReleased(c: MemberContext): Response {
  leaveFlash(c, "success", "agency:flash.released");
  return c.redirect(localHref(c.var.facts.prefix, ladiesPath), 303);
}

function ownLady(c: MemberContext): Promise<User | null> {
  const id = idOf(c.req.param("id"));
  return id === null ? Promise.resolve(null) : ladyOfAgency(c.var.deps.store, c.var.signedIn.user.id, id);
}

/**
 * Answers a form for somebody whom the agency does not look after: the same whether she has just left it, was never with it,
 * or does not exist. What was typed is shown again.
 */
async function answerGone(c: MemberContext, body: Record<string, unknown>): Promise<Response> {
  const written = { values: writtenIn(body, profileFields), errors: {} };
  return await answerPage(c, {
    title: c.var.facts.t("agency:gone.title"),
    robots: "noindex",
    status: statusOf(refuse("not_found")),
    view: <GoneView written={body.do === "profile" ? written : null} nowMs={c.var.deps.store.now()} />,
  });
}

interface Asked {
  /** Whether a change of the profile waits now; absent if the action asks for none. */
  isWaiting?: boolean;
}

/** A refused picture among several; those that came before it in the form are kept. */
interface StoppedAt extends Refusal {
  /** The name of its file. */
  stoppedAt?: string;
}

interface LadyAction {
  flash: string;
  /** The anchor of the part of the page that goes on with it; the top of the page if there is none. */
  section?: string;
  act: (c: MemberContext, user: User, body: Record<string, unknown>) => Promise<({ ok: true } & Asked) | StoppedAt>;
}

const agencyIdOf = (c: MemberContext): number => c.var.signedIn.user.id;

const askingOf = (c: MemberContext, { seen }: Record<string, unknown>): Asking => ({
  agencyId: agencyIdOf(c),
  seen: readSeen(seen),
});

const actions: Record<string, LadyAction> = {
  profile: { flash: "asked", act: askProfile },
  photos: { flash: "photos", section: "#photos", act: addPhotos },
  removePhoto: {
    flash: "removed",
    section: "#photos",
    act: (c, user, { photoId }) => dropPhoto(c.var.deps, user.id, idOf(String(photoId)) ?? NaN, agencyIdOf(c)),
  },
  away: {
    flash: "away",
    section: "#away",
    async act(c, user, body) {
      const form = parseInput(awayForm, body);
      return form.ok ? await setAway(c.var.deps.store, user.id, form.value, askingOf(c, body)) : form;
    },
  },
  back: {
    flash: "back",
    section: "#away",
    act: (c, user, body) => setAway(c.var.deps.store, user.id, null, askingOf(c, body)),
  },
  release: { flash: "released", act: (c, user) => leaveAgency(c.var.deps.store, user.id, agencyIdOf(c)) },
};

async function askProfile(c: MemberContext, user: User, body: Record<string, unknown>): Promise<Result<Asked>> {
  const { store } = c.var.deps;
  const form = parseInput(profileForm, profileBody(body));
  if (!form.ok) return form;
  const asking = askingOf(c, body);
  // The profile first: if it is refused, nothing has changed. After it, only a name that others changed too is refused.
  const asked = await askProfileChange(store, user.id, ladyFactsOf(form.value), asking);
  if (!asked.ok) return asked;
  const { firstname } = form.value;
  const isWaiting = asked.change !== null;
  if (firstname === undefined) return { ok: true, isWaiting };
  const named = await changeFirstName(store, user.id, firstname, asking);
  return named.ok ? { ok: true, isWaiting: isWaiting || named.isPending } : named;
}

/** Keeps the photos one after another, until one is refused. */
async function addPhotos(
  c: MemberContext,
  user: User,
  body: Record<string, unknown>,
): Promise<{ ok: true } | StoppedAt> {
  const files = [body.photos].flat().filter((each): each is File => each instanceof File && each.size > 0);
  if (files.length === 0) return refuse("invalid", { fields: { photos: "required" } });
  if (files.length > photosInOneForm) return refuse("invalid", { fields: { photos: "too_big" } });
  for (const file of files) {
    const kept = await keepPhoto(c.var.deps, user, file, "photos", { agencyId: agencyIdOf(c), press: pressOf(body) });
    if (!kept.ok) return file === files[0] ? kept : { ...kept, stoppedAt: file.name };
  }
  return { ok: true };
}

/** What is said above the page. */
function problemOf(c: AppContext, refusal: StoppedAt): string {
  const { stoppedAt: file, fields } = refusal;
  if (file === undefined) return messageOf(c, refusal);
  const reason = fieldMessages(c, fields).photos ?? messageOf(c, refusal);
  return c.var.facts.t("agency:lady.stoppedAt", { reason, file });
}

/** The form as it was sent, with the marks of what it showed (`seenAfter`). */
const formAgain = ({ values, seen }: Shown, refusal: Refusal, body: Record<string, unknown>): Shown => ({
  values: { ...values, ...writtenIn(body, profileFields) },
  seen: seen && seenAfter(refusal, body.seen, seen),
});

async function show(
  c: AppContext,
  user: User,
  refusal: StoppedAt | null,
  body: Record<string, unknown>,
): Promise<Response> {
  const { facts: { t }, deps: { store } } = c.var;
  const [record, change, name, verification, photos, rejections, takenDown] = await Promise.all([
    ladyById(store, user.id),
    profileChangeOf(store, user.id),
    pendingNameOf(store, user.id),
    verificationOf(store, user.id),
    photosOf(store, user),
    photoRejectionsOf(store, user.id),
    takenDownLately(store, user.id),
  ]);
  const shown = profileShown(record!, change, nameWith(user, name));
  // Beside a file's name its error is said once, above the page.
  const errors = refusal?.stoppedAt === undefined ? fieldMessages(c, refusal?.fields) : {};
  if (refusal?.retryAfterSeconds) c.header("retry-after", String(refusal.retryAfterSeconds));
  return await answerPage(c, {
    title: user.firstname,
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <LadyView
        id={user.id}
        name={user.firstname}
        isShown={isShown(record!)}
        missing={missingWords(t, record!, verification)}
        {...askedFacts(c, change, name, wordsAboutHer(t))}
        takenDown={toldToAgency(takenDown, record!)}
        refusedPhotos={rejectionsToldToAgency(rejections)}
        photos={photos.map((photo) => ({
          id: photo.id,
          src: shownPhoto(user.id, photo).sizes.quad,
          isWaiting: photo.state === "waiting",
        }))}
        form={{ ...body.do === "profile" && refusal ? formAgain(shown, refusal, body) : shown, errors }}
        away={awayAhead(record!, store.now())}
        writtenAway={body.do === "away" ? body : null}
        seenAway={awayMarks(record!, refusal, body)}
        problem={refusal && problemOf(c, refusal)}
        nowMs={store.now()}
        pressKey={newPressKey(c)}
      />
    ),
  });
}
