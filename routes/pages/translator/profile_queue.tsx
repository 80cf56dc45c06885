/** The profiles in the queue: those that the translator holds first, then those that nobody holds, the oldest first. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { readableName } from "../../../kv/ladies/cities.ts";
import type { ProfileItem } from "../../../kv/ladies/profile/profile_translations.ts";
import { lengthOf, pairOf, profilePath, queuePath } from "./descriptions.ts";

/** How many free profiles are offered at once; once some are taken, the next appear. */
const offeredAtMost = 20;

export function Profiles({ free, mine }: { free: ProfileItem[]; mine: ProfileItem[] }) {
  const { t } = usePage();
  if (free.length + mine.length === 0) return null;
  return (
    <section aria-labelledby="profiles">
      <h2 id="profiles">{t("translation:profiles.title")}</h2>
      {free.length > 0 && <p class="soft">{t("translation:profiles.text", { count: free.length })}</p>}
      <ul class="agency__mine">
        {mine.map((item) => <Profile key={keyOf(item)} item={item} isMine />)}
        {free.slice(0, offeredAtMost).map((item) => <Profile key={keyOf(item)} item={item} isMine={false} />)}
      </ul>
    </section>
  );
}

const keyOf = ({ translation: { ladyId, locale } }: ProfileItem): string => `${ladyId}.${locale}`;

function Profile({ item, isMine }: { item: ProfileItem; isMine: boolean }) {
  const { t, href, locale } = usePage();
  const date = useDate();
  const { translation } = item;
  const name = readableName(item.firstname, item.countryId, locale);
  const pair = pairOf(t, locale, { from: translation.from, to: translation.locale });
  const path = href(profilePath(translation));
  return (
    <li>
      <div>
        <h3>{isMine ? <a href={path}>{name}</a> : name}</h3>
        <p>
          {[
            pair,
            lengthOf(t, locale, translation.lengthUnits),
            isMine
              ? t("translation:mine.until", { time: date(translation.leaseUntil!, "time") })
              : t("translation:profiles.since", { date: date(translation.askedAt) }),
          ].join("\u00a0· ")}
        </p>
      </div>
      {isMine
        ? <ButtonLink small href={path}>{t("translation:mine.open")}</ButtonLink>
        : (
          <form method="post" action={href(queuePath)}>
            <input type="hidden" name="profile" value={keyOf(item)} />
            <Button type="submit" small aria-label={t("translation:profiles.takeThis", { name, pair })}>
              {t("translation:waiting.take")}
            </Button>
          </form>
        )}
    </li>
  );
}
