/** "My Photos": the gallery of a man or a lady, with forms that work without a script. */
import { Notice } from "../../../components/states.tsx";
import { datesFor } from "../../../i18n/format.ts";
import PhotoGallery from "../../../islands/photo_gallery/island.tsx";
import { addPhotosForm, photoAnchor } from "../../../islands/photo_gallery/state.ts";
import { type Refusal, refuse, type Result } from "../../../kv/store/refusals.ts";
import { changePhoto } from "../../../kv/vetting/photo_changes.ts";
import { photoRejectionsOf, photosOf } from "../../../kv/vetting/photos.ts";
import { verificationOf } from "../../../kv/vetting/verifications.ts";
import { photoRejectionWords } from "../../account/photo_rejections.ts";
import { type AccountSide, ladyAccount, manAccount } from "../../account/sides.ts";
import { ownPhotos } from "../../files/photo_shapes.ts";
import { dropPhoto, keepPhoto } from "../../files/photo_uploads.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { neighbourOf } from "../../http/neighbour.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { newPressKey, PressKey, pressOf } from "../../http/press_key.tsx";
import { fieldMessages, messageOf, statusOf } from "../../http/refusal_answer.tsx";
import { photosInOneForm } from "../../middleware/body_limit.ts";
import { accountCrumbs, AccountFrame } from "./frame.tsx";

export const photosPages = { man: pageOf(manAccount), lady: pageOf(ladyAccount) };

function pageOf(side: AccountSide): PageDefinition {
  const path = side.tabs.photos;
  return {
    paths: [path],
    access: side.access,
    get: (c) => show(c, side),
    async post(c, body) {
      const done = body.do === "add" ? await addAll(c, body) : await changeOne(c, body);
      if (!done.ok) return await show(c, side, done);
      return c.redirect(localHref(c.var.facts.prefix, path) + anchorOf(done.goesOnAt), 303);
    },
  };
}

type Done = { ok: true; goesOnAt?: number } | Failed;

/** The card of a photo; empty for none, at the top of the page. */
const anchorOf = (photoId: number | undefined): string => photoId === undefined ? "" : `#${photoAnchor(photoId)}`;

interface Failed {
  ok: false;
  refusal: Refusal;
  errors: string[];
  /** How many of the photos that came with it were added. */
  keptCount?: number;
}

const failed = (c: AppContext, refusal: Refusal): Failed => {
  const sentences = Object.values(fieldMessages(c, refusal.fields));
  return { ok: false, refusal, errors: sentences.length > 0 ? sentences : [messageOf(c, refusal)] };
};

/** Adds each file by itself: an error names its file and does not stop the others. */
async function addAll(c: MemberContext, body: Record<string, unknown>): Promise<Done> {
  const { deps, facts: { t }, signedIn } = c.var;
  const files = [body.photos].flat().filter((each): each is File => each instanceof File && each.size > 0);
  if (files.length === 0) return failed(c, refuse("invalid", { fields: { photos: "required" } }));
  if (files.length > photosInOneForm) {
    return { ok: false, refusal: refuse("invalid"), errors: [t("photos:tooManyAtOnce")] };
  }
  const errors: string[] = [];
  let refusal: Refusal | null = null;
  let keptCount = 0;
  for (const file of files) {
    const kept = await keepPhoto(deps, signedIn.user, file, "photos", { press: pressOf(body) });
    if (kept.ok) {
      keptCount++;
      continue;
    }
    refusal ??= kept;
    const sentence = Object.values(fieldMessages(c, kept.fields))[0] ?? messageOf(c, kept);
    errors.push(`${file.name.slice(0, 80)}: ${sentence}`);
    // The next file would only wait just as long for the storage.
    if (kept.reason === "storage_unavailable") break;
  }
  if (refusal) return { ok: false, refusal, errors, keptCount };
  leaveFlash(c, "success", "photos:kept");
  return { ok: true };
}

/** What the buttons of one photo do; the page goes on at its card, or at the one beside it if it is removed. */
async function changeOne(c: MemberContext, body: Record<string, unknown>): Promise<Done> {
  const { deps, signedIn } = c.var;
  const { user } = signedIn;
  const id = typeof body.id === "string" && /^\d{1,15}$/.test(body.id) ? Number(body.id) : NaN;
  const ids = (await photosOf(deps.store, user)).map((photo) => photo.id);
  const at = ids.indexOf(id);
  const change = (position: number) => changePhoto(deps.store, user.id, id, { position });
  const actions: Record<string, () => Promise<Result<unknown>>> = {
    earlier: () => change(Math.max(1, at)),
    later: () => change(at + 2),
    main: () => change(1),
    caption: () => changePhoto(deps.store, user.id, id, { caption: String(body.caption ?? "") }),
    remove: () => dropPhoto(deps, user.id, id),
  };
  const action = Object.hasOwn(actions, String(body.do)) ? actions[String(body.do)] : undefined;
  const done = action ? await action() : refuse("malformed");
  if (!done.ok) return failed(c, done);
  const isRemoved = body.do === "remove";
  leaveFlash(c, "success", isRemoved ? "photos:removed" : "photos:changed");
  return { ok: true, goesOnAt: isRemoved ? neighbourOf(ids, id) : id };
}

async function show(c: MemberContext, side: AccountSide, wrong?: Failed): Promise<Response> {
  const { refusal, errors = [], keptCount = 0 } = wrong ?? {};
  const { facts: { t, prefix }, deps, signedIn } = c.var;
  const date = datesFor(c.var.facts);
  const { user } = signedIn;
  const [refused, kept, verification] = await Promise.all([
    photoRejectionsOf(deps.store, user.id),
    photosOf(deps.store, user),
    // Beside a refusal the plain words do: the answer waits for no further read.
    refusal ? null : verificationOf(deps.store, user.id),
  ]);
  const photos = ownPhotos(user.id, kept);
  const lead = verification?.live ? "leadVerified" : verification?.resting ? "leadResting" : "lead";
  const action = localHref(prefix, side.tabs.photos);
  return await answerPage(c, {
    title: t("account:tabs.photos"),
    crumbs: accountCrumbs(c, side, "photos"),
    status: statusOf(refusal),
    view: (
      <AccountFrame side={side} tab="photos" lead={t(`photos:${lead}`)}>
        {refused.map((rejection) => (
          <Notice key={rejection.refusedAt} tone="bad">{photoRejectionWords(t, date, rejection)}</Notice>
        ))}
        {keptCount > 0 && <Notice tone="good" role="status">{t("photos:keptBeside", { count: keptCount })}</Notice>}
        <PressKey pressKey={newPressKey(c)} form={addPhotosForm} />
        <PhotoGallery photos={photos} userId={user.id} action={action} errors={errors} />
      </AccountFrame>
    ),
  });
}
