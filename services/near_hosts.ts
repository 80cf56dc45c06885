/** Hosts, as `URL.hostname` writes them, to which a secret may go without encryption. */

/** Whether a host is this machine by its address, or by the name that always means it. */
export const isThisMachine = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

/** Whether a host is this machine, in a private network (RFC 1918, RFC 4193), or has a name that only such hosts have. */
export const isNear = (host: string): boolean =>
  isThisMachine(host) ||
  /^10(?:\.\d+){3}$|^192\.168(?:\.\d+){2}$|^172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}$/.test(host) ||
  /^\[f[cd][\da-f]{2}:.*\]$/.test(host) || /^[a-z\d_-]+$|\.(?:localhost|test|internal|local)$/i.test(host);
