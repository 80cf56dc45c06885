/** Who is there: presence, recent dialogues, requests, unread counts, and oneself. */
import type { ChatUser, ServerEvents } from "../../../chat/shared/server_events.ts";
import { flashes, withFlash } from "../flash_state.ts";
import type { ChatState, Me, OwnSwitch, Person } from "../types.ts";

type Named = Pick<ChatUser, "userName" | "names" | "quote" | "quotes" | "quoteLanguage">;

/** A person's name and own line in the language of the page, as on the profile. */
const wordsOf = (
  { userName, names, quote = "", quotes, quoteLanguage }: Named,
  { locale }: Me,
): Pick<Person, "name" | "quote" | "quoteLang"> => {
  const own = quotes?.[locale];
  return {
    name: names?.[locale] ?? userName,
    quote: own ?? quote,
    quoteLang: own || quoteLanguage === locale ? undefined : quoteLanguage,
  };
};

const personOf = (user: ChatUser, me: Me): Person => ({
  id: user.userId,
  ...wordsOf(user, me),
  age: user.birth,
  photo: user.userPhoto,
  allowChat: user.allowChat,
  allowVideoChat: user.allowVideoChat,
  languages: user.languages,
  isCompanion: user.companion,
});

export function withPeople(state: ChatState, people: readonly Person[]): ChatState {
  if (people.length === 0) return state;
  const all = new Map(state.people);
  for (const person of people) all.set(person.id, person);
  return { ...state, people: all };
}

export const withUsers = (state: ChatState, users: readonly ChatUser[]): ChatState =>
  withPeople(state, users.map((user) => personOf(user, state.me)));

/** The name of a person on this page; for an unknown person `told`, the name that the server said. */
export const nameOf = (state: ChatState, userId: number | undefined, told = ""): string =>
  (userId === undefined ? undefined : state.people.get(userId)?.name) ?? told;

export function withUnread(state: ChatState, userId: number, count: number, atMs: number): ChatState {
  const before = state.unread.get(userId) ?? 0;
  if (before === count) return state;
  const unread = new Map(state.unread);
  if (count > 0) unread.set(userId, count);
  else unread.delete(userId);
  const unreadAtMs = count > before ? new Map(state.unreadAtMs).set(userId, atMs) : state.unreadAtMs;
  return { ...state, unread, unreadAtMs };
}

const unreadIn = (user: ChatUser): number => user.unread.reduce((sum, { count }) => sum + count, 0);

function withUnreadOf(state: ChatState, users: readonly ChatUser[], atMs: number): ChatState {
  return users.reduce((now, user) => withUnread(now, user.userId, unreadIn(user), atMs), state);
}

export function allConnected(state: ChatState, { users }: ServerEvents["AllConnectedUsers"], atMs: number): ChatState {
  const known = withUnreadOf(withUsers(state, users), users, atMs);
  return { ...known, online: users.map(({ userId }) => userId) };
}

export function listChanged(
  state: ChatState,
  { users, gone }: ServerEvents["update-user-list"],
  atMs: number,
): ChatState {
  const known = withUnreadOf(withUsers(state, users), users, atMs);
  const left = new Set(gone);
  const before = state.online ?? [];
  const there = new Set(before);
  const come = users.map(({ userId }) => userId).filter((id) => !there.has(id));
  if (come.length === 0 && !before.some((id) => left.has(id))) return known;
  return { ...known, online: [...before.filter((id) => !left.has(id)), ...come] };
}

export function dialogsCame(state: ChatState, { dialogs }: ServerEvents["dialogsHistoryData"]): ChatState {
  const people = dialogs.map((dialog): Person => ({
    id: dialog.userId,
    ...wordsOf(dialog, state.me),
    age: dialog.userBirth,
    photo: dialog.userPhoto,
    allowChat: dialog.allowChat,
    allowVideoChat: dialog.allowVideoChat,
    languages: state.people.get(dialog.userId)?.languages ?? [],
    isCompanion: dialog.companion,
  }));
  const counted = dialogs.reduce(
    (now, { userId, unread, updatedAt }) => withUnread(now, userId, unread, Date.parse(updatedAt)),
    withPeople(state, people),
  );
  return { ...counted, recent: dialogs.map(({ userId }) => userId) };
}

export function requestsCame(state: ChatState, { requests }: ServerEvents["allRequests"]): ChatState {
  const items = requests.map(({ from, req }) => ({ id: req._id, fromId: from.userId, isAccepted: req.accepted }));
  const next: ChatState = { ...withUsers(state, requests.map(({ from }) => from)), requests: items };
  if (!state.requests) return next;
  const known = new Set(state.requests.map(({ id }) => id));
  return items.filter(({ id, isAccepted }) => !isAccepted && !known.has(id)).reduce(
    (now, { fromId }) => withFlash(now, flashes.requestFrom(nameOf(now, fromId))),
    next,
  );
}

export function requestAnswered(state: ChatState, userId: number, isAccepted: boolean): ChatState {
  const requests = state.requests?.flatMap((item) =>
    item.fromId !== userId ? [item] : isAccepted ? [{ ...item, isAccepted }] : []
  );
  return requests ? { ...state, requests } : state;
}

export function userCame(state: ChatState, { user }: ServerEvents["fetchUserData"]): ChatState {
  if (!user) return state;
  if (user.userId !== state.me.id) return withUsers(state, [user]);
  const { userName: name, allowChat, allowVideoChat } = user;
  return { ...state, me: { ...state.me, name, allowChat, allowVideoChat } };
}

export function switched(state: ChatState, kind: "text" | "video", flag: boolean): ChatState {
  const me = { ...state.me, [kind === "text" ? "allowChat" : "allowVideoChat"]: flag };
  return withFlash({ ...state, me }, flashes.switched(kind, flag));
}

/** Notes the position that a switch was set to; `flag` is null once the server has answered. */
export function wished(state: ChatState, of: OwnSwitch, flag: boolean | null): ChatState {
  const { [of]: _, ...others } = state.me.wished ?? {};
  return { ...state, me: { ...state.me, wished: flag === null ? others : { ...others, [of]: flag } } };
}

export function blocked(state: ChatState, userId: number, isBlocked: boolean): ChatState {
  const blockedIds = new Set(state.blockedIds);
  if (isBlocked) blockedIds.add(userId);
  else blockedIds.delete(userId);
  const next = { ...state, blockedIds, askingId: isBlocked && state.askingId === userId ? null : state.askingId };
  // That somebody is blocked stands above the conversation, and is told from there.
  return isBlocked ? next : withFlash(next, flashes.unblocked(nameOf(state, userId)));
}

/** Whether a person can be asked for a text chat now: online, willing, not blocked, and nothing is under way here. */
export const mayInvite = ({ chat, askingId, call, blockedIds, online, people }: ChatState, userId: number): boolean =>
  chat === null && askingId === null && call.now === null && !blockedIds.has(userId) &&
  (online?.includes(userId) ?? false) && (people.get(userId)?.allowChat ?? false);

/** People with unread messages first, the latest before the others; then in the order of the list. */
export function inOrder(state: ChatState, ids: readonly number[]): Person[] {
  const weight = (id: number) => (state.unread.get(id) ?? 0) > 0 ? (state.unreadAtMs.get(id) ?? 0) + 1 : 0;
  return ids.map((id, at) => ({ id, at, weight: weight(id) }))
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .flatMap(({ id }) => state.people.get(id) ?? []);
}
