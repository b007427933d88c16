import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { limits } from '#contract/limits.ts';
import { useBackLayer } from '#src/app/back-layer.ts';
import { useCartCommands } from '#src/cart/hooks.ts';
import type { TableLine } from '#src/cart/table-cart.ts';
import { colour } from '#src/theme/colour.ts';
import { size, space, type } from '#src/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Price } from '#src/ui/Price.tsx';
import { Stepper } from '#src/ui/Stepper.tsx';
import { useOrderPlace } from '../order-place.ts';
import type { PricedLine } from '../priced-line.ts';
import { LineDetails } from './LineDetails.tsx';
import { LineStateNote } from './LineStateNote.tsx';
import { Flash } from './Flash.tsx';
import { SoldOutLine } from './SoldOutLine.tsx';
import { WhyHere } from './WhyHere.tsx';
import { NotesSheet } from './NotesSheet.tsx';

interface Props {
  readonly priced: PricedLine;
  /** To dishes of the same kind. */
  onSwap(line: TableLine): void;
}

/** One line of the cart: the diner's own can be changed, the others' only read. */
export function CartLineRow({ priced, onSwap }: Props) {
  const { t } = useTranslation('cart');
  const { currency } = useOrderPlace();
  const commands = useCartCommands();
  const [editing, setEditing] = useState(false);
  useBackLayer(editing, () => setEditing(false));
  const { line, name, amount } = priced;
  const { item, quantity, mine } = line;

  return (
    <Row>
      {!mine && <Flash value={`${quantity} ${item.notes}`} />}
      <Top>
        <Words>
          <Name>{name}</Name>
          <LineDetails priced={priced} />
        </Words>
        <Amount>
          <Price amount={amount} currency={currency} />
          {!mine && <Times>{t('times', { quantity })}</Times>}
        </Amount>
        <WhyHere line={line} name={name} />
      </Top>
      {priced.soldOut && <SoldOutLine line={line} name={name} onSwap={() => onSwap(line)} />}
      {mine && commands && !priced.soldOut && (
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
  justify-content: flex-end;
  gap: ${space.xs} ${space.md};
`;

const Words = styled.div`
  flex: 1 1 ${size.headerWords};
  min-width: 0;
`;

const Name = styled.h4`
  ${type.strong};
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
