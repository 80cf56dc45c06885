/** Every key of the store, and nothing else: a prefix that is not here does not exist. */

type Key = Deno.KvKey;

export const keys = {
  sentinel: (): Key => ["sentinel"],
  counter: (name: string): Key => ["counter", name],

  user: (userId: number): Key => ["user", userId],
  userIdByEmail: (email: string): Key => ["user_by_email", email],
  password: (userId: number): Key => ["password", userId],
  lady: (ladyId: number): Key => ["lady", ladyId],

  session: (tokenHash: string): Key => ["session", tokenHash],
  sessionOfUser: (userId: number, tokenHash: string): Key => ["session_of_user", userId, tokenHash],
  signInTicket: (tokenHash: string): Key => ["sign_in_ticket", tokenHash],

  /** A sign-up that waits for its e-mail to be confirmed; no user exists yet. */
  confirmation: (confirmationId: string): Key => ["confirmation", confirmationId],
  confirmationOfEmail: (email: string, confirmationId: string): Key => ["confirmation_of_email", email, confirmationId],
  passwordReset: (resetId: string): Key => ["password_reset", resetId],
  passwordResetOfUser: (userId: number): Key => ["password_reset_of_user", userId],

  entry: (manId: number, seq: number): Key => ["entry", manId, seq],
  entrySeqByIdempotencyKey: (manId: number, key: string): Key => ["entry_by_key", manId, key],

  letter: (letterId: number): Key => ["letter", letterId],
  letterText: (letterId: number): Key => ["letter_text", letterId],
  /** Which letter a form's fresh id became, so that a second press answers the first letter. */
  letterIdBySendKey: (authorId: number, sendKey: string): Key => ["letter_by_send_key", authorId, sendKey],
  box: (userId: number, box: string, sentAt: number, letterId: number): Key => ["box", userId, box, sentAt, letterId],
  unread: (userId: number, box: string, letterId: number): Key => ["unread", userId, box, letterId],
  dialogue: (manId: number, ladyId: number): Key => ["dialogue", manId, ladyId],
  dialogueLetter: (manId: number, ladyId: number, sentAt: number, letterId: number): Key => [
    "dialogue_letter",
    manId,
    ladyId,
    sentAt,
    letterId,
  ],
  recentDialogue: (userId: number, lastAt: number, partnerId: number): Key => [
    "recent_dialogue",
    userId,
    lastAt,
    partnerId,
  ],
  introductionsOfDay: (ladyId: number, day: string): Key => ["introductions_of_day", ladyId, day],

  job: (dueAt: number, jobId: string): Key => ["job", dueAt, jobId],
  limit: (name: string, subject: string): Key => ["limit", name, subject],
  idempotentCall: (userId: number, call: string, key: string): Key => ["idempotent_call", userId, call, key],
} as const;

/** The prefixes that are listed: the same shapes with their tails left open. */
export const prefixes = {
  ladies: (): Key => ["lady"],
  users: (): Key => ["user"],
  sessionsOfUser: (userId: number): Key => ["session_of_user", userId],
  confirmationsOfEmail: (email: string): Key => ["confirmation_of_email", email],
  entries: (manId: number): Key => ["entry", manId],
  allEntries: (): Key => ["entry"],
  box: (userId: number, box: string): Key => ["box", userId, box],
  unread: (userId: number, box: string): Key => ["unread", userId, box],
  dialogueLetters: (manId: number, ladyId: number): Key => ["dialogue_letter", manId, ladyId],
  recentDialogues: (userId: number): Key => ["recent_dialogue", userId],
  letters: (): Key => ["letter"],
  jobs: (): Key => ["job"],

  /** Whole indexes, for the audit alone. */
  allIdempotencyKeys: (): Key => ["entry_by_key"],
  allBoxes: (): Key => ["box"],
  allUnread: (): Key => ["unread"],
  allDialogues: (): Key => ["dialogue"],
  allDialogueLetters: (): Key => ["dialogue_letter"],
  allRecentDialogues: (): Key => ["recent_dialogue"],
  allSendKeys: (): Key => ["letter_by_send_key"],
  allLetterTexts: (): Key => ["letter_text"],
  allEmails: (): Key => ["user_by_email"],
  allPasswords: (): Key => ["password"],
  allSessions: (): Key => ["session"],
  allConfirmations: (): Key => ["confirmation"],
  allConfirmationsOfEmails: (): Key => ["confirmation_of_email"],
} as const;
