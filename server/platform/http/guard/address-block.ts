import { isIPv6 } from 'node:net';

/** The groups of an IPv6 address, and how many of them name the network (RFC 4291: a line gets at least a /64). */
const groups = 8;
const networkGroups = 4;

/**
 * Returns the key by which limits count an address. An attacker with one IPv6 address has 2⁶⁴ of them, so the whole /64
 * counts as one.
 *
 * | address | key |
 * |---|---|
 * | `192.0.2.1` | `192.0.2.1` |
 * | `::ffff:192.0.2.1` | `192.0.2.1` |
 * | `2001:db8:0:1::7%eth0` | `2001:db8:0:1::/64` |
 * | anything else | unchanged |
 */
export function findAddressBlock(address: string): string {
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return address;
  // A URL normalises the address: lower case, no leading zeros, no dots.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [splitGroups(head), splitGroups(tail ?? '')];
  const missing = Array.from({ length: groups - before.length - after.length }, () => '0');
  const all = [...before, ...missing, ...after];
  return readMappedIpv4(all) ?? `${all.slice(0, networkGroups).join(':')}::/64`;
}

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

/** A socket that listens on IPv6 and IPv4 names an IPv4 caller `::ffff:a.b.c.d`. */
function readMappedIpv4(all: readonly string[]): string | undefined {
  if (!/^(0:){5}ffff$/.test(all.slice(0, 6).join(':'))) return undefined;
  return all
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 255])
    .join('.');
}
