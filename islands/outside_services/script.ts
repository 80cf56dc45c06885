/** A script of somebody else's, which the page does not wait for. */
export function loadScript(address: string, loaded: () => void = () => {}): void {
  const script = document.createElement("script");
  script.async = true;
  script.src = address;
  script.onload = loaded;
  document.head.append(script);
}
