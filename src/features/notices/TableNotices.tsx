import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { rejections } from '#contract/codes.ts';
import { dishesIn } from '#contract/dish/quantity.ts';
import { rememberClosedTable } from '#src/diner/closed-table.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { useLanguage, useLinks } from '#ui/routes/language.ts';
import { matchRoute } from '#ui/routes/navigation.ts';
import { useCartEngine, useConnected, useTableNotices } from '#src/cart/hooks.ts';
import { lastOrder, restoredTable } from '#src/cart/order/restored-table.ts';
import { isRegistered, type AtTable } from '#client/api/diner-state.ts';
import type { LostLine, TableNotice } from '#sync/ports/table-notice.ts';
import { OrderNews } from './OrderNews.tsx';
import { useDish } from './use-dish.ts';
import { useOthersOrders, type OthersOrder } from './use-others-orders.ts';
import { applyTableMove } from '#src/diner/moved-table.ts';
import { announcedOrder } from '#src/cart/order/announced-order.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { useAfterQuiet, useWhen } from '#ui/timing/use-steady.ts';
import { summed, type PeerAddition } from './peer-additions.ts';
import { refusalText, rejectionText } from '#ui/i18n/refusal-text.ts';

/** CV3: up to here a code is one of HTTP's. */
const lastStatus = 999;

type CallRefused = Extract<TableNotice, { kind: 'callRefused' }>;
type Rejected = Extract<TableNotice, { kind: 'changeRejected' }>;

/** Says what happens at the table: toasts in passing, dialogs for what changes the evening. */
export function TableNotices({ isCartOpen }: { isCartOpen: boolean }) {
  const { t } = useTranslation(['table', 'cart']);
  const { leaveTable, rejoin, table } = useDiner();
  const merchantId = table?.merchantId;
  const engine = useCartEngine();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const links = useLinks();
  const [order, setOrder] = useState<OthersOrder>();
  const [isOrderShown, setOrderShown] = useState(false);
  const [ended, setEnded] = useState<Ended>();
  const [isLeaving, setLeaving] = useState(false);
  const page = matchRoute(useLocation().pathname)?.name;
  const isArriving = page === 'qrLanding';
  // Who has scanned another code since, or the same one again, is not at that table any more.
  const isOver = ended !== undefined && ended.sessionId === table?.sessionId;
  const [refused, setRefused] = useState<readonly Rejected[]>([]);

  const nameOf = (userName: string) => userName || t('notices.someone');
  const dishOf = useDish();
  const dishText = useDishText();
  const language = useLanguage();
  const sayAddition = useAfterQuiet((taps: readonly PeerAddition[]) => {
    const additions = summed(taps);
    const [first, ...more] = additions;
    if (!first) return;
    const names = [...new Set(additions.map(({ userName }) => nameOf(userName)))];
    const { productId, quantity } = first;
    const { name = first.product, unitLabel } = dishOf(productId) ?? {};
    const dish = dishText(name, quantity, unitLabel);
    const text =
      more.length === 0
        ? t('notices.peerAdded', { name: nameOf(first.userName), dish })
        : t('notices.peersAdded', {
            names: new Intl.ListFormat(language).format(names),
            count: additions.reduce(
              (sum, each) => sum + dishesIn(each.quantity, dishOf(each.productId)?.unitLabel),
              0,
            ),
          });
    // In the open cart the line itself lights up.
    if (isCartOpen) announce(text);
    else showToast(text, 'peers');
  });

  const invalidateOrder = (orderId: string) => {
    // D67: a coupon may count what was ordered before.
    for (const queryKey of [['order', orderId], ['orders'], ['table-active-order'], ['preview']])
      void queries.invalidateQueries({ queryKey });
  };
  const refreshOrders = () => {
    for (const queryKey of [['order'], ['orders'], ['table-active-order']])
      void queries.invalidateQueries({ queryKey });
  };
  useOthersOrders((news) => {
    invalidateOrder(news.orderId);
    engine?.refresh();
    // O5: what was left out may be sold out, which a phone that was away has not heard.
    const isMineLeft = engine?.cart.value.carts.some(({ mine, lines }) => mine && lines.length > 0);
    if (isMineLeft) void queries.invalidateQueries({ queryKey: ['menu'] });
    announcedOrder.next({ orderId: news.orderId, userName: news.userName });
    setOrder(news);
    setOrderShown(true);
  });
  /** CE9, CE10: a code that has words of its own; else what failed, a fetch in the server's words. */
  const refusedCall = ({ call, code, msg }: CallRefused) => {
    const key = refusalText(code, isRegistered());
    if (key) return t(`cart:${key}`);
    // P4: a code of the restaurant's own comes with its own words.
    if (code > lastStatus && msg) return msg;
    return call === 'update' ? t('notices.updateFailed') : msg || t('notices.fetchFailed');
  };

  const rejectedWords = ({ code, product }: Rejected) =>
    t(rejectionText(code), { product: product || t('notices.dish') });
  const [rejected] = refused;
  const handleAgain = () => {
    if (rejected?.again) engine?.commands.add(rejected.again.item, rejected.again.quantity);
    handleLeave();
  };
  const handleLeave = () => setRefused(([, ...others]) => others);

  /** S2 */
  const goOn = async (left: AtTable, unsent: number, mine: readonly LostLine[]) => {
    const kept = lastOrder.get();
    const order = kept?.sessionId === left.sessionId ? kept : undefined;
    try {
      const again = await rejoin(left);
      if (!again) return;
      // CX19: nothing was lost but what was not sent; the order went along.
      const lost = again.hasJoined ? undefined : order;
      restoredTable.set({ sessionId: again.sessionId, mine, order: lost, isRead: false });
      if (again.hasJoined) showToast(t('notices.joined', { name: again.tableName }));
      await queries.invalidateQueries({ queryKey: ['table-active-order'] });
    } catch (error) {
      console.warn('the table could not be joined again', error);
      setEnded({ sessionId: left.sessionId, unsent });
    }
  };

  // An order may have changed between the page's first answer and its place in the group.
  useConnected(refreshOrders);
  useTableNotices((notice) => {
    switch (notice.kind) {
      case 'peerAdded':
        return sayAddition(notice);
      case 'orderSubmitted':
      case 'orderUpdated':
        return invalidateOrder(notice.orderId);
      case 'changeRejected':
        if (notice.again || isLateNote(notice)) return setRefused((others) => [...others, notice]);
        return showToast(rejectedWords(notice));
      case 'callRefused':
        return showToast(refusedCall(notice));
      case 'sessionEnded':
        if (notice.restored && table) void goOn(table, notice.unsent, notice.restored.mine);
        else setEnded({ sessionId: table?.sessionId, unsent: notice.unsent });
        return;
      case 'sessionReopened':
        setEnded(undefined);
        showToast(t('notices.reopened'));
        return refreshOrders();
      case 'menuChanged':
        // Taxes and the service charge are in the totals alone.
        for (const queryKey of [['menu'], ['preview']]) void queries.invalidateQueries({ queryKey });
        return;
      case 'orderChanged':
        return invalidateOrder(notice.orderId);
      case 'tableMoved':
        if (!applyTableMove(notice)) return;
        showToast(t('notices.moved', { name: notice.tableName }));
        return refreshOrders();
      case 'closeInactiveDialog':
      case 'linesLost':
      case 'peersChanged':
        return;
      default:
        notice satisfies never;
    }
  });

  const handleAddItem = () => {
    setOrderShown(false);
    if (merchantId) void navigate(links.order(merchantId));
  };
  const handleViewDetail = () => {
    setOrderShown(false);
    if (merchantId && order) void navigate(links.orderDetail(merchantId, order.orderId));
  };
  const handleEndClose = () => {
    setEnded(undefined);
    if (!isOver) return;
    if (table) rememberClosedTable(table);
    setLeaving(true);
    if (merchantId) void navigate(links.merchantHome(merchantId), { replace: true });
  };
  // On the menu a diner without a table would be asked at once how they want to order.
  useWhen(isLeaving && (page === 'merchantHome' || merchantId === undefined), () => {
    setLeaving(false);
    leaveTable();
  });

  return (
    <>
      {order && (
        <OrderNews
          open={isOrderShown}
          order={order}
          dishOf={dishOf}
          onClose={() => setOrderShown(false)}
          onAddItem={handleAddItem}
          onViewDetail={handleViewDetail}
        />
      )}
      <Dialog
        open={rejected !== undefined && isLateNote(rejected)}
        onClose={handleLeave}
        title={t('notices.lateNoteTitle')}
        text={
          rejected &&
          t(rejected.notes ? 'notices.lateNote' : 'notices.lateNoteGone', {
            product: rejected.product || t('notices.dish'),
            notes: rejected.notes ?? '',
          })
        }
        actions={
          <Button wide onClick={handleLeave}>
            {t('notices.lateNoteClose')}
          </Button>
        }
      />
      <Dialog
        open={rejected?.again !== undefined}
        onClose={handleLeave}
        title={t('notices.againTitle')}
        text={rejected && rejectedWords(rejected)}
        actions={
          <>
            <Button wide onClick={handleAgain}>
              {t('notices.again')}
            </Button>
            <Button variant="secondary" wide onClick={handleLeave}>
              {t('notices.leave')}
            </Button>
          </>
        }
      />
      <SessionEndedDialog
        open={ended !== undefined && !isArriving && (isOver || ended.unsent > 0)}
        isOver={isOver}
        unsent={ended?.unsent ?? 0}
        onClose={handleEndClose}
      />
    </>
  );
}

/** O3: it may have been an allergy: no toast that goes by itself. */
function isLateNote({ code, notes }: Rejected): boolean {
  return code === rejections.alreadyOrdered && notes !== undefined;
}

interface Ended {
  readonly sessionId: string | undefined;
  readonly unsent: number;
}

interface EndedProps {
  readonly open: boolean;
  /** The diner still sits there. */
  readonly isOver: boolean;
  readonly unsent: number;
  onClose(): void;
}

/** The staff closed the table: what that means, and what was lost by it. */
function SessionEndedDialog({ open, isOver, unsent, onClose }: EndedProps) {
  const { t } = useTranslation('table');
  const name = useDiner().member?.firstName;
  return (
    <Dialog
      open={open}
      title={t('notices.endedTitle')}
      text={
        <>
          {isOver && <p>{name ? t('notices.endedTextFor', { name }) : t('notices.endedText')}</p>}
          {unsent > 0 && <p>{t('notices.endedUnsent', { count: unsent })}</p>}
        </>
      }
      actions={
        <Button wide onClick={onClose}>
          {t('notices.endedClose')}
        </Button>
      }
    />
  );
}
