import { styled } from 'styled-components';
import { Price } from '#src/kit/ui/text/Price.tsx';
import { LineDetails } from '#src/kit/cart/LineDetails.tsx';
import { SoldOutLine } from '../cart/line/SoldOutLine.tsx';
import { useOrderPlace } from '#src/kit/cart/order-place.ts';
import type { PricedLine } from '#src/kit/cart/priced-line.ts';
import { Box, Row, Text } from '#src/kit/ui/primitives.tsx';

/** A line as it goes to the kitchen: how many of what, for how much. */
export function PreviewLine({ priced }: { priced: PricedLine }) {
  const { currency } = useOrderPlace();
  return (
    <Row as="li" $gap="md" $lineGap="xs" $wrap $above="sm" $below="sm">
      <Text as="span" $type="strong" $colour="accentText" $figures>
        {priced.line.quantity}×
      </Text>
      <Box $grow="fewWords">
        <Text as="h4" $type="strong" $breaks>
          {priced.name}
        </Text>
        <LineDetails priced={priced} />
      </Box>
      <Text as="span" $end>
        <Price amount={priced.amount} currency={currency} />
      </Text>
      {priced.soldOut && (
        <Wide>
          <SoldOutLine line={priced.line} name={priced.name} />
        </Wide>
      )}
    </Row>
  );
}

const Wide = styled.div`
  flex-basis: 100%;
`;
