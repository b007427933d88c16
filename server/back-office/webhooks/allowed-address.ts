/** D61: where a merchant's webhook may lead: whoever names an address must not reach what only this server can reach. */
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { WebhookRefusal } from '#contract/calls/till.ts';
import type { Network } from '#server/platform/config/network.ts';

/**
 * All public IPv6 addresses lie in here. What lies outside and has no special range may still lead inside: `::127.0.0.1`
 * is an old spelling of this machine.
 */
const publicIpv6: Network = [ipaddr.parse('2000::'), 3];

/** True for a public address, and for one in a network that the installation allows as well. */
export function isAllowed(text: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(text) || isCompatible(text)) return false;
  // An IPv4 address in an IPv6 one is what it leads to.
  const address = ipaddr.process(text);
  const isPublic =
    address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(address, [publicIpv6]));
  return isPublic || isIn(address, networks);
}

/** `::127.0.0.1` in dots: the library would read the IPv4 address in it. */
function isCompatible(text: string): boolean {
  return /^::\d+\./.test(text);
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}

/** What of an address can be told without asking anybody. */
export function findAddressProblem(text: string, networks: readonly Network[]): WebhookRefusal | undefined {
  if (!URL.canParse(text)) return 'noAddress';
  const { protocol, username, password, hostname } = new URL(text);
  if (!['http:', 'https:'].includes(protocol)) return 'noAddress';
  if (username !== '' || password !== '') return 'notHttps';
  const host = bare(hostname);
  if (isIP(host) !== 0) {
    if (!isAllowed(host, networks)) return 'notPublic';
    // What never leaves the house needs no certificate.
    return protocol === 'https:' || isIn(ipaddr.process(host), networks) ? undefined : 'notHttps';
  }
  return protocol === 'https:' ? undefined : 'notHttps';
}

/** The same, and where its name leads now. Every address of it has to be allowed. */
export async function findResolvedProblem(
  text: string,
  networks: readonly Network[],
): Promise<WebhookRefusal | undefined> {
  const problem = findAddressProblem(text, networks);
  if (problem !== undefined) return problem;
  const host = bare(new URL(text).hostname);
  if (isIP(host) !== 0) return undefined;
  try {
    const found = await lookup(host, { all: true });
    return found.every(({ address }) => isAllowed(address, networks)) ? undefined : 'notPublic';
  } catch {
    return 'notFound';
  }
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} leads to no public address`);
  }
}

/** Finds the address of a name once for the connection that is made with it: nobody can change it between look and call. */
export function createAllowedLookup(
  networks: readonly Network[],
  find: typeof lookup = lookup,
): LookupFunction {
  return (host, options, callback) => {
    find(host, { ...options, all: true }).then(
      (found) => {
        const fine = found.every(({ address }) => isAllowed(address, networks));
        const [first] = found;
        if (!fine || !first) callback(new NotPublic(host), '', 0);
        else if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
