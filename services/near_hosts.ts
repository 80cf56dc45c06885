/**
 * Hosts, as `URL.hostname` writes them: to which a secret may go without encryption, and where a site is only tried out.
 */

/** Whether a host is this machine by its address, or by the name that always means it. */
export const isThisMachine = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

/** Whether a host is this machine, in a private network (RFC 1918, RFC 4193), or has a name that only such hosts have. */
export const isNear = (host: string): boolean =>
  isThisMachine(host) ||
  /^10(?:\.\d+){3}$|^192\.168(?:\.\d+){2}$|^172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}$/.test(host) ||
  /^\[f[cd][\da-f]{2}:.*\]$/.test(host) || /^[a-z\d_-]+$|\.(?:localhost|test|internal|local)$/i.test(host);

/** This machine itself, and names that no network has (RFC 6761), with which a site is tried out. */
export const isOfTests = (host: string): boolean => isThisMachine(host) || /(?:^|\.)(?:localhost|test)$/.test(host);

/** Whether a host, perhaps with a port, is neither this machine nor a name that nobody can own (RFC 2606, RFC 6761). */
export function isPublicHost(host: string): boolean {
  // What is no host is named among the problems of a configuration.
  const name = URL.parse(`http://${host}`)?.hostname ?? "localhost";
  return !isOfTests(name) && !/(?:^|\.)(?:example|invalid|example\.(?:com|net|org))$/.test(name);
}
