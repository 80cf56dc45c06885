/** Structured logs on standard output: JSON lines in production, readable lines elsewhere; secrets never reach either. */
import { configure, getConsoleSink, getJsonLinesFormatter, getTextFormatter, type LogLevel } from "@logtape/logtape";

export async function configureLogging(level: LogLevel, readable = false): Promise<void> {
  const format = readable ? getTextFormatter() : getJsonLinesFormatter();
  await configure({
    reset: true,
    sinks: { console: getConsoleSink({ formatter: (record) => redact(format(record)).trimEnd() }) },
    loggers: [
      { category: "vesna", lowestLevel: level, sinks: ["console"] },
      { category: ["logtape", "meta"], lowestLevel: "warning", sinks: ["console"] },
    ],
  });
}

/** A line of the log without tokens, session cookies, and the addresses and keys that mailed links carry. */
export const redact = (line: string): string =>
  line
    .replace(/(access(?:_|%5f)token=)[^&\s"'\\]+/gi, "$1…")
    .replace(/(\bBearer\s+)[^\s"'\\]+/gi, "$1…")
    .replace(/(\bslsid=)[^;\s"'\\]+/g, "$1…")
    .replace(/(\/(?:email-confirmation|password-reset|unsubscribe)\/)[^\s"'\\?]+/g, "$1…");
