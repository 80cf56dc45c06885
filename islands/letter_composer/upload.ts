/** Sends one picture by itself, telling how far it is; tries again by itself when the line breaks. */
import { readUpload, retryPausesMs, type UploadAnswer } from "../letter_pictures_state.ts";

export interface Upload {
  done: Promise<UploadAnswer>;
  stop: () => void;
}

/** What is wrong is told in `locale`, the language of the page. The same key makes all tries one upload. */
export function startUpload(
  { url, locale, file }: { url: string; locale: string; file: File },
  onProgress: (share: number) => void,
): Upload {
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const stop = new AbortController();
  return { done: tryAgainAndAgain(), stop: () => stop.abort() };

  async function tryAgainAndAgain(): Promise<UploadAnswer> {
    for (const pauseMs of [...retryPausesMs, null]) {
      const answer = await tryOnce();
      if (answer.kind !== "lost" || pauseMs === null || stop.signal.aborted) return answer;
      await pause(pauseMs, stop.signal);
      onProgress(0);
    }
    return { kind: "lost" };
  }

  function tryOnce(): Promise<UploadAnswer> {
    return new Promise((resolve) => {
      // The one thing that fetch cannot do is to tell how much has gone out.
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      stop.signal.addEventListener("abort", abort, { once: true });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onloadend = () => {
        stop.signal.removeEventListener("abort", abort);
        resolve(readUpload(request.status, request.responseText));
      };
      request.timeout = 120_000;
      request.open("POST", url);
      request.setRequestHeader("accept-language", locale);
      request.setRequestHeader("idempotency-key", key);
      const form = new FormData();
      form.append("file", file);
      request.send(form);
    });
  }
}

/** Waits; shorter where the line comes back, for ever longer where there is none. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const until = new AbortController();
    const go = () => {
      until.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => navigator.onLine && go(), ms);
    addEventListener("online", go, { signal: until.signal });
    signal.addEventListener("abort", go, { signal: until.signal });
  });
}
