/** What a running site remembers outside its store: made once, with its dependencies, and gone with them. */
import type { MiddlewareHandler } from "hono";
import type { ChatServer } from "../../chat/server/chat_server.ts";
import { MailDoubts } from "../../kv/accounts/mail_doubts.ts";
import type { Store } from "../../kv/open.ts";
import { KeptModels } from "../cache/kept_models.ts";
import { KeptViews } from "../cache/kept_views.tsx";
import { type KeptPart, PageShelf } from "../cache/page_shelf.ts";
import type { Template } from "../cache/page_template.ts";
import { PresencePace } from "../cache/presence_pace.ts";
import { EventStreams } from "../live/event_streams.ts";
import { JobCounters } from "./job_counters.ts";
import { PaymentCounters } from "./payment_counters.ts";
import { RequestCounters } from "./request_counters.ts";
import { TranslationCounters } from "./translation_counters.ts";

export class Running {
  readonly requests = new RequestCounters();
  readonly translations = new TranslationCounters();
  readonly jobs = new JobCounters();
  readonly payments = new PaymentCounters();
  readonly mailDoubts = new MailDoubts();
  readonly streams = new EventStreams();
  /** Who is downloading a copy of their data, and since when (`performance.now`). */
  readonly exports = new Map<number, number>();
  /** When the log last said that a proxy drops the port of our address (security.ts). */
  lostHostToldAt = -Infinity;
  /** One for each kind of answer, of which there are few. */
  readonly securityHeaders = new Map<string, MiddlewareHandler>();
  readonly presencePace = new PresencePace();
  /** Whole pages for all men. */
  readonly sharedPages = new PageShelf<Template>();
  /** Parts of pages for everybody, two hundred at most. */
  readonly pageParts = new PageShelf<KeptPart>(200);
  /** Headers, footers and letters as they were rendered before. */
  readonly keptViews: KeptViews;
  /** Desks, and whom a lady may write to. */
  readonly keptModels: KeptModels;
  readonly sitemaps = new PageShelf<string>();
  /** Null until somebody first connects. */
  chat: { server: ChatServer; isOpen: Promise<void> } | null = null;

  constructor({ memory }: Store) {
    this.keptViews = new KeptViews(memory);
    this.keptModels = new KeptModels(memory);
  }
}
