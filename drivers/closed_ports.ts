/**
 * Ports that no browser speaks to, whatever page asks it to.
 *
 * @module
 */

/**
 * The Fetch standard's bad ports (its section "Port blocking") that need no right of root's, but for those of
 * services that are likely to come up here (NFS, X11), and for 4190 and 6679, which Chromium 156 does not
 * block. A browser refuses fetches, images, frames, WebSockets and navigations to them, so a server on one is
 * out of every page's reach; other programs reach it.
 * (The platform's own `fetch` refuses them too.)
 */
export const CLOSED_PORTS: readonly number[] = [
  ...[1719, 1720, 1723, 3659, 4045, 5060, 5061, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6697, 10080],
];

/** Them all, beginning somewhere else each time, so that servers of one machine seldom meet. */
export function closedPorts(random: () => number = Math.random): number[] {
  const first = Math.floor(random() * CLOSED_PORTS.length);
  return [...CLOSED_PORTS.slice(first), ...CLOSED_PORTS.slice(0, first)];
}
