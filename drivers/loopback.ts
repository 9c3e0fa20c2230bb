/**
 * The names of this machine's own ports.
 *
 * @module
 */

/** Every usual way to name a port on loopback, as `host:port`. */
export function loopbackAddresses(ports: readonly number[]): string[] {
  return ports.flatMap((port) =>
    ["127.0.0.1", "localhost", "[::1]"].map((host) => `${host}:${port}`)
  );
}
