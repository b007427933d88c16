import { languageCodes } from '#contract/http/headers.ts';
import { limits } from '#contract/limits.ts';
import { getLocalePrefix } from './routes.ts';

/** Content of a table's QR code. */
export interface QrLink {
  readonly merchantId: string;
  readonly qrcodeId: string;
}

const prefixes = languageCodes.map(getLocalePrefix).filter((prefix) => prefix !== '');
/** The contract's format of the link, in any language. */
const accepted = new RegExp(`^(?:${prefixes.join('|')})?/m/(\\d+)/q/(\\d+)/?$`);
/** The short code on the table's card, for typing. */
const typed = /^(\d+)-(\d+)$/;

/** Reads a path, a whole address or a card's short code ("1001-7"). Returns undefined if it is no link to a table. */
export function parseQrLink(text: string): QrLink | undefined {
  const given = text.trim();
  const [, merchantId, qrcodeId] = typed.exec(given) ?? accepted.exec(readPath(given)) ?? [];
  if (merchantId === undefined || qrcodeId === undefined) return undefined;
  const fits = merchantId.length <= limits.idLength && qrcodeId.length <= limits.idLength;
  return fits ? { merchantId, qrcodeId } : undefined;
}

function readPath(text: string): string {
  if (text.startsWith('/')) return text;
  try {
    const { protocol, pathname } = new URL(text);
    return protocol === 'https:' || protocol === 'http:' ? pathname : '';
  } catch {
    return '';
  }
}
