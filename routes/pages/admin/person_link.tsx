/** A person's name as a link to her or his page; of somebody who has left there is no page, and only the number. */
import { usePage } from "../../../components/page_context.ts";
import { PersonName } from "../../../components/person_name.tsx";
import { userPath } from "./paths.ts";

export function PersonLink({ id, user }: { id: number; user: { firstname: string } | null }) {
  const { t, href } = usePage();
  if (!user) return <PersonName name={t("admin:nobody")} id={id} />;
  return (
    <a href={href(userPath(id))}>
      <PersonName name={user.firstname} id={id} />
    </a>
  );
}
