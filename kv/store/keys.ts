/** Every key of the store, and nothing else: a prefix that is neither here nor in money_keys.ts does not exist. */

import { moneyKeys } from "./money_keys.ts";

type Key = Deno.KvKey;

export const keys = {
  ...moneyKeys,
  /** The last value written to see whether the store keeps it; and the same of each instance (health/sentinel.ts). */
  sentinel: (): Key => ["sentinel"],
  sentinelOf: (instance: string): Key => ["sentinel", instance],
  /** That a commit was written, so that its repeat changes nothing (own_repeats.ts). */
  commitMark: (token: string): Key => ["commit_mark", token],
  /** The format in which the store is written (format.ts). */
  format: (): Key => ["format"],
  /** That a store is a demo's (format/belonging.ts). */
  demo: (): Key => ["demo"],
  counter: (name: string): Key => ["counter", name],

  user: (userId: number): Key => ["user", userId],
  userIdByEmail: (email: string): Key => ["user_by_email", email],
  password: (userId: number): Key => ["password", userId],
  lady: (ladyId: number): Key => ["lady", ladyId],
  /** The first name that a lady wants, until it is approved. */
  pendingName: (userId: number): Key => ["pending_name", userId],
  /** What a man tells about himself; and the changes to her profile that a lady asked for. */
  manProfile: (manId: number): Key => ["man_profile", manId],
  profileChange: (ladyId: number): Key => ["profile_change", ladyId],
  /** All photos of a person (photos.ts). */
  photos: (userId: number): Key => ["photos", userId],
  /** Photos by one band of the hash of what they look like; the stored value is the whole hash (photo_likeness.ts). */
  photoHash: (band: number, value: number, ownerId: number, photoId: number): Key => [
    "photo_hash",
    band,
    value,
    ownerId,
    photoId,
  ],
  /** What waits for approval, oldest first, and by what it is about (approvals.ts). */
  approval: (approvalId: number): Key => ["approval", approvalId],
  approvalIdOf: (kind: string, subjectId: number): Key => ["approval_of", kind, subjectId],

  /** A lady's verification, and the ladies whose verification lacks something (verifications.ts). */
  verification: (ladyId: number): Key => ["verification", ladyId],
  unverified: (ladyId: number): Key => ["unverified", ladyId],
  /** Her latest live check, and those whose video waits to be looked at, oldest first. */
  liveCheck: (ladyId: number): Key => ["live_check", ladyId],
  liveCheckQueue: (sentAt: number, ladyId: number): Key => ["live_check_queue", sentAt, ladyId],
  /** The ladies whose profiles an agency keeps, and those whom it has asked. */
  ladyOfAgency: (agencyId: number, ladyId: number): Key => ["lady_of_agency", agencyId, ladyId],
  agencyDraft: (draftId: string): Key => ["agency_draft", draftId],
  declinedDraft: (hash: string): Key => ["declined_draft", hash],
  draftOfAgency: (agencyId: number, draftId: string): Key => ["draft_of_agency", agencyId, draftId],

  session: (tokenHash: string): Key => ["session", tokenHash],
  sessionOfUser: (userId: number, tokenHash: string): Key => ["session_of_user", userId, tokenHash],
  signInTicket: (tokenHash: string): Key => ["sign_in_ticket", tokenHash],
  /** A person's second factor, and the offer of one that is still to be set up (second_factors.ts). */
  secondFactor: (userId: number): Key => ["second_factor", userId],
  secondFactorOffer: (userId: number): Key => ["second_factor_offer", userId],
  /** A person whose password was right, and who is still asked for the second factor. */
  pendingSignIn: (tokenHash: string): Key => ["pending_sign_in", tokenHash],
  /** What was done within the last minute, by a keyed hash of its name (just_done.ts). */
  justDone: (hash: string): Key => ["just_done", hash],

  /** A sign-up that waits for its e-mail to be confirmed; no user exists yet. */
  confirmation: (confirmationId: string): Key => ["confirmation", confirmationId],
  confirmationOfEmail: (email: string, confirmationId: string): Key => ["confirmation_of_email", email, confirmationId],
  /** That a mailbox had the credits for joining (sign_up_bonus.ts). */
  bonusMark: (mailboxHash: string): Key => ["bonus_mark", mailboxHash],
  /** A browser or network, hashed, from which somebody signed in. */
  knownPlace: (userId: number, trace: string): Key => ["known_place", userId, trace],
  /** Who signed in last in a browser, hashed. */
  lastInBrowser: (browser: string): Key => ["last_in_browser", browser],
  passwordReset: (resetId: string): Key => ["password_reset", resetId],
  passwordResetOfUser: (userId: number): Key => ["password_reset_of_user", userId],
  /** The one new address that a person asked for. */
  emailChange: (userId: number): Key => ["email_change", userId],

  letter: (letterId: number): Key => ["letter", letterId],
  letterText: (letterId: number): Key => ["letter_text", letterId],
  /** Which letter a form's fresh id became, so that a second press answers the first letter. */
  letterIdBySendKey: (authorId: number, sendKey: string): Key => ["letter_by_send_key", authorId, sendKey],
  /** `at` orders the box: when the letter was sent, came, or was deleted. */
  box: (userId: number, box: string, at: number, letterId: number): Key => ["box", userId, box, at, letterId],
  unread: (userId: number, box: string, letterId: number): Key => ["unread", userId, box, letterId],
  dialogue: (manId: number, ladyId: number): Key => ["dialogue", manId, ladyId],
  /** What one person has of a dialogue, its letters in order, and the person's threads in order. */
  thread: (userId: number, partnerId: number): Key => ["thread", userId, partnerId],
  threadLetter: (userId: number, partnerId: number, at: number, letterId: number): Key => [
    "thread_letter",
    userId,
    partnerId,
    at,
    letterId,
  ],
  recentThread: (userId: number, lastAt: number, partnerId: number): Key => [
    "recent_thread",
    userId,
    lastAt,
    partnerId,
  ],
  /** A letter that somebody has begun to one person (letter_drafts.ts). */
  letterDraft: (authorId: number, partnerId: number): Key => ["letter_draft", authorId, partnerId],
  attachment: (attachmentId: string): Key => ["attachment", attachmentId],
  /** Pictures that wait for a letter, oldest first. */
  looseAttachment: (ownerId: number, createdAt: number, attachmentId: string): Key => [
    "loose_attachment",
    ownerId,
    createdAt,
    attachmentId,
  ],
  /** A letter's wait for its translation; the record stays when the wait is over. */
  translation: (letterId: number): Key => ["translation", letterId],
  /** Letters that wait, oldest first, whether somebody works on them or not. */
  translationQueue: (sentAt: number, letterId: number): Key => ["translation_queue", sentAt, letterId],
  /** What one translator finished in a month, "2026-03". */
  translatorMonth: (translatorId: number, month: string): Key => ["translator_month", translatorId, month],
  /** What one translator tells readers, and whether she or he is introduced to them. */
  translatorAbout: (translatorId: number): Key => ["translator_about", translatorId],
  /** The letters that one translator holds. */
  translatorHold: (translatorId: number): Key => ["translator_desk", translatorId],
  /** The translation of a lady's words into one language, and those that wait, oldest first, held or not. */
  profileTranslation: (ladyId: number, locale: string): Key => ["profile_translation", ladyId, locale],
  profileTranslationQueue: (askedAt: number, ladyId: number, locale: string): Key => [
    "profile_translation_queue",
    askedAt,
    ladyId,
    locale,
  ],
  profileTranslationDraft: (ladyId: number, locale: string): Key => ["profile_translation_draft", ladyId, locale],
  translationDraft: (letterId: number, translatorId: number): Key => ["translation_draft", letterId, translatorId],
  machineDraft: (letterId: number): Key => ["machine_draft", letterId],
  glossary: (manId: number, ladyId: number, from: string, to: string): Key => ["glossary", manId, ladyId, from, to],
  /** That a man wants no first letter of this one lady. */
  introductionMute: (manId: number, ladyId: number): Key => ["introduction_mute", manId, ladyId],
  /** When a man last looked at a lady's profile, and her visitors in that order. */
  visit: (ladyId: number, manId: number): Key => ["visit", ladyId, manId],
  recentVisit: (ladyId: number, at: number, manId: number): Key => ["recent_visit", ladyId, at, manId],
  introductionsOfDay: (ladyId: number, day: string): Key => ["introductions_of_day", ladyId, day],
  /** Since when a man keeps a lady among his favourites, and who keeps her, in that order. */
  favourite: (manId: number, ladyId: number): Key => ["favourite", manId, ladyId],
  admirer: (ladyId: number, at: number, manId: number): Key => ["admirer", ladyId, at, manId],
  /** The searches that a man keeps, all in one record. */
  savedSearches: (manId: number): Key => ["saved_searches", manId],
  /** Whom a man voted for on a UTC day. */
  vote: (manId: number, day: string): Key => ["vote", manId, day],
  video: (videoId: number): Key => ["video", videoId],
  videoOfLady: (ladyId: number, videoId: number): Key => ["video_of_lady", ladyId, videoId],
  /** That a man has paid for a video, which is his to watch for good. */
  watchedVideo: (manId: number, videoId: number): Key => ["watched_video", manId, videoId],

  auditRecord: (at: number, recordId: string): Key => ["audit_line", at, recordId],
  /** A record that no checkpoint covers yet, and what vouches for it until then. */
  auditWaiting: (at: number, recordId: string): Key => ["audit_waiting", at, recordId],
  /** Covered records by what somebody looks for: their action, actor or subject. */
  auditRecordBy: (field: string, value: string, at: number, recordId: string): Key => [
    "audit_line_by",
    field,
    value,
    at,
    recordId,
  ],
  /** The chain of checkpoints, its newest end, and where it begins after old ones were cleared away. */
  auditCheckpoint: (seq: number): Key => ["audit_seal", seq],
  auditCheckpointHead: (): Key => ["audit_seal_head"],
  auditCheckpointFloor: (): Key => ["audit_seal_floor"],
  /** Which part of the daily clearing comes next. */
  retentionPart: (): Key => ["retention_part"],

  /** Who blocked whom, and the same from the other side. */
  block: (blockerId: number, blockedId: number): Key => ["block", blockerId, blockedId],
  blockOf: (blockedId: number, blockerId: number): Key => ["block_of", blockedId, blockerId],

  /** A report about a person; its number among the open ones, and among the reporter's own. */
  report: (reportId: number): Key => ["report", reportId],
  /** What was added to a report while it waited, from 1. */
  reportAddition: (reportId: number, number: number): Key => ["report_addition", reportId, number],
  openReport: (reportId: number): Key => ["open_report", reportId],
  reportOf: (reporterId: number, reportId: number): Key => ["report_of", reporterId, reportId],
  /** All reports ever made about a person, for staff. */
  reportAbout: (reportedId: number, reportId: number): Key => ["report_about", reportedId, reportId],
  /** The one open report in a category: of a person about another, or of a guest (by a mark) about a thing. */
  openReportAbout: (reporter: number | string, about: number | string, category: string): Key => [
    "open_report_about",
    reporter,
    about,
    category,
  ],
  /** What the site decided against somebody, with its reasons and the appeal (decisions.ts). */
  decision: (userId: number, decisionId: number): Key => ["decision", userId, decisionId],
  /** The person whose decision an appeal is about: all appeals, and the open ones, oldest first. */
  appeal: (decisionId: number): Key => ["appeal", decisionId],
  openAppeal: (at: number, decisionId: number): Key => ["open_appeal", at, decisionId],
  /** The reasons for which a mailbox is kept out (lasting_suspensions.ts). */
  lastingSuspension: (addressHash: string): Key => ["lasting_suspension", addressHash],
  /** What a man in the United States states of his background: what holds, and what held before (background/). */
  background: (manId: number): Key => ["background", manId],
  formerBackground: (manId: number, number: number): Key => ["former_background", manId, number],
  /** The men for whom the registry is still to be searched, oldest first. */
  backgroundToSearch: (filedAt: number, manId: number): Key => ["background_to_search", filedAt, manId],
  /** A machine's translation of a man's own words in one of his statements. */
  backgroundWords: (manId: number, number: number, locale: string): Key => ["background_words", manId, number, locale],
  /** What a lady answered to a man's statement, and the same from her side. */
  backgroundConsent: (manId: number, ladyId: number): Key => ["background_consent", manId, ladyId],
  backgroundConsentOf: (ladyId: number, manId: number): Key => ["background_consent_of", ladyId, manId],
  /** What the site has to tell somebody. */
  notice: (userId: number, noticeId: string): Key => ["notice", userId, noticeId],

  /** A chat, and the one that a person is in. */
  chat: (chatId: string): Key => ["chat", chatId],
  chatOf: (userId: number): Key => ["chat_of", userId],
  /** A chat of two people by the last message before it. */
  chatMark: (manId: number, ladyId: number, firstSeq: number, chatId: string): Key => [
    "chat_mark",
    manId,
    ladyId,
    firstSeq,
    chatId,
  ],
  /** That two agreed to talk, for a minute. */
  chatAcceptance: (manId: number, ladyId: number): Key => ["chat_acceptance", manId, ladyId],
  /** The one invitation to a chat that a person has sent. */
  chatInvitation: (askerId: number): Key => ["chat_invitation", askerId],
  /** Who waits for a person's answer. */
  chatInvitationTo: (toId: number, askerId: number): Key => ["chat_invitation_to", toId, askerId],
  chatRequest: (manId: number, ladyId: number): Key => ["chat_request", manId, ladyId],
  chatRequestTo: (userId: number, askerId: number): Key => ["chat_request_to", userId, askerId],
  /** The last talk that two have proposed or agreed, and the partners with whom a person has one. */
  talk: (manId: number, ladyId: number): Key => ["talk", manId, ladyId],
  talkOf: (userId: number, partnerId: number): Key => ["talk_of", userId, partnerId],
  chatSettings: (userId: number): Key => ["chat_settings", userId],
  conversation: (manId: number, ladyId: number): Key => ["conversation", manId, ladyId],
  conversationOf: (userId: number, partnerId: number): Key => ["conversation_of", userId, partnerId],
  /** All that a new message writes lies beside its conversation, on as few pages of the file as possible. */
  chatMessage: (manId: number, ladyId: number, seq: number): Key => ["conversation", manId, ladyId, seq],
  chatMessageSeqByClientId: (manId: number, ladyId: number, authorId: number, clientId: string): Key => [
    "conversation",
    manId,
    ladyId,
    String(authorId),
    clientId,
  ],
  /** When an instance that holds chats was last seen alive. */
  chatInstance: (instanceId: string): Key => ["chat_instance", instanceId],
  /** That an instance was declared dead, for good: it can come back only under another id. */
  chatInstanceDeath: (instanceId: string): Key => ["chat_instance_death", instanceId],
  /** What one instance tells another, in order, for minutes; and the number of the last, which the other watches. */
  chatNews: (toId: string, fromId: string, seq: number): Key => ["chat_news", toId, fromId, seq],
  chatNewsLastSeq: (toId: string, fromId: string): Key => ["chat_news_last", toId, fromId],
  /** Who is connected to which instance. */
  chatConnection: (instanceId: string, userId: number): Key => ["chat_line", instanceId, userId],
  chatOpenPage: (instanceId: string, userId: number): Key => ["chat_line", instanceId, userId, "page"],

  /** A post of the blog or a success story, its text in a language, and its place among those of its type. */
  story: (storyId: number): Key => ["story", storyId],
  storyText: (storyId: number, locale: string): Key => ["story_text", storyId, locale],
  storyByDate: (type: string, publishedAt: number, storyId: number): Key => [
    "story_by_date",
    type,
    publishedAt,
    storyId,
  ],
  /** A picture that was uploaded for a story. */
  storyPicture: (token: string): Key => ["story_picture", token],
  newsletter: (newsletterId: number): Key => ["newsletter", newsletterId],
  /** What somebody wrote to the site by the contact form. */
  contactMessage: (messageId: string): Key => ["contact_message", messageId],

  /** The figures of a UTC day that is over, and the first day whose happenings were noted as they came (figures.ts). */
  figuresOfDay: (day: number): Key => ["figures_of_day", day],
  figuresStart: (): Key => ["figures_start"],
  /** What happened on a UTC day, by ids, until the day is counted. */
  onDay: (day: number, kind: string, id: number | string): Key => ["on_day", day, kind, id],
  /** How many of a man's credits were bought and how many given, as of the last day that was counted. */
  creditSplit: (manId: number): Key => ["credit_split", manId],

  /** The mark of a deletion, which outlives the account (deletions.ts). */
  deletion: (userId: number): Key => ["deletion", userId],

  job: (lane: string, dueAt: number, jobId: string): Key => ["job_in_lane", lane, dueAt, jobId],
  limit: (name: string, subject: string): Key => ["limit", name, subject],
  /** The latest topics of one instance, and the key that changes when an instance joins. */
  pubsubInstance: (instanceId: string): Key => ["bell", instanceId],
  pubsubRoster: (): Key => ["bell_roster"],
  /** Since when no mail was taken, though some were tried (mail_silence.ts). */
  mailSilence: (): Key => ["mail_silence"],
  /** When somebody was last mailed about the letters of a partner. */
  letterMail: (userId: number, partnerId: number): Key => ["letter_mail", userId, partnerId],
  /** When somebody was last mailed that another one asked to talk. */
  invitationMail: (userId: number, askerId: number): Key => ["invitation_mail", userId, askerId],
  pushSubscription: (userId: number, subscriptionId: string): Key => ["push_subscription", userId, subscriptionId],
  /** Whose a device is: it notifies one person only. */
  pushSubscriber: (subscriptionId: string): Key => ["push_subscriber", subscriptionId],
  idempotentCall: (userId: number, call: string, key: string): Key => ["idempotent_call", userId, call, key],
} as const;
