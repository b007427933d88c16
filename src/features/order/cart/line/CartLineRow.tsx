import { PencilLine, SlidersHorizontal } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyframes, styled } from 'styled-components';
import { limits } from '#contract/limits.ts';
import { useCartCommands, useCartEngine, useMayLeaveOut, useOrderPlace } from '#src/cart/hooks.ts';
import { getShownCart } from '#src/cart/listeners.ts';
import { useLostOrder, isInLostOrder } from '#src/cart/order/use-lost-order.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { getLineState, type LineState, type TableLine } from '#client/cart/table-cart.ts';
import { colour, motion, radius, space, type } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { isBlocked, type PricedLine } from '#src/cart/priced-line.ts';
import { CartLine, LineStateNote, LineTools } from '#src/cart/CartLine.tsx';
import { createLineElementId, createNameId } from '#src/cart/show-line.ts';
import { useHasNoteDraft } from './note-drafts.ts';
import { BlockedLine } from './BlockedLine.tsx';
import { LineMore, ProposalState } from './LineMore.tsx';
import { Text } from '#ui/primitives.tsx';

interface Props {
  readonly priced: PricedLine;
  onSwap(line: TableLine): void;
  onEdit(priced: PricedLine, what: 'notes' | 'options'): void;
}

/** One line of the cart. Only its own diner can change it. It renders again only if the line changes. */
export const CartLineRow = memo(function CartLineRow({ priced, onSwap, onEdit }: Props) {
  const { t } = useTranslation('cart');
  const commands = useCartCommands();
  const { line, name } = priced;
  const { item, quantity, mine } = line;
  const elementId = createLineElementId(line.lineId);
  const nameId = createNameId(elementId);
  const isStopped = isBlocked(priced, useMayLeaveOut());
  const tools = mine && !isStopped ? commands : undefined;
  const hasOptions = (useOrderPlace().index.get(item.productId)?.modifierGroups.length ?? 0) > 0;
  const hasDraft = useHasNoteDraft(line);
  const notesLabel = hasDraft ? 'continueNotes' : item.notes === '' ? 'addNotes' : 'editNotes';

  return (
    <CartLine
      id={elementId}
      priced={priced}
      counted={!mine}
      beside={<LineMore priced={priced} />}
      behind={!mine && <Flash value={`${quantity} ${item.notes}`} />}
    >
      <OrderedBefore line={line} />
      {isStopped && (
        <BlockedLine
          priced={priced}
          onSwap={() => onSwap(line)}
          onChoose={priced.outdated === 'changed' ? () => onEdit(priced, 'options') : undefined}
        />
      )}
      {!mine && !isStopped && <ProposalState line={line} />}
      {tools && (
        <LineTools>
          <Stepper
            value={quantity}
            label={name}
            unitLabel={priced.unitLabel}
            max={limits.quantity}
            showsFirst={isSure}
            onMore={() => tools.add(item, 1)}
            onLess={() => tools.decrease(line, 1)}
          />
          {hasOptions && (
            <Small variant="quiet" aria-describedby={nameId} onClick={() => onEdit(priced, 'options')}>
              <SlidersHorizontal aria-hidden />
              {t('changeOptions')}
            </Small>
          )}
          <Small
            variant="quiet"
            aria-label={t(notesLabel)}
            aria-describedby={nameId}
            onClick={() => onEdit(priced, 'notes')}
          >
            <PencilLine aria-hidden />
            {/* Next to the button for options there is no room for a verb. */}
            {t(hasOptions && !hasDraft ? 'notes' : notesLabel)}
          </Small>
          <OwnLineState lineId={line.lineId} />
        </LineTools>
      )}
    </CartLine>
  );
});

/** The diner was asked for their name when they added the line, so a tap on the stepper needs no question. */
const isSure = () => true;

/** Warns that the line was ordered already, in an order that the restaurant lost when it restored a backup. */
function OrderedBefore({ line }: { readonly line: TableLine }) {
  const { t } = useTranslation('cart');
  const language = useLanguage();
  const lost = useLostOrder();
  if (!lost || !isInLostOrder(lost, line)) return null;
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(lost.at);
  return (
    <Text $type="small" $colour="danger">
      {t('ordered.before', { time })}
    </Text>
  );
}

/** Highlights its surroundings each time `value` changes, because another diner has just changed something there. */
function Flash({ value }: { value: string }) {
  const [shown, setShown] = useState({ value, times: 0 });
  if (shown.value !== value) setShown({ value, times: shown.times + 1 });
  // Hidden until the first change, because adding the style of an animation later would restyle the whole page.
  return <Light key={shown.times} hidden={shown.times === 0} aria-hidden />;
}

const fade = keyframes`
  from { opacity: 1; }
`;

const Light = styled.span`
  position: absolute;
  inset: ${space.none} -${space.sm};
  z-index: -1;
  background: ${colour('accentSoft')};
  border-radius: ${radius.md};
  opacity: 0;
  animation: ${fade} ${motion.slow} ${motion.in};
`;

/** How long a change may take before its state is shown, ms. A fast answer comes earlier, and the text would flicker. */
const readableMs = 400;

/** Whether the line's last change has reached the server. The last text stays until there is a new one. */
function OwnLineState({ lineId }: { readonly lineId: string }) {
  const shown = useReadableState(lineId);
  return shown && <LineStateNote state={shown} />;
}

/** The state of a line. A state that ends soon is left out, so that a tap with a fast answer renders nothing again. */
function useReadableState(lineId: string): LineState | undefined {
  const cart = useCartEngine()?.cart;
  const [shown, setShown] = useState<LineState>();
  useEffect(() => {
    if (!cart) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isReadable = false;
    const follow = () => {
      const state = getLineState(cart.value, lineId);
      if (state === 'confirmed' || isReadable) setShown(state);
      if (state === 'confirmed') {
        clearTimeout(timer);
        timer = undefined;
        isReadable = false;
      } else
        timer ??= setTimeout(() => {
          isReadable = true;
          follow();
        }, readableMs);
    };
    follow();
    const stop = getShownCart(cart).listen(follow);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [cart, lineId]);
  return shown;
}

/** Small enough for all buttons of a line to fit into one row on a phone. */
const Small = styled(Button)`
  padding-inline: ${space.sm};
  ${type.label};
`;
