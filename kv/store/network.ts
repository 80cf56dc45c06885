/**
 * Which network a visitor comes from. Every limit per network address counts by it, also that on connections of the chat.
 */

/**
 * The network of an address: of an IPv6 address its /64, which belongs to one household or machine; of an IPv4 address
 * the address itself, also if it is written as IPv6 ("::ffff:192.0.2.1"). Any other text stays as it is.
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const groups = groupsOf(address);
  if (!groups) return address;
  const isIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isIpv4) return groups.slice(6).flatMap((group) => [group >> 8, group & 255]).join(".");
  return `${groups.slice(0, 4).map((group) => group.toString(16)).join(":")}::/64`;
}

/** The eight groups of an IPv6 address in any spelling, with or without its zone; null for anything else. */
function groupsOf(address: string): number[] | null {
  // The platform's own parser writes every spelling in the one short form.
  const host = URL.parse(`http://[${address.replace(/%.*$/, "")}]/`)?.hostname.slice(1, -1);
  if (!host) return null;
  const [head = [], tail] = host.split("::").map((half) => half ? half.split(":") : []);
  const gap = tail ? Array<string>(8 - head.length - tail.length).fill("0") : [];
  return [...head, ...gap, ...tail ?? []].map((group) => parseInt(group, 16));
}
