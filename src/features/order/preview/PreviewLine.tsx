import { styled } from 'styled-components';
import { size } from '#src/kit/theme/tokens.ts';
import { Price } from '#src/kit/ui/text/Price.tsx';
import { LineDetails } from '#src/kit/cart/LineDetails.tsx';
import { SoldOutLine } from '../cart/line/SoldOutLine.tsx';
import { useOrderPlace } from '#src/kit/cart/order-place.ts';
import type { PricedLine } from '#src/kit/cart/priced-line.ts';
import { Row, Text } from '#src/kit/ui/primitives.tsx';

/** A line as it goes to the kitchen: how many of what, for how much. */
export function PreviewLine({ priced }: { priced: PricedLine }) {
  const { currency } = useOrderPlace();
  return (
    <Row as="li" $gap="md" $lineGap="xs" $wrap $above="sm" $below="sm">
      <Text as="span" $type="strong" $colour="accentText" $figures>
        {priced.line.quantity}×
      </Text>
      <Words>
        <Text as="h4" $type="strong" $breaks>
          {priced.name}
        </Text>
        <LineDetails priced={priced} />
      </Words>
      <Cost>
        <Price amount={priced.amount} currency={currency} />
      </Cost>
      {priced.soldOut && (
        <Wide>
          <SoldOutLine line={priced.line} name={priced.name} />
        </Wide>
      )}
    </Row>
  );
}

const Words = styled.div`
  flex: 1 1 ${size.fewWords};
  min-width: 0;
`;

const Cost = styled.span`
  margin-inline-start: auto;
`;

const Wide = styled.div`
  flex-basis: 100%;
`;
