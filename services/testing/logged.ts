/** For tests: what is logged while something is done. Lines of the process, so that no two tests may do this at once. */
import { configure, type LogLevel, type LogRecord, reset } from "@logtape/logtape";

/**
 * Hands `work` the lines of a category from this level on as they come, with the logger's own complaints, and returns them in
 * the end.
 */
export async function logged(
  category: string[],
  work: (lines: readonly LogRecord[]) => Promise<void>,
  lowestLevel: LogLevel = "trace",
): Promise<LogRecord[]> {
  const lines: LogRecord[] = [];
  await configure({
    reset: true,
    sinks: { kept: (line: LogRecord) => void lines.push(line) },
    loggers: [
      { category, lowestLevel, sinks: ["kept"] },
      { category: ["logtape", "meta"], lowestLevel: "warning", sinks: ["kept"] },
    ],
  });
  try {
    await work(lines);
  } finally {
    await reset();
  }
  return lines;
}
