/** Reads the titles of tests from their sources, so that a test is named in the table only while it exists. */

/** `Deno.test("…"`, `Deno.test({ name: "…"`, `test("…"`, and helpers whose name ends in "Test". */
const namedTest =
  /(?<![\w.])(?:Deno\.test|test|\w+Test)\(\s*(?:\{\s*name:\s*)?("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/g;

/** Every title that a source gives a test, as it is written there: a template keeps its `${…}`. */
export function titlesOf(source: string): string[] {
  return [...source.matchAll(namedTest)].map(([, quoted = ""]) => quoted.slice(1, -1).replace(/\\(["'`\\])/g, "$1"));
}

/** A beginning shorter than this names no template. */
const beginningMin = 12;

/** Whether `wanted` is one of the titles: a whole one, or what stands before the first `${` of a template. */
export function hasTitle(titles: string[], wanted: string): boolean {
  return titles.some((title) => {
    const hole = title.indexOf("${");
    if (hole < 0) return title === wanted;
    return title === wanted || (wanted.length >= beginningMin && title.slice(0, hole).startsWith(wanted));
  });
}
