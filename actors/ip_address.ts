/**
 * Addresses of IP, as a URL's host names them: what is the same in many spellings is one value here.
 *
 * @module
 */

/** 4 bytes of IPv4, or 16 of IPv6. */
export type IpAddress = readonly number[];

/**
 * The address a host is, or null for a name.
 *
 * @param hostname of a `URL`, which has made decimal, octal, hex, short and percent-encoded forms one
 */
export function parseIp(hostname: string): IpAddress | null {
  if (/^\d+(\.\d+){3}$/.test(hostname)) return hostname.split(".").map(Number);
  const text = /^\[([0-9a-f:]+)\]$/.exec(hostname)?.[1];
  if (text === undefined) return null;
  const [left = [], right = []] = text.split("::").map((half) =>
    half === "" ? [] : half.split(":").map((group) => parseInt(group, 16))
  );
  const zeros = Array<number>(8 - left.length - right.length).fill(0);
  return [...left, ...zeros, ...right].flatMap((group) => [group >> 8, group & 0xff]);
}

/**
 * Tells the addresses of a network.
 *
 * @param cidr such as `169.254.0.0/16` or `fe80::/10`
 */
export function range(cidr: string): (address: IpAddress) => boolean {
  const [text = "", bits = ""] = cidr.split("/");
  const base = parseIp(text.includes(":") ? new URL(`http://[${text}]`).hostname : text) ?? [];
  const whole = Number(bits) >> 3;
  const mask = 0xff00 >> (Number(bits) & 7) & 0xff;
  return (address) =>
    address.length === base.length &&
    base.every((byte, i) =>
      i < whole ? byte === address[i] : i > whole || ((byte ^ (address[i] ?? 0)) & mask) === 0
    );
}

/** Where an IPv6 address carries one of IPv4: the first of its 4 bytes, and what they are xored with. */
const CARRIERS: readonly { carries: ReturnType<typeof range>; at: number; xor?: number }[] = [
  // IPv4-compatible (RFC 4291 section 2.5.5.1), IPv4-mapped (2.5.5.2), IPv4-translated (RFC 2765).
  { carries: range("::/96"), at: 12 },
  { carries: range("::ffff:0:0/96"), at: 12 },
  { carries: range("::ffff:0:0:0/96"), at: 12 },
  // NAT64 (RFC 6052, RFC 8215), 6to4 (RFC 3056), Teredo (RFC 4380).
  { carries: range("64:ff9b::/96"), at: 12 },
  { carries: range("64:ff9b:1::/48"), at: 12 },
  { carries: range("2002::/16"), at: 2 },
  { carries: range("2001::/32"), at: 12, xor: 0xff },
];

/** The address, and each of IPv4 that it may be a way to. */
export function reachedBy(address: IpAddress): IpAddress[] {
  const carried = CARRIERS.filter(({ carries }) => carries(address));
  return [
    address,
    ...carried.map(({ at, xor = 0 }) => address.slice(at, at + 4).map((byte) => byte ^ xor)),
    // ISATAP (RFC 5214) has its mark behind any prefix.
    ...(/^[02],0,94,254,/.test(address.slice(8).join()) ? [address.slice(12)] : []),
  ];
}
