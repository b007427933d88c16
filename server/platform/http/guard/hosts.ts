/**
 * The server's host names. With `serverMode` 1 it is also reachable as `<merchant id>.<host>`, and pages of one name call
 * the API under the other.
 */

/** A host name, an IPv4 address or a bracketed IPv6 address, with an optional port. It is safe to put in a header. */
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const ipv4Pattern = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/;

/** Returns the host (with its port) without the label of a merchant, or undefined if the text is not a host. */
export function readBaseHost(host: string | undefined): string | undefined {
  if (host === undefined || !hostPattern.test(host)) return undefined;
  const name = host.toLowerCase();
  return ipv4Pattern.test(name) ? name : name.replace(/^\d+\.(?=[a-z])/, '');
}

/** Whether a page of this origin may call the API under this host. */
export function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const own = readBaseHost(host);
  return own !== undefined && readBaseHost(new URL(origin).host) === own;
}
