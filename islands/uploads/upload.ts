/** Uploads one picture on its own and tells its progress; tries again by itself when the connection breaks. */

/** Pauses between tries of one upload, in ms; after the last it is up to the person. */
const retryPausesMs = [1000, 3000, 9000];

/** The answer for a connection that broke, which every `read` may return. */
type Lost = { kind: "lost" };

export interface Upload<Answer> {
  done: Promise<Answer | Lost>;
  stop: () => void;
}

/** Where a file goes, under which name, and how the answer is read; status 0 is a connection that broke. */
export interface Sending<Answer> {
  url: string;
  locale: string;
  field: string;
  file: File;
  read: (status: number, text: string) => Answer | Lost;
}

const keys = new WeakMap<File, string>();

/** One for each file, so that all tries are one upload, also those that its person asks for. */
function keyOf(file: File): string {
  const key = keys.get(file) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
  keys.set(file, key);
  return key;
}

/** The server answers in `locale`, the language of the page. */
export function startUpload<Answer extends { kind: string }>(
  { url, locale, field, file, read }: Sending<Answer>,
  onProgress: (share: number) => void,
): Upload<Answer> {
  const stop = new AbortController();
  return { done: tryAgainAndAgain(), stop: () => stop.abort() };

  async function tryAgainAndAgain(): Promise<Answer | Lost> {
    for (const pauseMs of [...retryPausesMs, null]) {
      const answer = await tryOnce();
      if (answer.kind !== "lost" || pauseMs === null || stop.signal.aborted) return answer;
      await pause(pauseMs, stop.signal);
      onProgress(0);
    }
    return { kind: "lost" };
  }

  function tryOnce(): Promise<Answer | Lost> {
    return new Promise((resolve) => {
      // Not `fetch`, which cannot tell how much has been sent.
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      stop.signal.addEventListener("abort", abort, { once: true });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onloadend = () => {
        stop.signal.removeEventListener("abort", abort);
        resolve(read(request.status, request.responseText));
      };
      request.timeout = 120_000;
      request.open("POST", url);
      request.setRequestHeader("accept-language", locale);
      request.setRequestHeader("idempotency-key", keyOf(file));
      const form = new FormData();
      form.append(field, file);
      request.send(form);
    });
  }
}

/** Waits `ms`; shorter if the connection comes back, and without end while there is none. */
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
