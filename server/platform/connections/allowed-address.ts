/**
 * Checks which addresses a webhook or a mail may go to. Staff choose the address, so it must not lead into networks that only
 * this server can reach (server-side request forgery). The server sends to public addresses, and to the networks in
 * `WEBHOOK_NETWORKS`.
 */
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { WebhookRefusal } from '#contract/calls/till.ts';
import type { Network } from '#server/platform/config/network.ts';

/**
 * The range of all public IPv6 addresses. An address outside of it is not public, even if the library knows no special
 * range for it: `::127.0.0.1` is an old spelling of localhost.
 */
const publicIpv6: Network = [ipaddr.parse('2000::'), 3];

/** Returns whether an IP address is public, or lies in one of the allowed networks. */
export function isAllowed(text: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(text) || isOldSpelling(text)) return false;
  // `process` extracts an IPv4 address from its IPv6 form (::ffff:127.0.0.1).
  const address = ipaddr.process(text);
  const isPublic =
    address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(address, [publicIpv6]));
  return isPublic || isIn(address, networks);
}

/** Returns whether this is an IPv6 address like `::127.0.0.1`, of which the library would read only the IPv4 part. */
function isOldSpelling(text: string): boolean {
  return /^::\d+\./.test(text);
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}

/** Checks a URL without a DNS lookup. Returns why it is refused, or undefined if it is not. */
export function findAddressProblem(text: string, networks: readonly Network[]): WebhookRefusal | undefined {
  if (!URL.canParse(text)) return 'noAddress';
  const { protocol, username, password, hostname } = new URL(text);
  if (!['http:', 'https:'].includes(protocol)) return 'noAddress';
  // The message of `notHttps` also says that an address must not contain a password.
  if (username !== '' || password !== '') return 'notHttps';
  const host = stripBrackets(hostname);
  if (isIP(host) !== 0) {
    if (!isAllowed(host, networks)) return 'notPublic';
    // Plain HTTP is allowed inside an allowed network.
    return protocol === 'https:' || isIn(ipaddr.process(host), networks) ? undefined : 'notHttps';
  }
  return protocol === 'https:' ? undefined : 'notHttps';
}

/** Checks a URL and looks up its host in the DNS. All addresses of the host must be allowed. */
export async function findResolvedProblem(
  text: string,
  networks: readonly Network[],
): Promise<WebhookRefusal | undefined> {
  const problem = findAddressProblem(text, networks);
  if (problem !== undefined) return problem;
  const host = stripBrackets(new URL(text).hostname);
  if (isIP(host) !== 0) return undefined;
  try {
    const found = await lookup(host, { all: true });
    return found.every(({ address }) => isAllowed(address, networks)) ? undefined : 'notPublic';
  } catch {
    return 'notFound';
  }
}

function stripBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} does not lead to a public address`);
  }
}

/**
 * Creates a lookup for `http.request` that accepts only allowed addresses. The connection uses the very address that
 * was checked, so a changed DNS entry cannot redirect it after the check (DNS rebinding).
 */
export function createAllowedLookup(
  networks: readonly Network[],
  find: typeof lookup = lookup,
): LookupFunction {
  return (host, options, callback) => {
    find(host, { ...options, all: true }).then(
      (found) => {
        const allAllowed = found.every(({ address }) => isAllowed(address, networks));
        const [first] = found;
        if (!allAllowed || !first) callback(new NotPublic(host), '', 0);
        else if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
