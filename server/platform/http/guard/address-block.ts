import { isIPv6 } from 'node:net';

/** Hexadecimal groups of an IPv6 address, and those of them that name the network: RFC 4291 gives a line at least a /64. */
const groups = 8;
const networkGroups = 4;

/**
 * What limits by address count: whoever has one IPv6 address has 2⁶⁴ of them.
 * @returns IPv4 as it is, also where it is written as IPv6 (`::ffff:192.0.2.1`); of IPv6 the /64, as in
 *   `2001:db8:0:1::/64`, whatever its zone; anything else as it is
 */
export function addressBlock(address: string): string {
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return address;
  // URLs are written in one way alone: lower case, no zeros in front, no dots.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const missing = Array.from({ length: groups - before.length - after.length }, () => '0');
  const all = [...before, ...missing, ...after];
  return ipv4In(all) ?? `${all.slice(0, networkGroups).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

/** `::ffff:a.b.c.d` is how a socket that listens for both names an IPv4 caller. */
function ipv4In(all: readonly string[]): string | undefined {
  if (!/^(0:){5}ffff$/.test(all.slice(0, 6).join(':'))) return undefined;
  return all
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 255])
    .join('.');
}
