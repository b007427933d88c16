import { Check } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { readAllergy } from '#contract/allergy.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { border, colour, figures, hoverable, longWords, motion, radius, size, space, type } from '#ui/theme/tokens.ts'; // prettier-ignore
import { Spinner } from '#ui/feedback/Spinner.tsx';
import { Small, Text } from '#ui/primitives.tsx';
import { useAct } from '../../calls/use-act.ts';
import { AllergyMark } from './AllergyMark.tsx';
import { DishStage } from './DishStage.tsx';
import { computeDishState, openPieces } from './dish-state.ts';
import type { useDishWords } from './use-dish-words.ts';

interface Props {
  readonly orderId: string;
  readonly line: PlacedItem;
  /** ISO 4217 */
  readonly currency: string;
  readonly words: ReturnType<typeof useDishWords>;
  /** False if the order is closed. */
  readonly isOpen: boolean;
  /** Opens the other actions for the dish. */
  onOpen(): void;
}

/** A dish of an order. A tap opens its actions, a tap on the tick marks it as served. */
export function DishRow({ orderId, line, currency, words, isOpen, onOpen }: Props) {
  const { t } = useTranslation('staff');
  // Each dish has its own mutation, so that a waiter can tick off a whole tray without waiting.
  const { act, isPending } = useAct(currency);
  const dish = useRef<HTMLButtonElement>(null);
  const state = computeDishState(line);
  const open = openPieces(state);
  // A dish that is not sent to the kitchen has no tick, which could be tapped by mistake. Its sheet can mark it as
  // served.
  const hasTick = isOpen && open > 0 && state.fresh < open;

  const handleServe = () => {
    // The tick disappears with the last piece, so the dish gets the focus.
    dish.current?.focus({ preventScroll: true });
    act(
      { type: 'dishServed', orderId, orderItemId: line.id, quantity: open },
      { says: t('acts.served', { dish: words.piecesOf(line, open) }) },
    );
  };

  const content = (
    <>
      <Pieces>{words.quantityOf(line)}</Pieces>
      <Words>
        <Name $gone={line.quantity === 0}>{words.nameOf(line)}</Name>
        {line.orderItemModifiers.length > 0 && <Small as="span">{words.chosenOf(line)}</Small>}
        <AllergyMark allergy={readAllergy(line)} />
        {line.notes !== '' && (
          <Text as="span" $type="strong" $colour="danger">
            {line.notes}
          </Text>
        )}
        <DishStage line={line} words={words} />
      </Words>
    </>
  );
  return (
    <Line>
      {isOpen && line.quantity > 0 ? (
        <Open ref={dish} type="button" aria-haspopup="dialog" $dim={open === 0} onClick={onOpen}>
          {content}
        </Open>
      ) : (
        <Still $dim={open === 0}>{content}</Still>
      )}
      {hasTick && (
        <Tick
          type="button"
          $ready={state.ready > 0}
          aria-label={t('dish.serve', { dish: words.piecesOf(line, open) })}
          title={t('dish.servedNow')}
          aria-busy={isPending || undefined}
          onClick={handleServe}
        >
          {isPending ? <Spinner /> : <Check aria-hidden />}
        </Tick>
      )}
    </Line>
  );
}

const Line = styled.li`
  display: flex;
  gap: ${space.sm};
  align-items: center;
  padding-block: ${space.xs};

  & + & {
    border-top: thin solid ${colour('line')};
  }
`;

const Still = styled.div<{ $dim: boolean }>`
  flex: 1;
  display: flex;
  gap: ${space.sm};
  min-width: 0;
  min-height: ${size.touch};
  padding-block: ${space.xs};
  ${({ $dim }) => $dim && `color: ${colour('textMuted')}`};
`;

const Open = styled(Still).attrs({ as: 'button' })`
  align-items: flex-start;
  padding-inline: ${space.sm};
  margin-inline: -${space.sm};
  text-align: start;
  border-radius: ${radius.md};

  ${hoverable} {
    &:hover {
      background: ${colour('sunken')};
    }
  }
`;

const Pieces = styled.span`
  flex: none;
  min-width: 1.9em;
  ${type.strong};
  ${figures};
`;

const Words = styled.span`
  flex: 1;
  display: grid;
  min-width: 0;
  ${longWords};
`;

const Name = styled.span<{ $gone: boolean }>`
  ${type.strong};
  ${({ $gone }) => $gone && 'text-decoration: line-through'};
`;

const Tick = styled.button<{ $ready: boolean }>`
  flex: none;
  display: grid;
  place-items: center;
  width: ${size.control};
  height: ${size.touch};
  color: ${({ $ready }) => colour($ready ? 'page' : 'success')};
  background: ${({ $ready }) => ($ready ? colour('success') : 'transparent')};
  border: ${border.thick} solid ${colour('success')};
  border-radius: ${radius.round};
  transition: transform ${motion.quick} ${motion.out};

  &:active {
    transform: scale(0.92);
  }
`;
