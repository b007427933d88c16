import { useTranslation } from 'react-i18next';
import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { listDiscounts, type Discount } from '#ui/bill/discounts.ts';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { useOrderOf } from '../calls/staff-queries.ts';
import { useMoney } from '../use-money.ts';
import { AddStep } from './add/AddStep.tsx';
import type { Ask, Asked, Step } from './asked.ts';
import { isOwed } from './board/board-order.ts';
import { useDishWords } from './dishes/use-dish-words.ts';
import { CloseStep } from './sheets/CloseStep.tsx';
import { DiscountStep } from './sheets/DiscountStep.tsx';
import { DishStep } from './sheets/DishStep.tsx';
import { RefundStep } from './sheets/payment/refund/RefundStep.tsx';
import { MoreStep } from './sheets/MoreStep.tsx';
import { MoveStep } from './sheets/MoveStep.tsx';
import { PayStep } from './sheets/payment/PayStep.tsx';
import { ReceiptStep } from './sheets/ReceiptStep.tsx';
import { RemoveDiscountStep } from './sheets/RemoveDiscountStep.tsx';
import type { StepProps } from './sheets/step-props.ts';
import { VoidStep } from './sheets/VoidStep.tsx';

interface Props {
  readonly asked: Asked;
  readonly order: StaffOrder;
  readonly staff: StaffIdentity;
  readonly open: boolean;
  readonly onAsk: Ask;
  onClose(): void;
  onClosed(): HTMLElement | null;
}

/** The actions for an order or one of its dishes, one step at a time. A completed step closes the sheet. */
export function OrderSheet({ asked, order, staff: identity, open, onAsk, onClose, onClosed }: Props) {
  const { t } = useTranslation('staff');
  const { data: placed } = useOrderOf(order);
  // The restaurant may have changed its currency since.
  const staff = { ...identity, currency: placed?.currency ?? identity.currency };
  const words = useDishWords(staff.merchantId);
  const money = useMoney(staff.currency);
  const { step, dishId, discountId } = asked;
  const { serial, tableName, owed } = order;
  const line = placed?.orderItems.find(({ id }) => id === dishId);
  const discount = placed && listDiscounts(placed).find(({ id }) => id === discountId);
  const where = `${tableName === null ? t('orders.toGo') : t('orders.table', { name: tableName })} · ${t('tables.order', { serial })}`;

  const titles: Record<Step, string> = {
    dish: line ? words.piecesOf(line) : '',
    void: t('void.title', { name: line ? words.nameOf(line) : '' }),
    pay: isOwed(order) ? t('pay.title', { price: money(owed) }) : t('pay.settled'),
    giveBack: t('pay.giveBack'),
    add: t('add.title'),
    more: where,
    receipt: t(isOwed(order) ? 'receipt.bill' : 'receipt.title'),
    discount: t('discount.title'),
    move: t('moving.title'),
    removeDiscount: discount
      ? t('discount.removeTitle', { price: money(discount.amount) })
      : t('discount.remove'),
    close: t('close.title', { serial }),
    cancel: t('close.cancelTitle', { serial }),
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={titles[step]}
      description={step === 'more' ? undefined : where}
      height={step === 'add' ? 'tall' : 'content'}
    >
      {placed ? (
        <StepOf
          // Another step, or another order, starts with a fresh form.
          key={`${order.id} ${step} ${dishId}`}
          step={step}
          line={line}
          discount={discount}
          order={order}
          placed={placed}
          staff={staff}
          onAsk={onAsk}
          onDone={onClose}
        />
      ) : (
        <Skeleton />
      )}
    </Sheet>
  );
}

interface StepOfProps extends StepProps {
  readonly step: Step;
  readonly line: PlacedItem | undefined;
  readonly discount: Discount | undefined;
}

function StepOf({ step, line, discount, ...props }: StepOfProps) {
  switch (step) {
    case 'dish':
      return line && <DishStep {...props} line={line} />;
    case 'void':
      return line && <VoidStep {...props} line={line} />;
    case 'pay':
      return <PayStep {...props} />;
    case 'giveBack':
      return <RefundStep {...props} />;
    case 'add':
      return <AddStep to={{ orderId: props.order.id }} staff={props.staff} onDone={props.onDone} />;
    case 'more':
      return <MoreStep {...props} />;
    case 'receipt':
      return <ReceiptStep {...props} />;
    case 'discount':
      return <DiscountStep {...props} />;
    case 'move':
      return <MoveStep {...props} />;
    case 'removeDiscount':
      return discount && <RemoveDiscountStep {...props} discount={discount} />;
    case 'close':
    case 'cancel':
      return <CloseStep {...props} outcome={step === 'close' ? 'completed' : 'cancelled'} />;
  }
}
