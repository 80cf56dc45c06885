/** Zod's schemas as JSON Schema that every tool can read. What a schema says in its `meta` wins over how it is checked. */
import * as z from "zod";

export type Json = Record<string, unknown>;

/** The JSON Schema of what is sent (`input`) or answered (`output`). Throws if a pattern is not portable. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // A number may also come as a form's text, a list as words between commas: only the declared type is told.
      if (jsonSchema.type !== undefined) delete jsonSchema.anyOf;
      if (jsonSchema.format === "email") delete jsonSchema.pattern;
      for (const part of [jsonSchema, ...jsonSchema.allOf ?? []]) {
        if (typeof part.pattern === "string") part.pattern = portable(part.pattern);
      }
    },
  });
  return rest;
}

/** The characters in classes that only some engines know, or that they know differently. */
const ranges: Record<string, string> = {
  "\\p{Cc}": "\\u0000-\\u001f\\u007f-\\u009f",
  "\\p{Zl}": "\\u2028",
  "\\p{Zp}": "\\u2029",
  // Half a surrogate pair cannot be written in JSON that others read, and RE2 and ECMA-262 write what lies beyond U+FFFF
  // differently; the server refuses these all the same.
  "\\p{Cs}": "",
  "\\p{Co}": "\\ue000-\\uf8ff",
  "\\p{NChar}": "\\ufdd0-\\ufdef\\ufffe\\uffff",
  "\\d": "0-9",
  "\\w": "A-Za-z0-9_",
};

/** A pattern that all engines read: ECMA-262, Python, Java, RE2. Throws for a `\p` class that is not in `ranges`. */
export function portable(pattern: string): string {
  let isInClass = false;
  return pattern.replace(/\\[pP]\{[^}]*\}|\\.|[[\]]/g, (sign) => {
    if (sign === "[" || sign === "]") isInClass = sign === "[";
    const range = ranges[sign];
    if (range === undefined && /^\\p/i.test(sign)) throw new Error(`no other tool reads ${sign} in ${pattern}`);
    if (range === undefined) return sign;
    return isInClass ? range : `[${range}]`;
  });
}
