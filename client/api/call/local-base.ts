/**
 * The base under which a merchant's own server is reached: the merchant's id as a label in front of the host of the
 * shared base. undefined where there can be none: in front of an IP address stands no label.
 */
export function deriveLocalBase(sharedBase: string, merchantId: string): string | undefined {
  const { protocol, hostname, host } = new URL(sharedBase);
  if (!/[a-z]/i.test(hostname) || hostname.startsWith('[') || !/^[a-z\d-]+$/i.test(merchantId))
    return undefined;
  return `${protocol}//${host.startsWith(`${merchantId}.`) ? '' : `${merchantId}.`}${host}`;
}
