import { styled } from 'styled-components';
import { useLanguage } from '#src/kit/routes/language.ts';
import { figures } from '#src/kit/theme/tokens.ts';
import { moneyText } from './money-text.ts';

interface Props {
  /** Decimal text. */
  readonly amount: string;
  /** ISO 4217 */
  readonly currency: string;
}

/** An amount of money in the current language. */
export function Price({ amount, currency }: Props) {
  const language = useLanguage();
  return <Figures>{moneyText(amount, currency, language)}</Figures>;
}

const Figures = styled.span`
  ${figures};
  white-space: nowrap;
`;
