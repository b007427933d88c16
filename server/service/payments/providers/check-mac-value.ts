import { createHash } from 'node:crypto';

/**
 * ECPay's signature over the fields of a form: https://developers.ecpay.com.tw/2902/. The names are sorted without regard
 * to case, the text is encoded as .NET does it, and the SHA-256 is written in capital letters.
 */
export function checkMacValue(
  fields: Readonly<Record<string, string>>,
  { hashKey, hashIv }: { readonly hashKey: string; readonly hashIv: string },
): string {
  const sorted = Object.entries(fields)
    .filter(([name]) => name !== 'CheckMacValue')
    .map(([name, value]) => ({ name: name.toLowerCase(), pair: `${name}=${value}` }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ pair }) => pair);
  const text = [`HashKey=${hashKey}`, ...sorted, `HashIV=${hashIv}`].join('&');
  return createHash('sha256').update(encodeAsDotNet(text)).digest('hex').toUpperCase();
}

/** `encodeURIComponent` leaves `~` and `'` as they are, and .NET does not. A space becomes a plus. */
function encodeAsDotNet(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('~', '%7e')
    .replaceAll("'", '%27')
    .replaceAll('%20', '+')
    .toLowerCase();
}
