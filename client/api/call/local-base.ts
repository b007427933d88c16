/**
 * Derives the base of a merchant's own server, for merchants in the contract's local mode (CB1): the merchant's id becomes a subdomain of the shared host.
 * `https://api.example` and `1001` give `https://1001.api.example`. Returns undefined for IP addresses, which have no
 * subdomains, and for ids that are no valid label.
 */
export function deriveLocalBase(sharedBase: string, merchantId: string): string | undefined {
  const { protocol, hostname, host } = new URL(sharedBase);
  if (!/[a-z]/i.test(hostname) || hostname.startsWith('[') || !/^[a-z\d-]+$/i.test(merchantId))
    return undefined;
  return `${protocol}//${host.startsWith(`${merchantId}.`) ? '' : `${merchantId}.`}${host}`;
}
