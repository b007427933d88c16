import { Repeat2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { TableLine } from '#client/cart/table-cart.ts';
import { border, colour, radius, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Price } from '#ui/text/Price.tsx';
import { LineDetails } from '#src/cart/CartLine.tsx';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { pricedLine } from '#src/cart/priced-line.ts';
import { Text } from '#ui/primitives.tsx';

/** Adds a dish of the cart once more, with the same options. The form below it is for other options. */
export function SameAgain({ line, busy, onAgain }: { line: TableLine; busy: boolean; onAgain(): void }) {
  const { t } = useTranslation('dish');
  const { currency, index } = useOrderPlace();
  const priced = pricedLine({ ...line, quantity: 1 }, index);
  return (
    <>
      <Card>
        <Words>
          <Text as="h3" $type="strong">
            {t('again.title')}
          </Text>
          <LineDetails priced={priced} />
          <Price amount={priced.amount} currency={currency} />
        </Words>
        <Button busy={busy} onClick={onAgain}>
          <Repeat2 aria-hidden />
          {t('again.action')}
        </Button>
      </Card>
      <Text as="h3" $type="heading">
        {t('again.another')}
      </Text>
    </>
  );
}

const Card = styled.section`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space.md};
  margin-block: ${space.lg};
  padding: ${space.lg};
  background: ${colour('accentSoft')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.lg};
`;

const Words = styled.div`
  flex: 1 1 50%;
  min-width: 0;
`;
