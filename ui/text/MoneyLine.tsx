import { css, styled } from 'styled-components';
import { border, colour, space, type } from '#ui/theme/tokens.ts';
import { Price, type PriceProps } from './Price.tsx';

interface Props extends PriceProps {
  readonly label: string;
  readonly isTotal?: boolean;
}

/** A line of a bill, inside a `dl`. The total is set apart. */
export function MoneyLine({ label, isTotal, ...price }: Props) {
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

  /* A long label wraps beside the amount. The amount moves below only where there is no room, as with large letters. */
  > dt {
    flex: 1 12ch;
  }
  > dd {
    margin-inline-start: auto;
  }
  ${({ $isTotal }) => $isTotal && total}
`;
