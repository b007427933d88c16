import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour } from '#src/theme/colour.ts';
import { figures, space, type } from '#src/theme/tokens.ts';
import { Price } from '#src/ui/Price.tsx';
import { LineDetails } from '../cart/LineDetails.tsx';
import { useOrderPlace } from '../order-place.ts';
import type { PricedLine } from '../priced-line.ts';

/** A line as it goes to the kitchen: how many of what, for how much. */
export function PreviewLine({ priced }: { priced: PricedLine }) {
  const { t } = useTranslation('menu');
  const { currency } = useOrderPlace();
  return (
    <Row>
      <Count>{priced.line.quantity}×</Count>
      <Words>
        <Name>{priced.name}</Name>
        <LineDetails priced={priced} />
        {priced.soldOut && <SoldOut>{t('soldOut')}</SoldOut>}
      </Words>
      <Price amount={priced.amount} currency={currency} />
    </Row>
  );
}

const Row = styled.li`
  display: flex;
  gap: ${space.md};
  padding-block: ${space.sm};
`;

const Count = styled.span`
  ${type.strong};
  ${figures};
  color: ${colour('accentText')};
`;

const Words = styled.div`
  flex: 1;
  min-width: 0;
`;

const Name = styled.h4`
  ${type.strong};
`;

const SoldOut = styled.p`
  ${type.label};
  color: ${colour('danger')};
`;
