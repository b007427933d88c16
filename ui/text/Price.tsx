import { styled } from 'styled-components';
import { formatMoney } from '#projections/bill/format-money.ts';
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
