/** Shows a stream. The site's content security policy allows no URL of one, so it is set as an object. */
import { useEffect, useRef } from "react";

interface PictureProps {
  stream: MediaStream | null;
  class: string;
  /** Plays the sound as well; one's own picture is muted. */
  isFull?: boolean;
}

export function Picture({ stream, class: className, isFull }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const shown = video.current!;
    if (shown.srcObject !== stream) shown.srcObject = stream;
    if (stream) void shown.play().catch(() => {});
  }, [stream]);
  useEffect(() => () => void (video.current && (video.current.srcObject = null)), []);
  return <video ref={video} class={className} autoPlay playsInline muted={!isFull} />;
}
