/** Loads third-party services if they are configured and the visitor allowed them; shows nothing itself. */
import { useEffect } from "react";
import type { OutsideServicesProps } from "../../components/frame/types.ts";
import { usePage } from "../../components/page_context.ts";
import { loadSupport } from "./support.ts";
import { loadTagManager } from "./tag_manager.ts";

export default function OutsideServices({ support, tagManagerId }: OutsideServicesProps) {
  const { locale } = usePage();
  useEffect(() => {
    if (support) loadSupport(support, locale);
    if (tagManagerId) loadTagManager(tagManagerId);
  }, []);
  return null;
}
