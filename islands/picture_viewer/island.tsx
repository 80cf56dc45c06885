/**
 * Opens the pictures of a letter or a profile large, on top of the page. Without it each small picture is a plain link to
 * its large one.
 */
import { useEffect, useState } from "react";
import { isPlainClick } from "./plain_click.ts";
import type { Shown } from "./state.ts";

const lists = ".enclosures, .gallery";

export default function PictureViewer({ ofProfile = false }: { ofProfile?: boolean }) {
  const [opened, setOpened] = useState<(typeof import("./viewer.tsx") & { first: Shown }) | null>(null);

  useEffect(() => {
    const gone = new AbortController();
    // Before all other listeners, which would take the click for a navigation.
    addEventListener("click", (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a.enclosure, .gallery figure > a");
      const list = link?.closest(lists);
      if (!link || !list || !isPlainClick(event)) return;
      event.preventDefault();
      const links = [...list.querySelectorAll<HTMLAnchorElement>("a.enclosure, figure > a")];
      const pictures = links.map(({ href, dataset, firstElementChild }) => {
        const alt = (firstElementChild as HTMLImageElement | null)?.alt ?? "";
        return { href, alt, caption: dataset.caption ?? alt, lang: dataset.captionLang };
      });
      const first = { pictures, at: links.indexOf(link) };
      // Its code comes with the first picture that is opened; without it the link is followed.
      import("./viewer.tsx").then((made) => setOpened({ ...made, first }), () => location.assign(link.href));
    }, { capture: true, signal: gone.signal });
    return () => gone.abort();
  }, []);

  return opened && <opened.Viewer first={opened.first} ofProfile={ofProfile} onClose={() => setOpened(null)} />;
}
