import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyframes, styled } from 'styled-components';
import { codes } from '#contract/codes.ts';
import { orderType } from '#contract/states.ts';
import { ApiError } from '#client/api/api-error.ts';
import { useTableActiveOrder } from '#client/api/answers/own-queries.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { useDiner, useDinerName } from '#src/diner/diner.ts';
import {
  useCartStatus,
  useOrderPlace,
  usePresence,
  useTableCartWhile,
  useTableNotices,
} from '#src/cart/hooks.ts';
import { colour, space } from '#ui/theme/tokens.ts';
import { Avatar } from '#ui/diners/Avatar.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { useLostOrder, wasOrdered } from '#src/cart/order/use-lost-order.ts';
import type { Item } from '#events/item.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { toastDuration } from '#ui/feedback/show-toast.ts';
import { Button } from '#ui/controls/Button.tsx';
import { moneyText } from '#ui/text/Price.tsx';
import { FullScreen } from '#ui/layers/FullScreen.tsx';
import { zero } from '#projections/bill/money.ts';
import { findBlockedLines, pricedCart } from '#src/cart/priced-line.ts';
import { Stack, Text } from '#ui/primitives.tsx';
import { StaffLines } from '../cart/StaffLines.tsx';
import { CouponChoice } from './CouponChoice.tsx';
import { OrderCodeField } from './OrderCodeField.tsx';
import { LeftOut } from './LeftOut.tsx';
import { OrderedMeanwhile } from './OrderedMeanwhile.tsx';
import { PreviewTotals } from './PreviewTotals.tsx';
import { Review } from './Review.tsx';
import { useLeftOut } from './use-left-out.ts';
import { usePlacing } from './use-placing.ts';
import { ChangedPrices } from './ChangedPrices.tsx';
import { useTotalChanges } from './use-total-changes.ts';
import { useTotals } from './use-totals.ts';

/** The step before the order goes to the kitchen; it stands over the order page and has no address (D1). */
export function OrderPreview({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('cart');
  const { orderCodeRequired, currency, index } = useOrderPlace();
  const language = useLanguage();
  const { member, isMember, table } = useDiner();
  const { network, restoredAt, mayLeaveOut } = useCartStatus();
  const nameOf = useDinerName();
  const whole = useTableCartWhile(open);
  const choice = useLeftOut(whole.carts, mayLeaveOut);
  const cart = { ...whole, carts: choice.ordered };
  const priced = pricedCart(cart.carts, index);
  const blocked = findBlockedLines(priced, mayLeaveOut);
  // Where nothing can be left out, the diner whose it is has to take it out, and the server names it.
  const isStopped = mayLeaveOut ? blocked.anybodys : blocked.mine;
  const isEmpty = whole.quantity === 0;
  // An order bears one coupon, in whichever round.
  const hadCoupon = (useTableActiveOrder(table).data?.orderCoupons.length ?? 0) > 0;
  const {
    totals,
    refusal,
    failed,
    isUnsaid,
    isAsking: isTotalling,
    retry,
    coupon,
    offer,
    choose,
  } = useTotals(cart, index, open && !isEmpty, !hadCoupon);
  const changes = useTotalChanges(open ? cart.carts : undefined, index, totals);
  // Heard before the review is open, too.
  const changing = useJustChanged();
  const placing = usePlacing();
  const [orderCode, setOrderCode] = useState('');
  const reasonId = useId();
  // S2: what stands here again may be in the kitchen already.
  const lost = useLostOrder();
  const again = cart.carts.flatMap(({ lines }) => lines).filter((line) => wasOrdered(lost, line));
  const [isAsking, setAsking] = useState(false);
  const [isSure, setSure] = useState(false);
  const isDoubtful = !isSure && (again.length > 0 || restoredAt !== undefined);

  const nameOfDish = ({ productId, name }: Item) => index.get(productId)?.name ?? name ?? '';
  const place = () => {
    setAsking(false);
    setSure(true);
    placing.place({
      orderCode,
      userCouponIds: coupon ? [coupon.userCouponId] : [],
      isLeftOut: choice.isLeftOut,
      shownTotal: total,
      isUnsaid,
    });
  };

  const isToGo = cart.orderType === orderType.toGo || cart.orderType === orderType.onlineToGo;
  const total = isEmpty || refusal ? undefined : totals?.totalAmount;
  // Where a guest is refused the total, placing leads to the login.
  const isForMembers =
    refusal instanceof ApiError && refusal.code === codes.guestModeDoesNotSupportPlacingOrders;
  const canPlace = (total !== undefined || isUnsaid || isForMembers) && !isStopped;
  const action =
    total === undefined
      ? t('place.action')
      : t('place.actionFor', { price: moneyText(total, currency, language) });

  const orderedLines = priced.diners.flatMap(({ lines }) => lines);
  // The menu here does not know all that the server refuses: a choice that is gone, or a dish.
  const isRefusedLine =
    refusal instanceof ApiError &&
    [codes.soldOut, codes.fewerLeft, codes.pleaseAddItAgainToYourCart].some((code) => code === refusal.code);
  const isLastOne = orderedLines.length === 1;
  const leaveOutAll = (lines: readonly TableLine[]) => {
    choice.leaveOut(lines);
    for (const { item } of lines) announce(t('leftOut.told', { name: nameOfDish(item) }));
  };
  const leaveOut = (line: TableLine) => {
    const isMeant = blocked.anybodys ? blockedLines.has(line) : isRefusedLine;
    if (!isMeant || isLastOne) return undefined;
    return () => leaveOutAll([line]);
  };
  const blockedLines = new Set(blocked.lines.map(({ line }) => line));
  // The way on stands where one looks for it, not only at a line far up.
  const leaveOutBlocked =
    isStopped && mayLeaveOut && !blocked.everything ? () => leaveOutAll([...blockedLines]) : undefined;
  const hasMine = orderedLines.some(({ line }) => line.mine && !blockedLines.has(line));
  const mayOrderMine = mayLeaveOut && !choice.onlyMine && hasMine && priced.diners.length > 1;

  const lacksTotal = (failed || refusal !== undefined) && !canPlace;
  const stop = t(mayLeaveOut ? 'place.leaveOutBlocked' : 'place.takeOutBlocked', {
    dishes: new Intl.ListFormat(language).format(new Set(blocked.lines.map(({ name }) => name))),
  });
  const block = isStopped ? stop : lacksTotal ? t('place.needsTotal') : undefined;
  const reason = isEmpty || placing.state !== 'idle' ? undefined : block;

  const footer =
    placing.state === 'unknown' ? (
      <Button wide onClick={() => placing.checkAgain()}>
        {t('place.checkAgain')}
      </Button>
    ) : (
      <>
        {placing.problem !== undefined && !isEmpty && !isStopped && (
          <AfterToast>{placing.problem}</AfterToast>
        )}
        {reason !== undefined && (
          <Reason as={isStopped ? Problem : undefined} id={reasonId}>
            {reason}
          </Reason>
        )}
        {leaveOutBlocked && placing.state === 'idle' ? (
          <Button wide aria-describedby={reasonId} onClick={leaveOutBlocked}>
            {t('leaveOut')}
          </Button>
        ) : (
          <Button
            wide
            busy={placing.state === 'busy'}
            disabled={!canPlace && placing.state === 'idle'}
            aria-describedby={reason === undefined ? undefined : reasonId}
            onClick={() => (isDoubtful && placing.state === 'idle' ? setAsking(true) : place())}
          >
            {placing.state === 'busy' ? t('place.busy') : action}
          </Button>
        )}
      </>
    );

  return (
    <FullScreen
      open={open}
      onClose={onClose}
      title={t('preview.title')}
      header={member && <Avatar userId={member.id} name={nameOf({ mine: true, userName: '' })} />}
      footer={footer}
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
        <ChangedPrices changes={changes} />
        <StillChoosing changing={changing} />
        <Review
          held={placing.state !== 'idle'}
          isEmpty={isEmpty}
          isToGo={isToGo}
          guests={cart.guests}
          tableName={table?.tableName || undefined}
          diners={priced.diners}
          leaveOut={mayLeaveOut ? leaveOut : undefined}
        >
          <StaffLines />
          <LeftOut diners={pricedCart(choice.leftOut, index).diners} onOrderAll={choice.orderAll} />
          {mayOrderMine && (
            <Button variant="quiet" onClick={choice.orderOnlyMine}>
              {t('leftOut.onlyMine')}
            </Button>
          )}
          {orderCodeRequired && (
            <OrderCodeField
              tableId={table?.tableId || undefined}
              value={orderCode}
              onChange={setOrderCode}
              error={placing.codeError}
            />
          )}
          {isMember && !hadCoupon && !lacksTotal && (
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
              offline={network === 'offline'}
              failed={failed}
              refusal={refusal}
              retrying={isTotalling}
              onRetry={retry}
            />
          )}
        </Review>
      </Stack>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('place.againTitle')}
        text={
          again.length === 0
            ? t('place.againPerhaps')
            : t('place.againText', { dishes: again.map(({ item }) => nameOfDish(item)).join(t('separator')) })
        }
        actions={
          <>
            <Button wide onClick={() => setAsking(false)}>
              {t('place.againBack')}
            </Button>
            <Button wide variant="secondary" onClick={place}>
              {t('place.againOrder')}
            </Button>
          </>
        }
      />
    </FullScreen>
  );
}

/** Of more a sentence would be a list. */
const mostNamed = 3;

/** Says who else is here and changing something just now: the order may wait for them. */
function StillChoosing({ changing }: { changing: ReadonlySet<string> }) {
  const { t } = useTranslation(['cart', 'order']);
  const language = useLanguage();
  const nameOf = useDinerName();
  const names = usePresence()
    .filter(({ userId, here }) => here && changing.has(userId))
    .map(({ userName }) => nameOf({ mine: false, userName }));
  if (names.length === 0) return null;
  const rest = names.length - mostNamed;
  const listed = rest > 1 ? [...names.slice(0, mostNamed), t('order:news.more', { count: rest })] : names;
  return (
    <Banner tone="info">
      {t('preview.choosing', { count: names.length, names: new Intl.ListFormat(language).format(listed) })}
    </Banner>
  );
}

const Reason = styled.p`
  padding-bottom: ${space.sm};
  color: ${colour('textMuted')};
`;

const Problem = styled(Reason)`
  color: ${colour('danger')};
`;

const appear = keyframes`
  from {
    visibility: hidden;
  }
`;

/** A toast has just said the same: it stays once that has gone, so that nobody reads it twice at a time. */
const AfterToast = styled(Problem)`
  animation: ${appear} ${toastDuration}ms step-end;
`;

/** ms after a change in which its diner counts as choosing. */
const standsFor = 20_000;

/** Ids of the other diners who changed something in sight of this one a moment ago. */
function useJustChanged(): ReadonlySet<string> {
  const [changes, setChanges] = useState<ReadonlyMap<string, number>>(new Map());

  useTableNotices((notice) => {
    if (notice.kind !== 'peersChanged') return;
    const until = Date.now() + standsFor;
    const events = notice.records.flatMap((record) => ('event' in record ? [record.event] : []));
    setChanges((before) => {
      // What was chosen before an order went with it, or waits for the next one: nobody is to be waited for.
      const ordered = events.findLastIndex(({ type }) => type === 'orderPlaced');
      const since = events.slice(ordered + 1).map(({ userId }) => [userId, until] as const);
      return new Map([...(ordered === -1 ? before : []), ...since]);
    });
  });
  useEffect(() => {
    if (changes.size === 0) return;
    const next = Math.min(...changes.values());
    const timer = setTimeout(
      () => setChanges((before) => new Map([...before].filter(([, until]) => until > next))),
      next - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [changes]);
  return new Set(changes.keys());
}
