/** Loads a third-party script, for which the page does not wait. */
export function loadScript(address: string, loaded: () => void = () => {}): void {
  const script = document.createElement("script");
  script.async = true;
  script.src = address;
  script.onload = loaded;
  document.head.append(script);
}
