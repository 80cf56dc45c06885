/** A person's name where staff read it as its owner writes it; members read names in letters that they know. */
import { langOfName } from "../i18n/names.ts";
import { usePage } from "./page_context.ts";

/** With the number of the account, where there is one to tell. */
export function PersonName({ name, id }: { name: string; id?: number }) {
  const { locale } = usePage();
  const lang = langOfName(locale, name);
  return (
    <>
      {lang ? <span lang={lang}>{name}</span> : name}
      {id !== undefined && ` #${id}`}
    </>
  );
}
