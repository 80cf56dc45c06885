/** Structured logs on standard output: JSON lines in production, readable lines elsewhere; secrets never reach either. */
import { configure, getConsoleSink, getJsonLinesFormatter, getTextFormatter, type LogLevel } from "@logtape/logtape";
import { withoutSecrets } from "./secret_addresses.ts";

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

/** A line of the log without tokens, session cookies, and what addresses carry (secret_addresses.ts). */
export const redact = (line: string): string =>
  withoutSecrets(line)
    .replace(/(access_token=)[^&\s"'\\]+/gi, "$1…")
    .replace(/(\bBearer\s+)[^\s"'\\]+/gi, "$1…")
    .replace(/(\b(?:slsid|second_step)=)[^;\s"'\\]+/g, "$1…");
