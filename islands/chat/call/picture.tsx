/** A stream on the screen. The policy of the site allows no addresses of media, so it is given as an object. */
import { useEffect, useRef } from "react";

interface PictureProps {
  stream: MediaStream | null;
  class: string;
  /** With its sound; one's own picture has none. */
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
