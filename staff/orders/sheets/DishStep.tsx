import { isSoldOut } from '#contract/dish/menu-index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlacedItem } from '#contract/order-fields.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { useSoldOut } from '../../acts/use-sold-out.ts';
import { useAct } from '../../calls/use-act.ts';
import { listMissingOptions } from '../../menu/menu-entries.ts';
import { DishStage } from '../dishes/DishStage.tsx';
import { computeDishState, openPieces } from '../dishes/dish-state.ts';
import { useDishWords } from '../dishes/use-dish-words.ts';
import { PiecesStepper } from './PiecesStepper.tsx';
import { Problem } from './Problem.tsx';
import type { StepProps } from './step-props.ts';

/** The actions for a dish: serve some of its pieces, void it, or mark it as sold out. */
export function DishStep({ order, staff, line, onAsk, onDone }: StepProps & { line: PlacedItem }) {
  const { t } = useTranslation('staff');
  const words = useDishWords(staff.merchantId);
  const { act, isPending, problem } = useAct(staff.currency);
  const { mark, isPending: isMarking } = useSoldOut();
  const open = openPieces(computeDishState(line));
  const [wanted, setWanted] = useState(open);
  const pieces = Math.min(wanted, open);
  const product = words.productOf(line);
  const lacked = product ? listMissingOptions(product) : [];
  const { id: orderId } = order;

  const handleServe = () =>
    act(
      { type: 'dishServed', orderId, orderItemId: line.id, quantity: pieces },
      { says: t('acts.served', { dish: words.piecesOf(line, pieces) }), onDone },
    );
  return (
    <Stack $gap="md">
      <div>
        {line.orderItemModifiers.length > 0 && <Small>{words.chosenOf(line)}</Small>}
        {line.notes !== '' && (
          <Text $type="strong" $colour="danger">
            {line.notes}
          </Text>
        )}
        <DishStage line={line} words={words} />
      </div>
      <PiecesStepper
        pieces={pieces}
        most={open}
        weight={words.formatWeight(line, pieces)}
        onChange={setWanted}
      />
      <Problem text={problem?.text} />
      {open > 0 && (
        <Button wide busy={isPending} onClick={handleServe}>
          {t('dish.servedNow')}
        </Button>
      )}
      <Button wide variant="secondary" onClick={() => onAsk({ step: 'void', orderId, dishId: line.id })}>
        {t('dish.void')}
      </Button>
      {product && (
        <Button
          wide
          variant="secondary"
          busy={isMarking}
          disabled={lacked.length > 0}
          onClick={() =>
            mark({ productId: product.id, soldOut: !isSoldOut(product) }, product.name, { onDone })
          }
        >
          {t(isSoldOut(product) ? 'dish.onSale' : 'dish.soldOut')}
        </Button>
      )}
      {lacked.length > 0 && (
        <Small>{t('menu.lacks', { options: lacked.map(({ name }) => name).join(t('menu.and')) })}</Small>
      )}
    </Stack>
  );
}
