import { styled } from 'styled-components';
import { useLanguage } from '#ui/routes/language.ts';
import { figures } from '#ui/theme/tokens.ts';

export interface PriceProps {
  /** Decimal text. */
  readonly amount: string;
  /** ISO 4217 */
  readonly currency: string;
}

/** An amount of money in the current language. */
export function Price({ amount, currency }: PriceProps) {
  const language = useLanguage();
  return <Figures>{formatMoney(amount, currency, language)}</Figures>;
}

const Figures = styled.span`
  ${figures};
  white-space: nowrap;
`;

/**
 * An amount (decimal text) in the way the language writes the currency; whole new Taiwan dollars go without cents.
 * Without a currency it is the bare figure.
 */
export function formatMoney(amount: string, currency: string, language: string): string {
  // The text goes in as it is: a number would make a float of it. A minus is wider than the hyphen of the formatter.
  return getNumberFormat(currency, language)
    .format(amount as Intl.StringNumericLiteral)
    .replace('-', '−');
}

/** Making one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.NumberFormat>();

function getNumberFormat(currency: string, language: string): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, {
      ...(currency === '' ? { minimumFractionDigits: 2 } : { style: 'currency', currency }),
      ...(currency === 'TWD' && { trailingZeroDisplay: 'stripIfInteger' as const }),
    });
    formats.set(key, format);
  }
  return format;
}
