/** What waits for approval, as the one who decides reads it: who asks, and each thing as it is and as it is wished to be. */
import { type User, userById } from "../accounts/users.ts";
import { pendingNameOf } from "../ladies/profile/first_names.ts";
import { ladyById } from "../ladies/ladies.ts";
import { changeableFacts, profileChangeOf } from "../ladies/profile/profile_changes.ts";
import type { LadyRecord } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import { type Approval, waitingApprovals } from "./approvals.ts";
import { photoFile, photosOf } from "./photos.ts";
import { isComplete, type Verification, verificationOf } from "./verifications.ts";

export interface Wish {
  what: string;
  from: unknown;
  to: unknown;
  /** The agency that asks for it in her stead; null where whose it is asks. */
  askedBy: number | null;
}

export interface ApprovalView extends Approval {
  firstname: string;
  groupId: User["groupId"] | null;
  /** Whether approving publishes her for the first time, because her verification lacks nothing else. */
  isFirst: boolean;
  wishes: Wish[];
  /** Where the picture lies in the storage; null if the approval is not about a picture. */
  file: string | null;
  /** The agency that added the picture in her stead; null if its owner did, and for anything but a picture that waits. */
  addedBy: number | null;
}

/** What waits, oldest first; as many as `waitingApprovals` finds at once. */
export async function approvalViews(store: Store): Promise<ApprovalView[]> {
  return await Promise.all((await waitingApprovals(store)).map((approval) => viewOf(store, approval)));
}

export async function viewOf(store: Store, approval: Approval): Promise<ApprovalView> {
  const { kind, userId, subjectId } = approval;
  const [user, lady, change, verification, name] = await Promise.all([
    userById(store, userId),
    ladyById(store, userId),
    kind === "profile" ? profileChangeOf(store, subjectId) : null,
    kind === "profile" ? verificationOf(store, userId) : null,
    kind === "name" ? pendingNameOf(store, subjectId) : null,
  ]);
  const view: ApprovalView = {
    ...approval,
    firstname: user?.firstname ?? "",
    groupId: user?.groupId ?? null,
    isFirst: false,
    wishes: [],
    file: null,
    addedBy: null,
  };
  switch (kind) {
    case "profile": {
      const wanted = change?.wanted ?? {};
      const asked = changeableFacts.filter((name) => wanted[name] !== undefined);
      const wishes = asked.map((name): Wish => ({
        what: name,
        from: lady?.[name] ?? null,
        to: wanted[name],
        askedBy: change?.askers?.[name]?.agencyId ?? null,
      }));
      const isWhole = !change?.stillRefused;
      return { ...view, wishes, isFirst: isWhole && lady !== null && publishesWhenApproved(store, lady, verification) };
    }
    case "name": {
      const [from, to] = [user?.firstname ?? null, name?.firstname ?? null];
      return { ...view, wishes: [{ what: "firstname", from, to, askedBy: name?.askedBy ?? null }] };
    }
    case "photo": {
      const photo = user && (await photosOf(store, user)).find(({ id }) => id === subjectId);
      if (!photo) return view;
      const file = photo.picture.kind === "upload" ? photoFile(photo.picture, "large") : photo.picture.photo.path;
      const to = photo.wishedCaption ?? photo.caption;
      const caption: Wish = { what: "caption", from: photo.caption, to, askedBy: null };
      const addedBy = photo.state === "waiting" ? photo.addedBy ?? null : null;
      return { ...view, wishes: caption.from || caption.to ? [caption] : [], file, addedBy };
    }
  }
}

function publishesWhenApproved(store: Store, lady: LadyRecord, verification: Verification | null): boolean {
  const isUnseen = verification !== null && verification.profileApprovedAt === null;
  return !lady.isPublished && !lady.isSuspended && isUnseen &&
    isComplete({ ...verification, profileApprovedAt: store.now() });
}
