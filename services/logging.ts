/** Structured logs on standard output: JSON lines in production, readable lines elsewhere; tokens are redacted. */
import { configure, getConsoleSink, getJsonLinesFormatter, type LogLevel } from "@logtape/logtape";

export async function configureLogging(level: LogLevel, readable = false): Promise<void> {
  await configure({
    reset: true,
    sinks: { console: getConsoleSink(readable ? {} : { formatter: redacting(getJsonLinesFormatter()) }) },
    loggers: [
      { category: "vesna", lowestLevel: level, sinks: ["console"] },
      { category: ["logtape", "meta"], lowestLevel: "warning", sinks: ["console"] },
    ],
  });
}

type Formatter = ReturnType<typeof getJsonLinesFormatter>;

/** Whatever a message carries, a token in an address never reaches the log. */
const redacting = (format: Formatter): Formatter => (record) =>
  format(record).replace(/access_token=[^&\s"\\]+/g, "access_token=…");
