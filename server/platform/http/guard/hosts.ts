/** `<merchant id>.<host>` (serverMode 1) is this server too: pages of the one name call the API under the other. */

/** A host name, an IPv4 or a bracketed IPv6 address, with or without a port: nothing that could break out of a header. */
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const ipv4Pattern = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/;

/** The host (with its port) without a merchant's label in front; undefined when the text is no host. */
export function baseHost(host: string | undefined): string | undefined {
  if (host === undefined || !hostPattern.test(host)) return undefined;
  const name = host.toLowerCase();
  return ipv4Pattern.test(name) ? name : name.replace(/^\d+\.(?=[a-z])/, '');
}

/** True when a page of this origin may call the API under this host. */
export function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const own = baseHost(host);
  return own !== undefined && baseHost(new URL(origin).host) === own;
}
