import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableLine } from '#client/cart/table-cart.ts';
import { orderType } from '#contract/states.ts';
import { zero } from '#projections/bill/money.ts';
import { useCartStatus, useOrderPlace } from '#src/cart/hooks.ts';
import { useLostOrder, isInLostOrder } from '#src/cart/order/use-lost-order.ts';
import { pricedCart } from '#src/cart/priced-line.ts';
import { useDiner, useDinerName } from '#src/diner/diner.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Avatar } from '#ui/diners/Avatar.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { FullScreen } from '#ui/layers/FullScreen.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { useLazyPart } from '#src/popups/lazy-popup.ts';
import { StaffLines } from '../cart/StaffLines.tsx';
import { GoesWith } from '../suggestions/GoesWith.tsx';
import { ChangedPrices } from './ChangedPrices.tsx';
import { CouponChoice } from './CouponChoice.tsx';
import { LeftOut } from './LeftOut.tsx';
import { OrderCodeField } from './OrderCodeField.tsx';
import { OrderedMeanwhile } from './OrderedMeanwhile.tsx';
import { PickupFields } from './PickupFields.tsx';
import { PlaceButton } from './PlaceButton.tsx';
import { PreviewTotals } from './PreviewTotals.tsx';
import { Review } from './Review.tsx';
import { StillChoosing } from './StillChoosing.tsx';
import { useJustChanged } from './use-just-changed.ts';
import { useLeaveOutActions } from './use-leave-out-actions.ts';
import { useNameOfDish } from './use-name-of-dish.ts';
import { useOrderDraft, type OrderDraft } from './use-order-draft.ts';
import { usePickup } from './use-pickup.ts';
import { usePlacing } from './use-placing.ts';

const loadAllergy = () => import('#src/allergy/AllergyPart.tsx');

/** The step before the order goes to the kitchen. It covers the order page and has no address of its own. */
export function OrderPreview({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('cart');
  const { index } = useOrderPlace();
  const { member, table } = useDiner();
  const { network } = useCartStatus();
  const nameOf = useDinerName();
  const draft = useOrderDraft(open);
  const { choice, cart, priced, isEmpty, lacksTotal } = draft;
  const { leaveOutLine, leaveOutBlocked, mayOrderMine } = useLeaveOutActions(draft);
  // This also collects changes from before the review was opened.
  const changing = useJustChanged();
  const placing = usePlacing();
  const isToGo = cart.orderType === orderType.toGo || cart.orderType === orderType.onlineToGo;
  const pickup = usePickup(open && isToGo);
  const [orderCode, setOrderCode] = useState('');
  const doubt = useDoubt(cart.carts.flatMap(({ lines }) => lines));

  const place = () => {
    doubt.accept();
    const { coupon, isUnsaid } = draft.totalling;
    placing.place({
      orderCode,
      userCouponIds: coupon ? [coupon.userCouponId] : [],
      isLeftOut: choice.isLeftOut,
      shownTotal: draft.total,
      isUnsaid,
      pickup: pickup.chosen,
    });
  };
  const handlePlace = () => (doubt.isDoubtful && placing.state === 'idle' ? doubt.ask() : place());

  return (
    <FullScreen
      open={open}
      onClose={onClose}
      title={t('preview.title')}
      header={member && <Avatar userId={member.id} name={nameOf({ mine: true, userName: '' })} />}
      footer={
        <PlaceButton
          {...{ draft, placing, leaveOutBlocked }}
          isPreorder={typeof pickup.chosen?.at === 'number'}
          onPlace={handlePlace}
        />
      }
    >
      <Stack $gap="xl">
        {placing.state === 'unknown' && (
          <Banner tone="danger">
            <Text $type="strong">{t('place.unknownTitle')}</Text>
            <p>{t('place.unknownText')}</p>
          </Banner>
        )}
        {network !== 'online' && !lacksTotal && <Banner tone="info">{t(network)}</Banner>}
        <OrderedMeanwhile isEmpty={isEmpty} />
        <ChangedPrices changes={draft.changes} />
        <StillChoosing changing={changing} />
        <Review
          held={placing.state !== 'idle'}
          isEmpty={isEmpty}
          isToGo={isToGo}
          guests={cart.guests}
          tableName={table?.tableName || undefined}
          diners={priced.diners}
          leaveOut={leaveOutLine}
        >
          <StaffLines />
          <LeftOut diners={pricedCart(choice.leftOut, index).diners} onOrderAll={choice.orderAll} />
          {mayOrderMine && (
            <Button variant="quiet" onClick={choice.orderOnlyMine}>
              {t('leftOut.onlyMine')}
            </Button>
          )}
          {open && placing.state === 'idle' && !isEmpty && <GoesWith of={listDishes(priced.diners)} />}
          <Allergy open={open} />
          <OrderCode value={orderCode} onChange={setOrderCode} error={placing.codeError} />
          <PickupFields pickup={pickup} />
          <CouponAndTotals draft={draft} />
        </Review>
      </Stack>
      <DoubtDialog doubt={doubt} onOrder={place} />
    </FullScreen>
  );
}

/** What the diner is allergic to. */
function Allergy({ open }: { open: boolean }) {
  const { Popup } = useLazyPart(loadAllergy, { needed: open });
  return Popup && <Popup />;
}

/** The diner's own dishes first. */
function listDishes(diners: OrderDraft['priced']['diners']): readonly string[] {
  return diners.flatMap(({ lines }) => lines.map(({ line }) => line.item.productId));
}

/** The field for the table's code, where the restaurant asks for it. */
function OrderCode(props: Omit<ComponentProps<typeof OrderCodeField>, 'tableId'>) {
  const { orderCodeRequired } = useOrderPlace();
  const { table } = useDiner();
  return orderCodeRequired && <OrderCodeField {...props} tableId={table?.tableId || undefined} />;
}

/** The coupon of the order and its totals. */
function CouponAndTotals({ draft }: { draft: OrderDraft }) {
  const { priced, isOffline, isStopped, isRefusedLine, mayChooseCoupon, totalling } = draft;
  const { totals, refusal, failed, isAsking, retry, coupon, offer, choose } = totalling;
  return (
    <>
      {mayChooseCoupon && (
        <CouponChoice
          applied={coupon}
          offer={offer}
          soFar={{
            round: totals?.subTotalAmount ?? priced.total,
            before: totals?.orderedAmount ?? zero,
          }}
          onChoose={choose}
        />
      )}
      {!(isStopped && isRefusedLine) && (
        <PreviewTotals
          totals={totals}
          ofDishes={priced.total}
          offline={isOffline}
          failed={failed}
          refusal={refusal}
          retrying={isAsking}
          onRetry={retry}
        />
      )}
    </>
  );
}

type Doubt = ReturnType<typeof useDoubt>;

/**
 * After the restaurant restored its data from a backup, the cart may contain dishes that are in the kitchen already.
 * The diner is asked once before such an order is placed.
 */
function useDoubt(lines: readonly TableLine[]) {
  const { restoredAt } = useCartStatus();
  const lost = useLostOrder();
  const [isAsking, setAsking] = useState(false);
  const [isSure, setSure] = useState(false);
  const again = lines.filter((line) => isInLostOrder(lost, line));
  return {
    /** The lines that were ordered before the restore. */
    again,
    isDoubtful: !isSure && (again.length > 0 || restoredAt !== undefined),
    isAsking,
    ask: () => setAsking(true),
    close: () => setAsking(false),
    accept() {
      setAsking(false);
      setSure(true);
    },
  };
}

function DoubtDialog({ doubt: { again, isAsking, close }, onOrder }: { doubt: Doubt; onOrder(): void }) {
  const { t } = useTranslation('cart');
  const nameOfDish = useNameOfDish();
  return (
    <Dialog
      open={isAsking}
      onClose={close}
      title={t('place.againTitle')}
      text={
        again.length === 0
          ? t('place.againPerhaps')
          : t('place.againText', { dishes: again.map(({ item }) => nameOfDish(item)).join(t('separator')) })
      }
      actions={
        <>
          <Button wide onClick={close}>
            {t('place.againBack')}
          </Button>
          <Button wide variant="secondary" onClick={onOrder}>
            {t('place.againOrder')}
          </Button>
        </>
      }
    />
  );
}
