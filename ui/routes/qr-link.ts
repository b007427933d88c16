import { limits } from '#contract/limits.ts';
import { localePrefix } from './routes.ts';

/** What a table's QR code says. */
export interface QrLink {
  readonly merchantId: string;
  readonly qrcodeId: string;
}

const prefixes = Object.values(localePrefix).filter((prefix) => prefix !== '');
/** CV2: the accepted link format, in any language. */
const accepted = new RegExp(`^(?:${prefixes.join('|')})?/m/(\\d+)/q/(\\d+)/?$`);
/** The same link as it stands on the table's card for whoever types it. */
const typed = /^(\d+)-(\d+)$/;

/** Reads a path, a whole address or the short code of a card ("1001-7"); undefined when it is no link to a table. */
export function parseQrLink(text: string): QrLink | undefined {
  const given = text.trim();
  const [, merchantId, qrcodeId] = typed.exec(given) ?? accepted.exec(pathOf(given)) ?? [];
  if (merchantId === undefined || qrcodeId === undefined) return undefined;
  const fits = merchantId.length <= limits.idLength && qrcodeId.length <= limits.idLength;
  return fits ? { merchantId, qrcodeId } : undefined;
}

function pathOf(text: string): string {
  if (text.startsWith('/')) return text;
  try {
    const { protocol, pathname } = new URL(text);
    return protocol === 'https:' || protocol === 'http:' ? pathname : '';
  } catch {
    return '';
  }
}
