/**
 * What of others a page may lead to or load, as it is configured: the site's own pages elsewhere, a support widget (Chatwoot) and
 * a tag manager.
 */

export interface OutsideSettings {
  /** Null where there is no widget. `url` is an origin; `hmacKey` proves to it who somebody is. */
  support: { url: string; token: string; hmacKey: string } | null;
  /** The container's id, null where there is none. */
  tagManagerId: string | null;
}

interface Reading {
  read: (name: string) => string | null;
  readSafeOrigin: (name: string) => string | null;
  problems: string[];
}

/** All of a service or nothing; whatever is loaded comes over https, except from this machine. */
export function readOutsideSettings({ read, readSafeOrigin, problems }: Reading): OutsideSettings {
  return { support: readSupport(), tagManagerId: readTagManager() };

  function readSupport(): OutsideSettings["support"] {
    const names = ["CHATWOOT_URL", "CHATWOOT_TOKEN", "CHATWOOT_HMAC"];
    const missing = names.filter((name) => read(name) === null);
    if (missing.length === names.length) return null;
    for (const name of missing) problems.push(`${name} must be set where any CHATWOOT_ variable is`);
    const url = readSafeOrigin("CHATWOOT_URL");
    const token = read("CHATWOOT_TOKEN");
    if (token && !/^[\w-]{8,64}$/.test(token)) problems.push("CHATWOOT_TOKEN is no token of a website's inbox");
    return url && token && missing.length === 0 ? { url, token, hmacKey: read("CHATWOOT_HMAC")! } : null;
  }

  function readTagManager(): string | null {
    const id = read("GTM_ID");
    if (id === null || /^GTM-[A-Z0-9]{4,12}$/.test(id)) return id;
    problems.push("GTM_ID must be the id of a container, like GTM-ABC123");
    return null;
  }
}

/** A link to a page of the site's own elsewhere. */
export interface Link {
  label: string;
  href: string;
}

/** Comma-separated addresses, each optionally "Label=https://…"; the host is the label otherwise. */
export function readLinks({ read, problems }: Pick<Reading, "read" | "problems">, name: string): Link[] {
  const parts = (read(name) ?? "").split(",").map((part) => part.trim()).filter(Boolean);
  return parts.flatMap((part) => {
    const [, label, href] = /^(?:([^=:/]+)=)?(https?:\/\/.+)$/.exec(part) ?? [];
    const url = href ? URL.parse(href) : null;
    if (url) return [{ label: label ?? url.host.replace(/^www\./, ""), href: url.href }];
    problems.push(`${name} holds "${part}", which is not an address`);
    return [];
  });
}
