/**
 * A key as a text, for sets and maps. Equal keys always have one name. Different keys may share a name ("1" and 1, or a
 * blank within a part), so sharing one must do no harm.
 */
export const nameOfKey = (key: Deno.KvKey): string => key.join(" ");
