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
 * Formats an amount (decimal text) with its currency. Whole amounts in new Taiwan dollars have no cents. If the currency is
 * empty, only the number is shown.
 */
export function formatMoney(amount: string, currency: string, language: string): string {
  // The formatter takes text as well, which avoids floats. Its hyphen is replaced by a minus sign, which is wider.
  return getNumberFormat(currency, language)
    .format(amount as Intl.StringNumericLiteral)
    .replace('-', '−');
}

/** Cached, because creating a formatter takes longer than using it a hundred times. */
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
