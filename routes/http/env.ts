/** What every request carries through the site: the parts it was built from and the facts about who asks. */
import type { Context } from "hono";
import type { ChatOptions } from "../../chat/server/context.ts";
import type { Viewer } from "../../components/page_context.ts";
import type { Locale } from "../../i18n/locales.ts";
import type { Translate } from "../../i18n/translate.ts";
import type { Manifest } from "../../islands/runtime/manifest.ts";
import type { Session } from "../../kv/accounts/signing_in/sessions.ts";
import type { User } from "../../kv/accounts/users.ts";
import type { Store } from "../../kv/open.ts";
import type { Config, VariantConfig } from "../../services/config.ts";
import type { Mailer, OutboxMail } from "../../services/mail/email.ts";
import type { PaymentProviders } from "../../services/payments/types.ts";
import type { PushSender } from "../../services/push.ts";
import type { Storage } from "../../services/storage/storage.ts";
import type { LiveTranslator, Translator } from "../../services/translation/types.ts";
import type { Outside } from "./outside_types.ts";
import type { Running } from "./running.ts";

/** The parts the app is composed of, made once by main.ts or a test. */
export interface Dependencies {
  store: Store;
  /** What this site remembers while it runs; no other site shares it. */
  running: Running;
  config: Config;
  mailer: Mailer;
  /** Uploaded files. */
  storage: Storage;
  /** Null if none is configured: translators then have no button for it. */
  machineTranslator: Translator | null;
  /** Translates in chats; null if none is configured. */
  liveTranslator: LiveTranslator | null;
  /** Who takes money here; offers no method if no provider is configured. */
  payments: PaymentProviders;
  manifest: Manifest;
  /** Notes to devices; null where no keys are configured. */
  push: PushSender | null;
  /** The demo's mails, newest first; null where mail really leaves. */
  outbox: (() => OutboxMail[]) | null;
  /** The secret that the operator's commands send along (operator.ts); absent if there is no folder to keep it in. */
  operatorKey?: string;
  /** When the store was last backed up (ms since the epoch), null for never; absent where that is not known here. */
  lastBackupAt?: () => Promise<number | null>;
  /** Does due jobs now instead of within the second; set while jobs are done here. */
  wakeJobs?: () => void;
  /** True once the site can serve, false before and while it shuts down. */
  isReady: () => boolean;
  /** Called when a call answers with a refusal that its description does not name; throws in tests. */
  onUndescribed?: (call: string, reason: string) => void;
  /** Changes to the chat's times and limits, for tests. */
  chatOptions?: Partial<ChatOptions>;
}

/** Which of the two variants a host shows, or both where the host is unknown (localhost). */
export type VariantName = "english" | "chinese" | "any";

export interface RequestFacts {
  variant: VariantName;
  locale: Locale;
  /** "", "/en" or "/zh-hans": what stands before every path of this locale here. */
  prefix: string;
  /** Path without the prefix. */
  path: string;
  /** As the visitor typed it. */
  host: string;
  /** Scheme and host as the visitor sees them. */
  origin: string;
  /** The client's network address. */
  address: string;
  t: Translate;
  /** The time zone of the account that asks; null for guests, and where it is not known. */
  zone: string | null;
  brand: VariantConfig;
}

export interface SignedIn {
  user: User;
  session: Session;
  /** How the token came. Browsers send only the cookie unasked, so only the cookie needs an Origin check. */
  by: "cookie" | "bearer" | "query";
  /** Whom this person has blocked, and who has blocked this person: neither is shown online to the other. */
  blockedIds: ReadonlySet<number>;
}

export interface AppEnv {
  Variables: {
    deps: Dependencies;
    facts: RequestFacts;
    /** False if the request's host or scheme is invalid: it is refused as `malformed` (routes/middleware/visited.ts). */
    isForAHost: boolean;
    /** Null for guests. */
    signedIn: SignedIn | null;
    /** A person whom the site keeps out: a guest for all pages and calls except those with `keptOutMay`. */
    keptOut: SignedIn | null;
    /** The person as the frame shows them; undefined until it is first read. */
    viewer: Viewer | null | undefined;
    /** What the page loads from outside services; undefined until it is decided. */
    outside: Outside | undefined;
    /** Names this request in answers and in the log. */
    requestId: string;
  };
}

export type AppContext = Context<AppEnv>;

/** The context of a request whose access lets in only signed-in people. */
export type MemberContext = AppContext & { readonly var: { readonly signedIn: SignedIn } };
