/** People as others see them in chat: a first name, an age, a picture, and what they take; never more. */
import { readingOf } from "../../kv/accounts/languages.ts";
import { lady, man, userById } from "../../kv/accounts/users.ts";
import { mayChat } from "../../kv/chats/pairs.ts";
import { chatSettingsOf } from "../../kv/chats/settings.ts";
import { ageYears } from "../../kv/ladies/age.ts";
import { ladyById } from "../../kv/ladies/ladies.ts";
import type { Store } from "../../kv/open.ts";
import type { ChatUser } from "../shared/server_events.ts";

export class People {
  #store: Store;
  #noPhoto: string;

  constructor(store: Store, noPhoto: string) {
    this.#store = store;
    this.#noPhoto = noPhoto;
  }

  /** Somebody who may chat, without unread messages; null for everybody else. */
  async find(userId: number): Promise<ChatUser | null> {
    const user = await userById(this.#store, userId);
    if (!user || !await mayChat(this.#store, user)) return null;
    const [settings, profile] = await Promise.all([
      chatSettingsOf(this.#store, userId),
      user.groupId === lady ? ladyById(this.#store, userId) : null,
    ]);
    return {
      userId,
      profileId: userId,
      userName: user.firstname,
      userPhoto: user.photo?.sizes.avatar ?? profile?.photos[0]?.sizes.avatar ?? this.#noPhoto,
      userGender: user.groupId === man ? "man" : "girl",
      birth: ageYears(user.birthdate, this.#store.now()),
      allowChat: settings.allowChat,
      allowVideoChat: settings.allowVideoChat,
      languages: readingOf(user).reads,
      companion: user.isCompanion === true,
      unread: [],
    };
  }

  /** A name to speak of somebody, also of one who may not chat any more. */
  async nameOf(userId: number): Promise<string> {
    return (await userById(this.#store, userId))?.firstname ?? "";
  }
}

/** What a reader has not seen of somebody, as the wire has it. */
export const withUnread = (user: ChatUser, readerId: number, count: number): ChatUser =>
  count === 0 ? user : { ...user, unread: [{ _id: readerId, count }] };
