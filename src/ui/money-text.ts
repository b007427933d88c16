/**
 * An amount (decimal text) in the way the language writes the currency; whole new Taiwan dollars go without cents.
 * Without a currency it is the bare figure.
 */
export function moneyText(amount: string, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, {
    ...(currency === '' ? { minimumFractionDigits: 2 } : { style: 'currency', currency }),
    ...(currency === 'TWD' && { trailingZeroDisplay: 'stripIfInteger' as const }),
  });
  // The text goes in as it is: a number would make a float of it. A minus is wider than the hyphen of the formatter.
  return format.format(amount as Intl.StringNumericLiteral).replace('-', '−');
}
