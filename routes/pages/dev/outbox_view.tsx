/** The demo's mails, newest first: what would have been sent, readable without a mail server. */
import { usePage } from "../../../components/page_context.ts";

interface OutboxViewProps {
  mails: { to: string; subject: string; text: string; links: string[] }[];
}

export function OutboxView({ mails }: OutboxViewProps) {
  const { t } = usePage();
  return (
    <section class="wrap section flow">
      <h1>{t("gallery:outbox.title")}</h1>
      <p class="soft">{t("gallery:outbox.lead")}</p>
      {mails.map((mail, position) => (
        <article class="letter" key={position}>
          <header>
            <strong>{mail.subject}</strong>
            <span class="end">{mail.to}</span>
          </header>
          <div class="letter__single flow">
            {mail.text.split("\n").filter(Boolean).map((each) => <p key={each}>{each}</p>)}
            <ul>
              {mail.links.map((link) => (
                <li key={link}>
                  <a href={link}>{link}</a>
                </li>
              ))}
            </ul>
          </div>
        </article>
      ))}
    </section>
  );
}
