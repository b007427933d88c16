import { getUsualDecimals } from './currency.ts';

/**
 * Formats an amount (decimal text) with its currency, and with as many decimals as the restaurant uses. If the currency is
 * empty, only the number is shown. A restaurant has one currency, so its short sign is enough: $ and not US$.
 */
export function formatMoney(amount: string, currency: string, language: string): string {
  // The formatter takes text as well, which avoids floats. Its hyphen is replaced by a minus sign, which is wider.
  return getNumberFormat(currency, language, amount.split('.')[1]?.length ?? 0)
    .format(amount as Intl.StringNumericLiteral)
    .replace('-', '−');
}

/** Cached, because creating a formatter takes longer than using it a hundred times. */
const formats = new Map<string, Intl.NumberFormat>();

function getNumberFormat(currency: string, language: string, digits: number): Intl.NumberFormat {
  const key = `${language} ${currency} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    const usual = getUsualDecimals(currency);
    // 12.5 is 12.50, also in a currency that is used without decimals.
    const least = digits === 0 ? usual : usual || 2;
    format = new Intl.NumberFormat(language, {
      ...(currency !== '' && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
      minimumFractionDigits: least,
      maximumFractionDigits: digits === 3 ? 3 : least,
      ...(usual === 0 && { trailingZeroDisplay: 'stripIfInteger' as const }),
    });
    formats.set(key, format);
  }
  return format;
}
