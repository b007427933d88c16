import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { limits } from '#contract/limits.ts';
import { useBackLayer } from '#src/app/back-layer.ts';
import { useCartCommands } from '#src/cart/hooks.ts';
import { colour } from '#src/theme/colour.ts';
import { space, type } from '#src/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Price } from '#src/ui/Price.tsx';
import { Stepper } from '#src/ui/Stepper.tsx';
import { useOrderPlace } from '../order-place.ts';
import type { PricedLine } from '../priced-line.ts';
import { LineDetails } from './LineDetails.tsx';
import { LineStateNote } from './LineStateNote.tsx';
import { NotesSheet } from './NotesSheet.tsx';

/** One line of the cart: the diner's own can be changed, the others' only read. */
export function CartLineRow({ priced }: { priced: PricedLine }) {
  const { t } = useTranslation('cart');
  const { t: ofMenu } = useTranslation('menu');
  const { currency } = useOrderPlace();
  const commands = useCartCommands();
  const [editing, setEditing] = useState(false);
  useBackLayer(editing, () => setEditing(false));
  const { line, name, amount } = priced;
  const { item, quantity, mine } = line;

  return (
    <Row>
      <Top>
        <Words>
          <Name>{name}</Name>
          <LineDetails priced={priced} />
          {priced.soldOut && <SoldOut>{ofMenu('soldOut')}</SoldOut>}
        </Words>
        <Amount>
          <Price amount={amount} currency={currency} />
          {!mine && <Times>{t('times', { quantity })}</Times>}
        </Amount>
      </Top>
      {mine && commands && (
        <Tools>
          <Stepper
            value={quantity}
            label={name}
            max={limits.quantity}
            onMore={() => commands.add(item, 1)}
            onLess={() => commands.decrease(line, 1)}
          />
          <Button variant="quiet" onClick={() => setEditing(true)}>
            <PencilLine aria-hidden />
            {item.notes === '' ? t('addNotes') : t('editNotes')}
          </Button>
          <LineStateNote state={line.state} />
          <NotesSheet
            key={item.notes}
            dish={name}
            notes={item.notes}
            open={editing}
            onClose={() => setEditing(false)}
            onSave={(notes) => commands.editNotes(line, notes)}
          />
        </Tools>
      )}
    </Row>
  );
}

const Row = styled.li`
  padding-block: ${space.md};

  & + & {
    border-top: thin solid ${colour('line')};
  }
`;

const Top = styled.div`
  display: flex;
  gap: ${space.md};
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

const Amount = styled.div`
  display: grid;
  align-content: start;
  justify-items: end;
  ${type.strong};
`;

const Times = styled.span`
  ${type.body};
  color: ${colour('textMuted')};
`;

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.xs} ${space.sm};
  margin-top: ${space.sm};
`;
