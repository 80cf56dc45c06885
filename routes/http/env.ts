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
  /** What is remembered while this site runs, and by no other. */
  running: Running;
  config: Config;
  mailer: Mailer;
  /** Uploaded files. */
  storage: Storage;
  /** Null where none is configured: translators then have no such button. */
  machineTranslator: Translator | null;
  /** For those who talk; null where nothing translates for them. */
  liveTranslator: LiveTranslator | null;
  /** Who takes money here; offers no method where nothing is configured. */
  payments: PaymentProviders;
  manifest: Manifest;
  /** Notes to devices; null where no keys are configured. */
  push: PushSender | null;
  /** The demo's mails, newest first; null where mail really leaves. */
  outbox: (() => OutboxMail[]) | null;
  /** What the operator's own commands bring (operator.ts); absent where there is no folder to keep it in. */
  operatorKey?: string;
  /** When the store was last backed up (ms since the epoch), null for never; absent where that is not known here. */
  lastBackupAt?: () => Promise<number | null>;
  /** Does due jobs now instead of within the second; set while jobs are done here. */
  wakeJobs?: () => void;
  /** True once the site can serve, false before and while it shuts down. */
  isReady: () => boolean;
  /** Told of a call's refusal that its description does not name; throws in tests. */
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
  /** How the token came: only the cookie rides along on its own, so only it needs an Origin check. */
  by: "cookie" | "bearer" | "query";
  /** Whom this person has blocked, and who has blocked this person: neither is shown online to the other. */
  blockedIds: ReadonlySet<number>;
}

export interface AppEnv {
  Variables: {
    deps: Dependencies;
    facts: RequestFacts;
    /** False where host or scheme of the request are none: it is refused as malformed (routes/middleware/visited.ts). */
    isForAHost: boolean;
    /** Null for guests. */
    signedIn: SignedIn | null;
    /** Somebody whom the site keeps out: a guest everywhere but where a page or call says otherwise (`keptOutMay`). */
    keptOut: SignedIn | null;
    /** The person as the frame shows them; undefined until somebody asked. */
    viewer: Viewer | null | undefined;
    /** What the page loads from others; undefined until somebody asked. */
    outside: Outside | undefined;
    /** Names this request in answers and in the log. */
    requestId: string;
  };
}

export type AppContext = Context<AppEnv>;

/** Of a request whose access lets nobody in who is not signed in. */
export type MemberContext = AppContext & { readonly var: { readonly signedIn: SignedIn } };
