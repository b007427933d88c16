import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { readAllergy } from '#contract/allergy.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { border, colour, figures, longWords, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Text } from '#ui/primitives.tsx';
import { useAct } from '../calls/use-act.ts';
import { AllergyMark } from '../orders/dishes/AllergyMark.tsx';
import { computeDishState, openPieces } from '../orders/dishes/dish-state.ts';
import type { useDishWords } from '../orders/dishes/use-dish-words.ts';
import { useSwipe } from './use-swipe.ts';

interface Props {
  readonly orderId: string;
  readonly line: PlacedItem;
  /** ISO 4217 */
  readonly currency: string;
  readonly words: ReturnType<typeof useDishWords>;
}

/** A dish in the kitchen. A tap marks it as ready, a swipe or the tick as served. */
export function KitchenDish({ orderId, line, currency, words }: Props) {
  const { t } = useTranslation('staff');
  const { act, isPending } = useAct(currency);
  const state = computeDishState(line);
  const open = openPieces(state);
  const toMake = state.fresh + state.inKitchen;
  const describeStep = (type: 'dishReady' | 'dishServed', quantity: number) =>
    t(type === 'dishReady' ? 'kitchen.ready' : 'acts.served', { dish: words.piecesOf(line, quantity) });
  const tell = (type: 'dishReady' | 'dishServed', quantity: number) => {
    if (quantity > 0)
      act({ type, orderId, orderItemId: line.id, quantity }, { says: describeStep(type, quantity) });
  };
  const { moved, handlers } = useSwipe(() => tell('dishServed', open));
  const isGone = open === 0;
  const contained = words.allergensOf(line);
  const shown = isGone ? (line.qtyVoid ?? 0) : open;

  return (
    <Line $moved={moved} {...(isGone ? undefined : handlers)}>
      <Dish
        type="button"
        disabled={toMake === 0}
        aria-label={toMake > 0 ? describeStep('dishReady', toMake) : undefined}
        onClick={() => tell('dishReady', toMake)}
      >
        <Pieces>{words.formatWeight(line, shown) ?? shown}</Pieces>
        <span>
          <AllergyMark allergy={readAllergy(line)} />
          {isGone ? <s>{words.nameOf(line)}</s> : words.nameOf(line)}
          {line.orderItemModifiers.length > 0 && (
            <Text as="span" $block $type="heading" $colour="textMuted">
              {words.chosenOf(line)}
            </Text>
          )}
          {contained !== '' && (
            <Text as="span" $block $type="small" $colour="textMuted">
              {t('kitchen.contains', { list: contained })}
            </Text>
          )}
          {line.notes !== '' && (
            <Text as="span" $block $type="heading" $colour="danger">
              {line.notes}
            </Text>
          )}
          {(isGone || toMake === 0) && (
            <Text as="span" $block $type="label" $colour={isGone ? 'danger' : 'success'}>
              {t(isGone ? 'kitchen.gone' : 'dish.stage.ready')}
            </Text>
          )}
        </span>
      </Dish>
      {!isGone && (
        <Tick
          type="button"
          aria-label={describeStep('dishServed', open)}
          aria-busy={isPending || undefined}
          onClick={() => tell('dishServed', open)}
        >
          <Check aria-hidden />
        </Tick>
      )}
    </Line>
  );
}

const Line = styled.li<{ $moved: number }>`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  padding-block: ${space.xs};
  touch-action: pan-y;
  background: ${({ $moved }) => ($moved > 0 ? colour('successSoft') : 'transparent')};
  transform: ${({ $moved }) => `translateX(${$moved}px)`};

  & + & {
    border-top: thin solid ${colour('line')};
  }
`;

const Dish = styled.button`
  flex: 1;
  display: flex;
  gap: ${space.md};
  align-items: baseline;
  min-width: 0;
  min-height: ${size.control};
  text-align: start;
  ${type.title};
  ${longWords};
  color: ${colour('text')};
`;

const Pieces = styled.span`
  flex: none;
  min-width: 1.2em;
  ${type.display};
  ${figures};
`;

const Tick = styled.button`
  flex: none;
  display: grid;
  place-items: center;
  width: ${size.control};
  height: ${size.control};
  color: ${colour('success')};
  border: ${border.thick} solid ${colour('success')};
  border-radius: ${radius.round};
`;
