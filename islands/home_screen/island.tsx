/**
 * Adds the site to the home screen if the browser offers that; the section around it is shown only then. It never asks by
 * itself, and disappears when the person says no.
 */
import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/buttons.tsx";
import { usePage } from "../../components/page_context.ts";

export const strings = ["notifications:settings.homeScreen"];

/** The event of a browser that can install the site as an app; `prompt` can be called once. */
interface Offer extends Event {
  prompt: () => Promise<unknown>;
}

export default function HomeScreen() {
  const { t } = usePage();
  const place = useRef<HTMLDivElement>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const [isKept, setKept] = useState(false);

  useEffect(() => {
    const gone = new AbortController();
    const take = (event: Event) => {
      // Otherwise some browsers ask by themselves.
      event.preventDefault();
      setOffer(event as Offer);
    };
    addEventListener("beforeinstallprompt", take, gone);
    addEventListener("appinstalled", () => setKept(true), gone);
    return () => gone.abort();
  }, []);

  useEffect(() => {
    place.current!.closest("section")!.hidden = !offer && !isKept;
  }, [offer, isKept]);

  const add = async () => {
    await offer!.prompt();
    setOffer(null);
  };

  return (
    <div ref={place} class="flow">
      {offer && !isKept && (
        <Button tone="quiet" icon="plus" onClick={add}>{t("notifications:settings.homeScreen.add")}</Button>
      )}
      <p class="soft" role="status">{isKept && t("notifications:settings.homeScreen.kept")}</p>
    </div>
  );
}
