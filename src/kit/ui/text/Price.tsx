import { css, styled } from 'styled-components';
import { useLanguage } from '#src/kit/routes/language.ts';
import { border, colour, figures, space, type } from '#src/kit/theme/tokens.ts';
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

interface LineProps extends Props {
  readonly label: string;
  readonly isTotal?: boolean;
}

/** A line of a bill, inside a `dl`; the total stands apart. */
export function MoneyLine({ label, isTotal, ...price }: LineProps) {
  return (
    <Line $isTotal={isTotal}>
      <dt>{label}</dt>
      <dd>
        <Price {...price} />
      </dd>
    </Line>
  );
}

const total = css`
  margin-top: ${space.sm};
  padding-top: ${space.md};
  ${type.title};
  color: ${colour('text')};
  border-top: ${border.thick} solid ${colour('line')};
`;

const Line = styled.div<{ $isTotal: boolean | undefined }>`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space.none} ${space.md};
  color: ${colour('textMuted')};

  > dd {
    margin-inline-start: auto;
  }
  ${({ $isTotal }) => $isTotal && total}
`;
