import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, space, type } from '#src/kit/theme/tokens.ts';
import { Price } from '#src/kit/ui/text/Price.tsx';
import { useOrderPlace } from './order-place.ts';
import type { PricedLine } from './priced-line.ts';
import { LineDetails } from './LineDetails.tsx';
import { Box, Text } from '#src/kit/ui/primitives.tsx';

interface Props {
  readonly priced: PricedLine;
  /** The quantity stands beside the name, as no stepper shows it. */
  readonly counted: boolean;
  /** A round button beside the name. */
  readonly beside?: ReactNode;
  /** What lies under the line's words. */
  readonly behind?: ReactNode;
  /** What can be done with the line, and what is said of it. */
  readonly children?: ReactNode;
}

/** What one line of a cart shows, whoever looks at it. */
export function CartLine({ priced, counted, beside, behind, children }: Props) {
  const { t } = useTranslation('cart');
  const { currency } = useOrderPlace();
  const { quantity } = priced.line;

  return (
    <Row>
      {behind}
      <Top>
        <Text as="h4" $grow="fewWords" $type="strong" $breaks>
          {priced.name}
          {counted && quantity > 1 && (
            <>
              {' '}
              <Times>{t('times', { quantity })}</Times>
            </>
          )}
        </Text>
        {beside && <BesideName>{beside}</BesideName>}
        <Box $end $type="strong">
          <Price amount={priced.amount} currency={currency} />
        </Box>
      </Top>
      <LineDetails priced={priced} />
      {children}
    </Row>
  );
}

const Row = styled.li`
  position: relative;
  z-index: 0;
  padding-block: ${space.md};

  & + & {
    border-top: thin solid ${colour('line')};
  }
`;

const Top = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.xs} ${space.sm};
`;

const Times = styled.span`
  white-space: nowrap;
  ${type.body};
  color: ${colour('textMuted')};
`;

/** The button's ground reaches over the line's air, so that the line is no taller for it. */
const BesideName = styled.span`
  margin-block: calc(-1 * ${space.md});
`;

/** Below the line's words, side by side. */
export const LineTools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.xs};
  margin-top: ${space.sm};
`;
