/** The environment of the contract, read once and checked; what is missing or unsafe is named before anything starts. */
import { type CallSettings, readCallSettings } from "./call_settings.ts";
import { type MailApiSettings, readMailApiSettings } from "./mail/email_api.ts";
import { isOneAddress, readMailFrom, readSmtpUrl } from "./mail/settings.ts";
import { isNear, isOfTests, isPublicHost, isThisMachine } from "./near_hosts.ts";
import { type Link, type OutsideSettings, readLinks, readOutsideSettings } from "./outside_settings.ts";
import type { PaymentSettings } from "./payments/open.ts";
import { readPaymentSettings } from "./payments/settings.ts";
import { readSellerSettings, type SellerSettings } from "./seller.ts";
import type { S3Config } from "./storage/s3.ts";
import { readS3Settings } from "./storage/settings.ts";
import { readTranslationSettings } from "./translation/settings.ts";
import type { TranslationSettings } from "./translation/types.ts";
import { readVapidSettings, type VapidConfig } from "./vapid_settings.ts";

export type Mode = "demo" | "start";

export interface VariantConfig {
  /** Canonical origin, or null where the request decides. */
  url: string | null;
  hosts: string[];
  brand: string;
  contactEmail: string;
  socialLinks: Link[];
}

export interface Config {
  mode: Mode;
  /** What is allowed and hardly meant: sentences for the operator, each naming its variable. */
  doubts: readonly string[];
  port: number;
  host: string;
  dataDir: string;
  /** A store elsewhere that several processes may share; null for the file in DATA_DIR, or the platform's own store. */
  kvUrl: string | null;
  /** Whether the site has an address that somebody can own: on this machine and under reserved names it is only tried out. */
  isPublic: boolean;
  /** Whether this is Deno Deploy: it has no disk that stays, and a store of its own. */
  isOnDeploy: boolean;
  secret: string;
  /** False if the secret belongs to this process alone: nobody can check later what was signed with it. */
  isSecretGiven: boolean;
  /** Secrets that the site had before; the audit uses them to check what was signed with them. */
  formerSecrets: string[];
  /** Whether a former secret is lost: then nobody can tell another site's store from this one's. */
  isFormerSecretLost: boolean;
  clockRate: number;
  /** Whether ladies of the demo are there and answer by themselves. */
  hasCompanions: boolean;
  trustProxy: boolean;
  /** Whether each request leaves a line in the log (routes/middleware/access_log.ts). */
  hasAccessLog: boolean;
  contactPhone: string;
  english: VariantConfig;
  chinese: VariantConfig;
  smtpUrl: string | null;
  /** Null where mail goes by SMTP, or stays in the outbox. */
  mailApi: MailApiSettings | null;
  mailFrom: string;
  /** Null where nothing is pushed to devices. */
  vapid: VapidConfig | null;
  /** Null where uploads lie in DATA_DIR. */
  s3: S3Config | null;
  /** The machine that translates, and what it may cost in a day. */
  translation: TranslationSettings;
  /** The token that a reader of /metrics must send; null lets only this machine read them. */
  metricsToken: string | null;
  /** How calls find a path. */
  calls: CallSettings;
  /** What pages may load from other services, as far as that is configured. */
  outside: OutsideSettings;
  /** Who takes money; a demo without any has the sandbox, a start without any sells nothing. */
  payments: PaymentSettings;
  /** Who sells, as the law requires a seller to tell. */
  selling: SellerSettings;
  /**
   * Where ladies read the pamphlet of the United States on the rights of immigrants; null where men there are not asked
   * for their background.
   */
  backgroundPamphlet: string | null;
}

/** A name that leads nowhere (RFC 2606), so that nobody is written to by mistake. */
const demoEmail = "letters@vesna.example";
/** A repeated word or a row of equal letters has fewer; 32 random hexadecimal digits have more. */
const secretCharactersMin = 8;

/** Stands in FORMER_SECRETS for a secret that nobody has any more. */
const lostSecret = "lost";

type Environment = (name: string) => string | undefined;

/**
 * Reads the configuration of a mode; `problems` lists every reason not to start, each naming its variable, and `doubts` of the
 * configuration what is hardly meant so.
 */
export function readConfig(mode: Mode, env: Environment): { config: Config; problems: string[] } {
  const problems: string[] = [];
  const doubts: string[] = [];
  const read = (name: string) => env(name)?.trim() || null;
  const isDemo = mode === "demo";

  const [english, chinese] = [readVariant("ENGLISH", "EN", "Vesna"), readVariant("CHINESE", "ZH", "春信")];
  const config: Config = {
    mode,
    doubts,
    port: readNumber("PORT", 8000, { min: 0, max: 65_535, isWhole: true }),
    host: read("HOST") ?? (isDemo ? "127.0.0.1" : "0.0.0.0"),
    dataDir: read("DATA_DIR") ?? "./data",
    kvUrl: readKvUrl(),
    isOnDeploy: [read("DENO_DEPLOY"), read("DENO_DEPLOYMENT_ID")].some((value) => value !== null),
    secret: readSecret(),
    isSecretGiven: read("SECRET") !== null,
    ...readFormerSecrets(),
    clockRate: readNumber("CLOCK_RATE", 1, { min: 0, max: 100_000 }),
    hasCompanions: readOnOff("COMPANIONS", "on") && isDemo,
    trustProxy: readSwitch("TRUST_PROXY"),
    hasAccessLog: readOnOff("ACCESS_LOG", "off"),
    contactPhone: read("CONTACT_PHONE") ?? "",
    english,
    chinese,
    isPublic: [...english.hosts, ...chinese.hosts].some(isPublicHost),
    smtpUrl: readSmtpUrl({ read, problems, doubts }),
    mailApi: readMailApiSettings({ read, readSafeOrigin, problems }),
    mailFrom: readMailFrom({ read, problems }, isDemo ? `Vesna <${demoEmail}>` : ""),
    vapid: null,
    s3: readS3Settings({ read, readOrigin, problems }),
    translation: readTranslationSettings({ read, readNumber, problems, doubts }),
    metricsToken: readMetricsToken(),
    calls: readCallSettings({ read, problems, doubts }),
    outside: readOutsideSettings({ read, readSafeOrigin, problems }),
    payments: readPaymentSettings({ read, readOrigin, problems }),
    selling: readSellerSettings({ read, problems }),
    backgroundPamphlet: readPamphlet(),
  };
  const siteUrls = [config.english.url, config.chinese.url];
  config.vapid = readVapidSettings({ read, problems }, { siteUrls, mailFrom: config.mailFrom });
  checkOpenFiles();
  if (!isDemo) checkForStart();
  return { config, problems };

  function checkForStart(): void {
    if (!config.english.url && !config.chinese.url) problems.push("ENGLISH_URL or CHINESE_URL must be set");
    for (const [name, { url }] of [["ENGLISH_URL", config.english], ["CHINESE_URL", config.chinese]] as const) {
      if (url?.startsWith("http:") && !isOfTests(new URL(url).hostname)) {
        problems.push(`${name} must be an https address: passwords and sessions would travel in the open`);
      }
    }
    const shared = config.english.hosts.find((host) => config.chinese.hosts.includes(host));
    if (shared) {
      problems.push(`ENGLISH_URL, CHINESE_URL and their _HOSTS share ${shared}: the host decides the language`);
    }
    if (read("CLOCK_RATE") !== null) problems.push("CLOCK_RATE is for the demo only and must be unset");
    if (!read("SMTP_URL") && !read("MAIL_API")) {
      problems.push("SMTP_URL or MAIL_API must be set: nobody can sign up without mail");
    }
    if (!config.mailFrom) problems.push("MAIL_FROM must be set");
    if (config.isOnDeploy && !config.s3) {
      problems.push("S3_ENDPOINT must be set where there is no disk for uploads");
    }
  }

  function readSecret(): string {
    const secret = read("SECRET");
    if (secret && new TextEncoder().encode(secret).length >= 32) {
      const isGuessed = new Set(secret).size < secretCharactersMin;
      if (isGuessed && !isDemo) {
        problems.push(
          `SECRET must hold at least ${secretCharactersMin} different characters: "openssl rand -base64 33" makes one`,
        );
      }
      return secret;
    }
    if (!isDemo) problems.push("SECRET must be set and hold at least 32 bytes");
    else if (secret) problems.push("SECRET must hold at least 32 bytes");
    return crypto.randomUUID() + crypto.randomUUID();
  }

  function readFormerSecrets(): Pick<Config, "formerSecrets" | "isFormerSecretLost"> {
    const told = (read("FORMER_SECRETS") ?? "").split(",").map((secret) => secret.trim()).filter(Boolean);
    const secrets = told.filter((secret) => secret !== lostSecret);
    if (secrets.some((secret) => new TextEncoder().encode(secret).length < 32)) {
      problems.push("FORMER_SECRETS must hold secrets of at least 32 bytes, comma-separated");
    }
    return { formerSecrets: secrets, isFormerSecretLost: secrets.length < told.length };
  }

  function readNumber(name: string, byDefault: number, bounds: { min: number; max: number; isWhole?: true }): number {
    const text = read(name);
    if (text === null) return byDefault;
    const value = Number(text);
    const isPossible = bounds.isWhole ? Number.isInteger(value) : Number.isFinite(value);
    if (isPossible && value >= bounds.min && value <= bounds.max) return value;
    problems.push(`${name} must be a ${bounds.isWhole ? "whole " : ""}number from ${bounds.min} to ${bounds.max}`);
    return byDefault;
  }

  /** The server finds its limit by itself (open_files.ts); a number that is none would leave it with the usual one, unsaid. */
  function checkOpenFiles(): void {
    readNumber("OPEN_FILES_MAX", 1, { min: 1, max: 1_000_000_000, isWhole: true });
  }

  /** Anything but 1 and 0 is a problem: a switch that only seems to be on would be unsafe. */
  function readSwitch(name: string): boolean {
    const text = read(name);
    if (text !== null && text !== "1" && text !== "0") problems.push(`${name} must be 1, 0 or unset`);
    return text === "1";
  }

  function readOnOff(name: string, byDefault: "on" | "off"): boolean {
    const text = read(name) ?? byDefault;
    if (text !== "on" && text !== "off") problems.push(`${name} must be on, off or unset`);
    return text === "on";
  }

  function readKvUrl(): string | null {
    const text = read("KV_URL");
    if (text === null) return null;
    const url = URL.parse(text);
    if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password) {
      problems.push("KV_URL must be an http or https address like https://kv.example.com");
      return null;
    }
    // The key to the whole store goes there.
    if (url.protocol === "http:" && !isNear(url.hostname)) problems.push("KV_URL must be an https address");
    if (!read("DENO_KV_ACCESS_TOKEN")) {
      problems.push("DENO_KV_ACCESS_TOKEN must be set: the store at KV_URL asks for it");
    }
    return text;
  }

  function readMetricsToken(): string | null {
    const token = read("METRICS_TOKEN");
    if (token !== null && !/^[\x21-\x7e]{16,}$/.test(token)) {
      problems.push("METRICS_TOKEN must be 16 or more letters, digits and signs without blanks");
    }
    return token;
  }

  function readPamphlet(): string | null {
    const text = read("IMBRA_PAMPHLET");
    if (text === null || URL.parse(text)?.protocol === "https:") return text;
    problems.push("IMBRA_PAMPHLET must be an https address");
    return null;
  }

  function readContactEmail(name: string): string {
    const text = read(name);
    // A demo that was given no address shows its own, so that its footer is complete.
    if (text === null) return isDemo && read("MAIL_FROM") === null ? demoEmail : "";
    if (!isOneAddress(text)) problems.push(`${name} must be one e-mail address`);
    return text;
  }

  function readVariant(name: string, suffix: string, brand: string): VariantConfig {
    const url = readOrigin(`${name}_URL`);
    const written = (read(`${name}_HOSTS`) ?? "").split(",").map((host) => host.trim()).filter(Boolean);
    const further = written.map((host) => {
      // As requests name it: in lower case, and an internationalised name as "xn--…".
      const asked = /^[\p{L}\p{M}\d.-]+(:\d+)?$/u.test(host) ? URL.parse(`http://${host}`)?.host : undefined;
      if (!asked) problems.push(`${name}_HOSTS holds "${host}", which is not a host name`);
      return asked ?? host;
    });
    return {
      url,
      hosts: url ? [new URL(url).host, ...further] : further,
      brand: read(`BRAND_${suffix}`) ?? brand,
      contactEmail: readContactEmail(`CONTACT_EMAIL_${suffix}`),
      socialLinks: readLinks({ read, problems }, `SOCIAL_LINKS_${suffix}`),
    };
  }

  function readOrigin(name: string): string | null {
    const text = read(name);
    if (text === null) return null;
    const url = URL.parse(text);
    if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
      problems.push(`${name} must be an http or https address`);
      return null;
    }
    if (url.href !== `${url.origin}/`) {
      doubts.push(`of ${name} only ${url.origin} counts: what else it holds is left out`);
    }
    return url.origin;
  }

  /** An origin that a secret may be sent to: over https, or on this machine. */
  function readSafeOrigin(name: string): string | null {
    const origin = readOrigin(name);
    const url = origin === null ? null : new URL(origin);
    if (!url || url.protocol === "https:" || isThisMachine(url.hostname)) return origin;
    problems.push(`${name} must be an https address`);
    return null;
  }
}
