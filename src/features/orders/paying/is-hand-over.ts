import { composeHandOverPath } from '#contract/calls/payment.ts';
import type { SiteConfig } from '#client/api/site.ts';

/**
 * Whether this is the page of the API server that sends the diner to the restaurant's provider. Any other address must
 * be on the list of allowed sites.
 */
export function isHandOver(
  url: string,
  { merchantId, paymentId }: { readonly merchantId: string; readonly paymentId: string },
  { origin, apiBase }: Pick<SiteConfig, 'origin' | 'apiBase'>,
): boolean {
  if (!URL.canParse(url)) return false;
  const target = new URL(url);
  const own = [origin, ...(apiBase === '' ? [] : [new URL(apiBase).origin])];
  return own.includes(target.origin) && target.pathname === composeHandOverPath(merchantId, paymentId);
}
