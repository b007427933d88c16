import { css, styled } from 'styled-components';
import { useLanguage } from '#src/kit/routes/language.ts';
import { border, colour, figures, space, type } from '#src/kit/theme/tokens.ts';

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

/**
 * An amount (decimal text) in the way the language writes the currency; whole new Taiwan dollars go without cents.
 * Without a currency it is the bare figure.
 */
export function moneyText(amount: string, currency: string, language: string): string {
  // The text goes in as it is: a number would make a float of it. A minus is wider than the hyphen of the formatter.
  return formatOf(currency, language)
    .format(amount as Intl.StringNumericLiteral)
    .replace('-', '−');
}

/** Making one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, language: string): Intl.NumberFormat {
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
