import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BodyOf } from '#contract/http/call.ts';
import { moveDishes } from '#contract/calls/service.ts';
import type { StaffOrder } from '#contract/calls/staff.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { notifyDone } from '../../acts/last-act.ts';
import { describeActFailure } from '../../acts/refusals.ts';
import { refreshStaff, useOverview } from '../../calls/staff-queries.ts';
import { SelectField } from '../../fields/SelectField.tsx';
import { useMoney } from '../../use-money.ts';
import { isOpen } from '../board/board-order.ts';
import { useDishWords } from '../dishes/use-dish-words.ts';
import { Problem } from './Problem.tsx';
import type { StepProps } from './step-props.ts';

const newBill = '';

/** Moves dishes to another open bill, or to a new one at the same table. */
export function MoveStep({ order, placed, staff, onDone }: StepProps) {
  const { t } = useTranslation('staff');
  const words = useDishWords(staff.merchantId);
  const { move, isPending, problem } = useMove(staff.currency, onDone);
  const others = useOtherBills(order);
  const [pieces, setPieces] = useState<Readonly<Record<string, number>>>({});
  const [to, setTo] = useState(newBill);
  const lines = placed.orderItems.filter(({ quantity }) => quantity > 0);
  // What was chosen may have left the bill meanwhile.
  const dishes = lines.flatMap(({ id: orderItemId, quantity: most }) => {
    const quantity = Math.min(pieces[orderItemId] ?? 0, most);
    return quantity > 0 ? { orderItemId, quantity } : [];
  });
  const toOrderId = others.some(({ id }) => id === to) ? to : newBill;
  const options = [
    { value: newBill, label: t('moving.newBill') },
    ...others.map((other) => ({ value: other.id, label: nameBill(other) })),
  ];
  function nameBill({ tableName, serial }: StaffOrder) {
    const place = tableName === null ? t('orders.toGo') : t('orders.table', { name: tableName });
    return `${place} · ${t('tables.order', { serial })}`;
  }
  const handleMove = () =>
    move({ orderId: order.id, dishes, ...(toOrderId !== newBill && { toOrderId }) }, (serial) =>
      t('moving.done', { serial }),
    );
  return (
    <Stack $gap="lg">
      <Stack as="ul">
        {lines.map((line) => (
          <DishToMove
            key={line.id}
            line={line}
            words={words}
            chosen={Math.min(pieces[line.id] ?? 0, line.quantity)}
            onChange={(quantity) => setPieces({ ...pieces, [line.id]: quantity })}
          />
        ))}
      </Stack>
      <SelectField label={t('moving.to')} value={toOrderId} options={options} onChange={setTo} />
      <Problem text={problem} />
      <Button wide disabled={dishes.length === 0} busy={isPending} onClick={handleMove}>
        {t('moving.submit')}
      </Button>
    </Stack>
  );
}

/** The other open bills, those of the same table first. */
function useOtherBills(order: StaffOrder): StaffOrder[] {
  const { data } = useOverview();
  const isElsewhere = ({ tableId }: StaffOrder) => Number(tableId !== order.tableId);
  return (data?.orders ?? [])
    .filter((other) => other.id !== order.id && isOpen(other) && !other.isClosed)
    .toSorted((a, b) => isElsewhere(a) - isElsewhere(b) || a.createAt - b.createAt);
}

interface DishProps {
  readonly line: PlacedItem;
  readonly words: ReturnType<typeof useDishWords>;
  readonly chosen: number;
  onChange(quantity: number): void;
}

/** A weighed dish moves as a whole. */
function DishToMove({ line, words, chosen, onChange }: DishProps) {
  const { t } = useTranslation('staff');
  const name = words.nameOf(line);
  const step = words.formatWeight(line) === undefined ? 1 : line.quantity;
  return (
    <Row as="li" $gap="md" $align="center" $padBlock="xs" $ruled>
      <Stack $grow>
        <Text as="span" $type="strong" $breaks>
          {words.piecesOf(line)}
        </Text>
        {line.userName !== '' && <Small as="span">{line.userName}</Small>}
      </Stack>
      <Stepper
        value={chosen}
        max={line.quantity}
        label={name}
        firstLabel={t('moving.choose', { name })}
        lessLabel={t('dish.fewer')}
        moreLabel={t('dish.more')}
        onLess={() => onChange(chosen - step)}
        onMore={() => onChange(chosen + step)}
      />
    </Row>
  );
}

type Body = Omit<BodyOf<typeof moveDishes>, 'actId'>;

/** Moves dishes. The bar then offers to undo it. @param currency ISO 4217 */
function useMove(currency: string, onDone: () => void) {
  const queries = useQueryClient();
  const money = useMoney(currency);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ body }: { body: Body & { actId: string }; says: (serial: string) => string }) =>
      await request(moveDishes, { body }),
    onSuccess: ({ to, undoUntil }, { body: { actId, orderId }, says }) => {
      if (undoUntil !== null) notifyDone(says(to.serial), { orderId, actId }, undoUntil);
      onDone();
    },
    onSettled: () => refreshStaff(queries),
  });
  const move = (body: Body, says: (serial: string) => string) => {
    if (!isPending) mutate({ body: { ...body, actId: nanoid() }, says });
  };
  return { move, isPending, problem: error ? describeActFailure(error, money) : undefined };
}
