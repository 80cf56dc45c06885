/** Drawings of envelopes for pages that replace a page: crossed out, lost, sealed, or not yet posted. They hold no words. */
import { Wax } from "../seals.tsx";

export type DrawingKind = "crossed" | "lost" | "sealed" | "unposted";

const address = "M112 118c8-10 14 9 22-1s13 8 22-1 14 8 23 0 12-7 21 0 15 6 24-1 13 6 22-1" +
  "M112 144c7-9 13 8 21 0s14 7 22-1 13 7 21 0 14 5 23-1" +
  "M112 170c8-8 13 7 22 0s13 6 21-1 14 7 22 0 13-6 21 0 14 5 22-1";
const postmark = "M252 60a26 26 0 1 0 .1 0M252 66a20 20 0 1 0 .1 0" +
  "M150 70c10-6 18 6 28 0s18 6 28 0M150 82c10-6 18 6 28 0s18 6 28 0M150 94c10-6 18 6 28 0s18 6 28 0";
const stamp = "M272 28h52v62h-52z";

/** Decorative: the words beside it say the same. */
export function Drawing({ kind }: { kind: DrawingKind }) {
  if (kind === "sealed") {
    return (
      <div class="mailed mailed--sealed" aria-hidden="true">
        <svg viewBox="0 0 360 230">
          <path class="mailed__paper" d="M0 0h360v230H0z" />
          <path class="mailed__fold" d="M0 230L140 108M360 230L220 108" />
          <path class="mailed__flap" d="M0 0h360L180 134z" />
        </svg>
        <Wax />
      </div>
    );
  }
  return (
    <div class="mailed" aria-hidden="true">
      <svg viewBox="0 0 360 230">
        <path class="mailed__paper" d="M0 0h360v230H0z" />
        {kind === "lost"
          ? <path class="mailed__blank" d="M112 118h140M112 144h90M112 170h120" />
          : <path class="mailed__ink" d={address} />}
        <path class={kind === "unposted" ? "mailed__blank" : "mailed__stamp"} d={stamp} />
        {kind !== "unposted" && <path class="mailed__ink" d="M284 40h28l-14 20zM284 74h28" />}
        {kind !== "unposted" && <path class="mailed__postmark" d={postmark} />}
        {kind === "crossed" && (
          <path class="mailed__strike" d="M98 128c50-12 112-4 164-14M102 178c52-24 108-30 150-66" />
        )}
      </svg>
    </div>
  );
}
