/** The environment's part about who sells: what the law wants told on the imprint, in terms, mails and receipts. */

export interface Seller {
  name: string;
  /** The postal address, line by line. */
  addressLines: string[];
  /** Null where there is none, or nobody has said it. */
  vatId: string | null;
  /** The register and the number in it; null likewise. */
  register: string | null;
}

export interface SellerSettings {
  /** Null where nobody has said who sells: then no page says anything about it. */
  seller: Seller | null;
  /** The variables that were not set, for whoever starts the site. */
  unsaid: string[];
}

interface Reading {
  read: (name: string) => string | null;
  problems: string[];
}

const charactersMax = 300;
/** Whether a text says that there is none, so that nobody is reminded of an unset variable. */
const isNone = (text: string | null): boolean => text?.toLowerCase() === "none";

/** Reads both name and address, or nothing: one without the other is a problem. */
export function readSellerSettings({ read, problems }: Reading): SellerSettings {
  const names = ["SELLER_NAME", "SELLER_ADDRESS", "SELLER_VAT_ID", "SELLER_REGISTER"] as const;
  const unsaid = names.filter((name) => read(name) === null);
  for (const name of names) {
    const text = read(name) ?? "";
    if (text.length > charactersMax) problems.push(`${name} must be ${charactersMax} characters or fewer`);
    // deno-lint-ignore no-control-regex
    if (/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text)) problems.push(`${name} holds what no line of text holds`);
  }
  const [name, address, vatId, register] = names.map(read);
  if (unsaid.length === names.length) return { seller: null, unsaid };
  for (const needed of ["SELLER_NAME", "SELLER_ADDRESS"]) {
    if (read(needed) === null) problems.push(`${needed} must be set where any SELLER_ variable is`);
  }
  if (vatId && !isNone(vatId) && !/^[A-Z]{2}[\dA-Z+* .-]{2,20}$/i.test(vatId)) {
    problems.push("SELLER_VAT_ID must begin with the two letters of its country, or be none");
  }
  const given = (text: string | null | undefined): string | null => text && !isNone(text) ? text : null;
  const addressLines = (address ?? "").split(/[;\n]/).map(oneLine).filter(Boolean);
  if (address !== null && address !== undefined && addressLines.length === 0) {
    problems.push('SELLER_ADDRESS must hold lines of a postal address, separated by ";"');
  }
  const seller: Seller = {
    name: oneLine(name ?? ""),
    addressLines,
    vatId: given(vatId),
    register: given(register),
  };
  return { seller: name && address ? seller : null, unsaid };
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
