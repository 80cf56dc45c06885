/** Structured logs on standard output: JSON lines in production, readable lines elsewhere; secrets never reach either. */
import { configure, getConsoleSink, getJsonLinesFormatter, getTextFormatter, type LogLevel } from "@logtape/logtape";
import { withoutSecrets } from "./secret_addresses.ts";

export async function configureLogging(level: LogLevel, readable = false): Promise<void> {
  const format = readable ? getTextFormatter() : getJsonLinesFormatter();
  await configure({
    reset: true,
    sinks: { console: getConsoleSink({ formatter: (record) => redact(format(record)).trimEnd() }) },
    filters: { news: ({ properties }) => !isStoreAway(properties.error) },
    loggers: [
      { category: "vesna", lowestLevel: level, sinks: ["console"], filters: ["news"] },
      { category: ["logtape", "meta"], lowestLevel: "warning", sinks: ["console"] },
    ],
  });
}

/**
 * That the store cannot be written is logged once, when it begins (routes/operating/watch_store.ts). All that then
 * fails because of it, many times a second, would fill a disk that may be full already.
 */
const isStoreAway = (error: unknown): boolean => /^StoreUnavailable: /.test(String(error));

/** A line of the log without tokens, session cookies, and what addresses carry (secret_addresses.ts). */
export const redact = (line: string): string =>
  withoutSecrets(line)
    .replace(/(access_token=)[^&\s"'\\]+/gi, "$1…")
    .replace(/(\bBearer\s+)[^\s"'\\]+/gi, "$1…")
    .replace(/(\b(?:slsid|second_step|browser)=)[^;\s"'\\]+/g, "$1…");
