/** What a page may load from outside services: which are offered, what the visitor chose, and what follows. */
import type { OutsideServicesProps } from "../../components/frame/types.ts";

/** What the visitor said: only what the site itself needs, or all the others that are offered as well. */
export type Choice = "needed" | "all";

export const serviceNames = ["support", "tagManager"] as const;
export type ServiceName = typeof serviceNames[number];

/** What the content policy of a page has to let through beyond the site itself. */
export interface OutsidePolicy {
  /** Which services, as one word. */
  name: string;
  scripts: string[];
  styles: string[];
  images: string[];
  connections: string[];
  frames: string[];
}

export interface Outside {
  /** Which services there are to choose about; empty where none is ever loaded. */
  offered: ServiceName[];
  choice: Choice | null;
  /** What this very page loads; null for nothing. */
  services: OutsideServicesProps | null;
  policy: OutsidePolicy | null;
}
