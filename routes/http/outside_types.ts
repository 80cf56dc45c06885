/** What a page may load from outside services: which are offered, what the visitor chose, and what follows. */
import type { OutsideServicesProps } from "../../components/frame/types.ts";

/** The visitor's choice: only what the site itself needs, or all offered services as well. */
export type Choice = "needed" | "all";

export const serviceNames = ["support", "tagManager"] as const;
export type ServiceName = typeof serviceNames[number];

/** What the content security policy of a page must allow beyond the site itself. */
export interface OutsidePolicy {
  /** Names the services, as one text. */
  name: string;
  scripts: string[];
  styles: string[];
  images: string[];
  connections: string[];
  frames: string[];
}

export interface Outside {
  /** The services that the visitor can allow; empty if this visitor never gets any. */
  offered: ServiceName[];
  choice: Choice | null;
  /** What this very page loads; null for nothing. */
  services: OutsideServicesProps | null;
  policy: OutsidePolicy | null;
}
