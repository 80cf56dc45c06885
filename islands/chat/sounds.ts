/** Two quiet sounds. They stay silent as long as the browser allows no sound. */
export interface Sounds {
  message: string;
  ring: string;
}

export function soundsOf({ message, ring }: Sounds): (kind: "message" | "ring" | "silence") => void {
  let note: HTMLAudioElement | undefined;
  let bell: HTMLAudioElement | undefined;
  const play = (audio: HTMLAudioElement) => {
    audio.currentTime = 0;
    audio.play().catch(() => {});
  };
  return (kind) => {
    if (kind === "message") return play(note ??= new Audio(message));
    if (kind === "silence") return bell?.pause();
    bell ??= Object.assign(new Audio(ring), { loop: true });
    play(bell);
  };
}
