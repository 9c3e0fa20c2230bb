/** An IPv4 address as it may be written in a URL. @module */

/** Every form of `address` that a URL's host can have, and of IPv6 ones that carry it. */
export function spellingsOf(address: string): string[] {
  const bytes = address.split(".").map(Number);
  const bases = [
    (n: number) => String(n),
    (n: number) => `0${n.toString(8)}`,
    (n: number) => `0x${n.toString(16)}`,
    (n: number) => `0X000${n.toString(16).toUpperCase()}`,
  ];
  const value = (from: number) => bytes.slice(from).reduce((sum, byte) => sum * 256 + byte, 0);
  // `a`, `a.b`, `a.b.c` and `a.b.c.d`: the last part fills what is left. Each part in each base.
  const dotted = [0, 1, 2, 3].flatMap((last) => {
    const parts = [...bytes.slice(0, last), value(last)];
    return parts.reduce<string[]>(
      (heads, part) =>
        heads.flatMap((head) =>
          bases.map((base) => head === "" ? base(part) : `${head}.${base(part)}`)
        ),
      [""],
    );
  });
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const hex = (high: number, low: number) => (high * 256 + low).toString(16);
  const groups = `${hex(a, b)}:${hex(c, d)}`;
  const flipped = `${hex(a ^ 255, b ^ 255)}:${hex(c ^ 255, d ^ 255)}`;
  const carried = [
    `::ffff:${address}`,
    `::ffff:${groups}`,
    `0:0:0:0:0:FFFF:${groups.toUpperCase()}`,
    `::${groups}`,
    `::ffff:0:${groups}`,
    `64:ff9b::${groups}`,
    `64:ff9b::${address}`,
    `64:ff9b:1::${groups}`,
    `2002:${groups}::1`,
    `2001:0:1:2::${flipped}`,
    `2001:db8::5efe:${groups}`,
    `fd00::200:5efe:${address}`,
  ].map((host) => `[${host}]`);
  const percent = address.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  const wide = address.replace(/\d/g, (c) => String.fromCodePoint(0xff10 + Number(c)));
  const circled = address.replace(/[1-9]/g, (c) => String.fromCodePoint(0x245f + Number(c)));
  return [
    ...dotted,
    ...carried,
    `${address}.`,
    percent,
    wide,
    wide.replaceAll(".", "\u3002"),
    circled.replaceAll(".", "\uff0e"),
  ];
}
