import { PencilLine, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { HandStep, TableAction } from '#workshop/simulation/live/actions/actions.ts';
import type { PhoneShown } from '#workshop/simulation/live/table-shown.ts';
import { itemOf, notes } from '#workshop/simulation/servers/menu.ts';
import type { Item } from '#events/item.ts';
import { border, colour, size, space, type } from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Choices } from '#src/kit/ui/controls/Choices.tsx';
import { IconButton } from '#src/kit/ui/controls/IconButton.tsx';
import { Stepper } from '#src/kit/ui/controls/Stepper.tsx';
import { Text } from '#src/kit/ui/primitives.tsx';
import { CardButton } from './CardButton.tsx';
import { useSimulatorWords } from '../parts/words.ts';

interface Props {
  readonly phone: PhoneShown;
  take(action: TableAction): void;
}

/** The small menu: product and variant. */
const menu = [
  [0, 0],
  [1, 0],
  [1, 1],
  [2, 0],
  [3, 0],
] as const;

/** A diner's hand on one phone. */
export function HandPad({ phone: { index, name, cart, isFrozen }, take }: Props) {
  const { t } = useTranslation('simulator');
  const { dish, noted, orderType } = useSimulatorWords();
  const tap = (step: HandStep) => take({ kind: 'tap', phone: index, step });
  const lines = cart.carts.find(({ mine }) => mine)?.lines ?? [];

  if (isFrozen)
    return (
      <Text $type="small" $colour="textMuted">
        {t('hand.frozen')}
      </Text>
    );
  return (
    <Pad aria-label={t('hand.title', { name })}>
      <Menu>
        {menu.map(([product, variant]) => (
          <CardButton
            key={`${product} ${variant}`}
            icon={Plus}
            text={dish(itemOf(product, variant, 0))}
            of={name}
            onClick={() => tap({ kind: 'add', product, variant, notes: 0, quantity: 1 })}
          />
        ))}
      </Menu>
      {lines.map(({ lineId, item, quantity }, line) => (
        <Line key={lineId}>
          <span>{noted(item)}</span>
          <Stepper
            value={quantity}
            label={noted(item)}
            onLess={() => tap({ kind: 'decrease', line, quantity: 1 })}
            onMore={() => tap({ kind: 'add', ...stepOf(item), quantity: 1 })}
          />
          <IconButton
            label={t('hand.noteOf', { dish: dish(item) })}
            onClick={() => tap({ kind: 'editNotes', line, notes: (noteOf(item) + 1) % notes.length })}
          >
            <PencilLine aria-hidden />
          </IconButton>
        </Line>
      ))}
      <Line>
        <span aria-hidden>{t('hand.guests')}</span>
        <Stepper
          value={cart.guests}
          label={t('hand.guests')}
          max={12}
          removes={false}
          lessLabel={t('hand.fewer')}
          moreLabel={t('hand.more')}
          onLess={() => tap({ kind: 'setGuests', guests: cart.guests - 1 })}
          onMore={() => tap({ kind: 'setGuests', guests: cart.guests + 1 })}
        />
      </Line>
      <Choices
        legend={t('hand.orderType')}
        options={[
          { value: '0', label: orderType(0) },
          { value: '2', label: orderType(2) },
        ]}
        value={String(cart.orderType) as '0' | '2'}
        onChange={(value) => tap({ kind: 'setOrderType', orderType: Number(value) })}
      />
      <Menu>
        <Clear variant="quiet" onClick={() => tap({ kind: 'clear', scope: 'user' })}>
          {t('hand.clearOwn')}
        </Clear>
        <Clear variant="quiet" onClick={() => tap({ kind: 'clear', scope: 'table' })}>
          {t('hand.clearTable')}
        </Clear>
        <Clear variant="secondary" onClick={() => tap({ kind: 'place', twice: false })}>
          {t('hand.place')}
        </Clear>
        <Clear variant="quiet" onClick={() => tap({ kind: 'place', twice: true })}>
          {t('hand.placeTwice')}
        </Clear>
      </Menu>
    </Pad>
  );
}

function noteOf({ notes: written }: Item): number {
  return Math.max(0, notes.indexOf(written as (typeof notes)[number]));
}

/** What was tapped to have this item. */
function stepOf(item: Item): { product: number; variant: number; notes: number } {
  const variant = Number(item.modifiers[0]?.modifierProductId.slice(1) ?? 0);
  return { product: Number(item.productId.slice(1)), variant, notes: noteOf(item) };
}

const Pad = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.sm};
  padding-block: ${space.md};
  border-block: ${border.thin} solid ${colour('line')};
`;

const Menu = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(${size.cardButton}, 1fr));
  gap: ${space.xs};
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.xs};
  ${type.small};

  > :first-child {
    flex: 1;
  }
`;

const Clear = styled(Button)`
  min-height: ${size.touch};
  padding-inline: ${space.sm};
  ${type.label};
`;
