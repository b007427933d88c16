import { useMemo, type ReactNode } from 'react';
import { BehaviorSubject, EMPTY } from 'rxjs';
import { DinerContext, useDiner } from '#src/diner/diner.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { CartContext, OrderPlaceContext } from '#src/cart/hooks.ts';
import { nothingMissed, type TableCart } from '#client/cart/table-cart.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import type { PhoneLog } from '../logs/table-of-logs.ts';

interface Props {
  readonly phone: PhoneLog;
  readonly cart: TableCart;
  readonly count: number;
  readonly children: ReactNode;
}

/**
 * Gives the app's own components the cart, diner and table of another phone at another time. A log contains no menu and no
 * currency, so those are empty. The commands do nothing, because a replay cannot be changed.
 */
export function ReplayedPhone({ phone, cart, count, children }: Props) {
  const here = useDiner();
  const { header, records, userId } = phone;
  const merchantId = header?.merchantId ?? '';
  const place = useMemo(
    () => ({
      merchantId,
      merchant: undefined,
      menu: undefined,
      index: indexMenu(undefined),
      currency: '',
      supportsGuest: true,
      orderCodeRequired: false,
    }),
    [merchantId],
  );
  const diner = useMemo(() => {
    const { tableId = '', sessionId = '' } = header ?? {};
    const table = { merchantId, tableId, tableName: tableId, qrcodeId: '', sessionId };
    return { ...here, member: undefined, isMember: false, table };
  }, [here, header, merchantId]);
  const engine = useMemo(
    () => createReplayedEngine(cart, userId, () => records.slice(0, count)),
    [cart, userId, records, count],
  );

  return (
    <DinerContext value={diner}>
      <CartContext value={engine}>
        <OrderPlaceContext value={place}>{children}</OrderPlaceContext>
      </CartContext>
    </DinerContext>
  );
}

const doNothing = () => {};

function createReplayedEngine(
  cart: TableCart,
  userId: string | undefined,
  records: () => PhoneLog['records'],
): CartEngine {
  return {
    userId: userId ?? '',
    cart: new BehaviorSubject(cart),
    status: new BehaviorSubject({
      network: 'online',
      storage: 'durable',
      loaded: true,
      mayLeaveOut: false,
    } as const),
    notices: EMPTY,
    presence: new BehaviorSubject([]),
    missed: new BehaviorSubject(nothingMissed),
    markMissedSeen: doNothing,
    loadHistory: async () => records(),
    earlierIds: userId === undefined ? [] : [userId],
    commands: {
      add: doNothing,
      decrease: doNothing,
      editNotes: doNothing,
      clear: doNothing,
      setGuests: doNothing,
      setOrderType: doNothing,
    },
    getKnown: () => ({}),
    getWaiting: () => [],
    getCartVersion: () => ({}),
    place: async () => ({ kind: 'notSent', reach: 'silent' }),
    resumePlacement: async () => undefined,
    waitForPlacement: async () => undefined,
    waitUntilSent: async () => true,
    publish: doNothing,
    refresh: doNothing,
    close: async () => {},
  };
}
