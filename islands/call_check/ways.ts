/** Finds the paths that a call from this browser could take. Asks only the site's own ICE servers; sends nothing else. */
import type { Found } from "./state.ts";

const withinMs = 8000;

/** Gathers ICE candidates until there are no more, a relay was found, `signal` aborts or eight seconds have passed. */
export async function findRoutes(iceServers: RTCIceServer[], signal: AbortSignal): Promise<Found> {
  const found = { types: new Set<string>(), codes: new Set<number>() };
  const connection = new RTCPeerConnection({ iceServers });
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, withinMs);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener("abort", done);
      connection.onicecandidate = ({ candidate }) => {
        if (!candidate) return done();
        if (candidate.type) found.types.add(candidate.type);
        if (candidate.type === "relay") done();
      };
      connection.onicecandidateerror = ({ errorCode }) => void found.codes.add(errorCode);
      connection.createDataChannel("check");
      connection.setLocalDescription().catch(reject);
    });
    return found;
  } finally {
    connection.close();
  }
}
