/** Reads money as people type it, without floating-point numbers. */

export type TypedAmount =
  | { readonly kind: 'amount'; readonly amount: string }
  | { readonly kind: 'wrong'; readonly why: 'missing' | 'noAmount' | 'negative' | 'tooMany' | 'tooFine' };

/** The most digits before the decimal point. More are a typing mistake. */
const mostDigits = 9;

/**
 * Reads an amount and formats it with all of the currency's decimals. Full-width digits are accepted. A comma is a
 * decimal point if as many digits follow as the currency has decimals. Before three digits it is ambiguous.
 */
export function parseTypedAmount(text: string, decimals: number, mayBeNegative = false): TypedAmount {
  const signed = text.normalize('NFKC').replaceAll(/\s/g, '');
  if (signed === '') return { kind: 'wrong', why: 'missing' };
  const bare = signed.replace(/^[-−]/, '');
  const isNegative = bare !== signed;
  if (isNegative && !mayBeNegative) return { kind: 'wrong', why: 'negative' };
  const pointed = decimals > 0 ? bare.replace(/^(\d+),(\d{1,2})$/, '$1.$2') : bare;
  const parts = /^(\d+)(?:\.(\d*))?$/.exec(pointed);
  if (!parts) return { kind: 'wrong', why: 'noAmount' };
  const whole = parts[1]!.replace(/^0+(?=\d)/, '');
  const places = parts[2] ?? '';
  if (whole.length > mostDigits) return { kind: 'wrong', why: 'tooMany' };
  if (places.replace(/0+$/, '').length > decimals) return { kind: 'wrong', why: 'tooFine' };
  const exact = places.slice(0, decimals).padEnd(decimals, '0');
  const amount = decimals === 0 ? whole : `${whole}.${exact}`;
  return { kind: 'amount', amount: isNegative && /[1-9]/.test(amount) ? `-${amount}` : amount };
}
