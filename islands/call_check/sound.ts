/** The sounds of the check: measures the microphone's loudness, and plays a tone. Each closes what it opened. */
import { loudnessOf } from "./state.ts";

const everyMs = 80;
const toneSeconds = 1;

/** Calls `heard` with the loudness of a stream, 0 to 1, every 80 ms. Returns a function that stops it. */
export function listenTo(stream: MediaStream, heard: (loudness: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    heard(loudnessOf(samples));
  }, everyMs);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}

/** Plays a quiet tone that begins and ends softly; throws if the browser cannot. */
export async function playTone(): Promise<void> {
  const context = new AudioContext();
  try {
    await context.resume();
    const tone = context.createOscillator();
    const volume = context.createGain();
    const now = context.currentTime;
    tone.frequency.value = 523.25;
    volume.gain.setValueAtTime(0, now);
    volume.gain.linearRampToValueAtTime(0.2, now + 0.1);
    volume.gain.setValueAtTime(0.2, now + toneSeconds - 0.3);
    volume.gain.linearRampToValueAtTime(0, now + toneSeconds);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(now + toneSeconds);
    await new Promise((resolve) => (tone.onended = resolve));
  } finally {
    await context.close();
  }
}
