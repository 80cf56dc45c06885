/** The two sides of an account: where its pages lie and what their tabs are called. */
import { type GroupId, isStaff, lady, man } from "../../kv/accounts/users.ts";
import type { MembersAccess } from "../http/access.ts";

export interface AccountSide {
  groupId: GroupId;
  access: MembersAccess;
  /** The address of the account itself; it leads to the first of its pages. */
  home: string;
  /** The paths of the tabs in their order, by the names of their words in the catalogue; these three both sides have. */
  tabs: Readonly<Record<string, string>> & Record<"photos" | "security" | "safety", string>;
  securityPath: string;
  /** The page that shows the person as others do, and the tabs on which it is changed. */
  shown?: { path: string; label: string; tabs: readonly string[] };
  /** The page about the people whom one has blocked, one's reports, and what the site has to tell. */
  safetyPath: string;
}

export const manAccount = {
  groupId: man,
  access: "men",
  home: "/man/men-account",
  tabs: {
    information: "/man/men-account/information",
    about: "/man/men-account/about",
    photos: "/man/men-account/photos",
    lookingFor: "/man/men-account/looking-for",
    security: "/man/men-account/security",
    safety: "/man/men-account/safety",
  },
  securityPath: "/man/men-account/security",
  safetyPath: "/man/men-account/safety",
} satisfies AccountSide;

export const ladyAccount = {
  groupId: lady,
  access: "ladies",
  home: "/lady/profile",
  tabs: {
    profile: "/lady/profile",
    photos: "/lady/profile/photos",
    verification: "/lady/verification",
    away: "/lady/profile/away",
    settings: "/lady/profile/settings",
    security: "/lady/profile/security",
    safety: "/lady/profile/safety",
  },
  shown: {
    path: "/lady/profile/as-men-see-it",
    label: "account:asMenSeeIt.link",
    tabs: ["profile", "photos", "away"],
  },
  securityPath: "/lady/profile/security",
  safetyPath: "/lady/profile/safety",
} satisfies AccountSide;

/** The account of a man or a lady; staff have none. */
export const accountOf = (groupId: GroupId): AccountSide => groupId === lady ? ladyAccount : manAccount;

/** The page about signing in that all staff have. */
export const staffSecurityPath = "/staff/second-factor";

/** Where somebody of a group finds the own e-mail address. */
export const securityPathOf = (groupId: GroupId): string =>
  isStaff({ groupId }) ? staffSecurityPath : accountOf(groupId).securityPath;

export const safetyPathOf = (groupId: GroupId): string => accountOf(groupId).safetyPath;

/** The path of the page for the copy of one's data: beside the page about signing in, of which it is a part. */
export const ownDataPathOf = ({ securityPath }: AccountSide): string => securityPath.replace(/[^/]+$/, "own-data");
