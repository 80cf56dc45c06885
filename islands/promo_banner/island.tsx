/** The line above the header: one promotion after another, and all of them on request. */
import { useEffect, useRef, useState } from "react";
import type { Promotion } from "../../components/frame/types.ts";
import { Dialog } from "../../components/overlays.tsx";
import { usePage } from "../../components/page_context.ts";
import { isRotating, nextIndex, rotationMs } from "./state.ts";

export default function PromoBanner({ promotions }: { promotions: Promotion[] }) {
  const { t } = usePage();
  const [index, setIndex] = useState(0);
  const bar = useRef<HTMLElement>(null);
  const count = promotions.length;
  useEffect(() => {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setInterval(() => {
      const isHeld = bar.current!.matches(":hover, :focus-within");
      if (isRotating({ count, isHeld, isStill })) setIndex((shown) => nextIndex(shown, count));
    }, rotationMs);
    return () => clearInterval(timer);
  }, [count]);
  // The command opens the dialog before this runs; the handler serves browsers that do not know commands.
  const open = (event: Event) => {
    event.preventDefault();
    (document.getElementById("promotions") as HTMLDialogElement).showModal();
  };
  return (
    <aside class="promo" aria-label={t("islands:promo_banner.label")} ref={bar}>
      <p class="wrap">
        <button class="promo__line" type="button" command="show-modal" commandfor="promotions" onClick={open}>
          {/* All titles lie in the same place, so that nothing moves when another one is shown. */}
          <span class="promo__titles">
            {promotions.map((each, at) => (
              <strong key={each.key} lang={each.lang} class={at === index ? "is-shown" : undefined}>
                {each.title}
              </strong>
            ))}
          </span>
          <span class="promo__all">{t("islands:promo_banner.all")}</span>
        </button>
      </p>
      <Dialog id="promotions" title={t("islands:promo_banner.label")} closeLabel={t("islands:promo_banner.close")}>
        <dl class="promo__list">
          {promotions.map((each) => (
            <div key={each.key} lang={each.lang}>
              <dt>{each.title}</dt>
              <dd>{each.description}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </aside>
  );
}
