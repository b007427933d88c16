import { isIPv6 } from 'node:net';

/**
 * Whom an address stands for where requests are counted: an IPv4 address as it is, of an IPv6 one its /64, which is what
 * a household or a phone gets. An IPv4 address in IPv6's clothes is the IPv4 address; what is no address stays as it is.
 */
export function addressBlock(address: string): string {
  const [bare = ''] = address.split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return address;
  // The URL writes it out the one way that is left, dotted ends included.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
