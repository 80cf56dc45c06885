/** The page that the worker shows without a connection. It has no links and uses only files that the worker keeps. */
import { Button } from "../buttons.tsx";
import { usePage } from "../page_context.ts";
import { Seal } from "./brand.tsx";
import { Blank } from "./error_views.tsx";

/** Everything inside <body>. Its script (islands/offline/page.ts) fills the list, and shows it unless it is empty. */
export function OfflineView({ brand, sprite }: { brand: string; sprite: string }) {
  const { t, href } = usePage();
  const say = (key: string, values?: Record<string, unknown>) => t(`errors:offline.${key}`, values);
  // Filled in by the script.
  const open = { name: "{{name}}", date: "{{date}}" };
  return (
    <>
      <header class="top">
        <div class="wrap">
          <span class="brand">
            <Seal sprite={sprite} />
            {brand}
          </span>
        </div>
      </header>
      <main
        id="main"
        data-offline={href("/offline")}
        data-still={say("still")}
        data-letter={say("letter", open)}
        data-written={t("islands:letter_composer.other.written", open)}
      >
        <Blank
          drawing="unposted"
          title={say("title")}
          actions={
            <>
              <Button>{say("again")}</Button>
              <span class="soft" role="status" />
            </>
          }
        >
          <p class="lead">{say("text", { brand })}</p>
          <p class="soft">{say("calm")}</p>
          <div class="unsent" hidden>
            <h2>{say("unsent")}</h2>
            <ul />
          </div>
        </Blank>
      </main>
    </>
  );
}
