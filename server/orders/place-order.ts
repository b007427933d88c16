import type { BodyOf } from '#contract/call.ts';
import { codes } from '#contract/codes.ts';
import type { placeOrder } from '#contract/order.ts';
import { orderType, paymentStatus } from '#contract/states.ts';
import { orderPlaced } from '#events/order-placed.ts';
import type { VersionVector } from '#events/version-vector.ts';
import type { CartView } from '#projections/cart-view.ts';
import type { DinerAtTable } from '#server/cart/asking-diner.ts';
import { dinerNames } from '#server/cart/diner-names.ts';
import { menuIndex, type MenuIndex } from '#server/cart/rules/menu-index.ts';
import { mintOnServer } from '#server/cart/server-events.ts';
import { changeSession, keepDecided, type SessionLog } from '#server/cart/session-log.ts';
import { menuOf } from '#server/catalogue/menu.ts';
import { merchantSettings } from '#server/catalogue/merchants.ts';
import { inLanguage, type StoredMerchant } from '#server/catalogue/stored.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/route.ts';
import { isOrderCode, spendOrderCode } from '#server/messages/order-codes.ts';
import type { Trx } from '#server/store/transactions.ts';
import { firstRound, placedItems, withRound, type MerchantCharges } from './order-body.ts';
import {
  admitReaders,
  insertOrder,
  openOrderOf,
  orderOf,
  updateOrder,
  type OrderRow,
} from './order-store.ts';
import { judgeOrder } from './placement-rules.ts';
import {
  findPlacement,
  keepPlacement,
  requirePlacementId,
  type Outcome,
  type Placement,
} from './placements.ts';

export type PlaceOrderBody = BodyOf<typeof placeOrder>;

export interface Placed {
  readonly log: SessionLog;
  readonly orderId: string;
}

/**
 * Places the table's order (O1, O2), in one transaction: the cut, the order, its readers, the used code and the
 * placement's outcome are stored together or not at all. Throws the Refusal that the placement came to:
 * - 10011: the asker is a guest; nothing is written down, so that the same attempt may go on after a login
 * - 66666: the cart is not what the phone showed
 * - 2025, 1997: something of it cannot be ordered now; 400: it is empty
 * - 1011: the order code is missing or wrong (D7)
 * - 4040, 11000: the open order is being or has been paid (D18)
 */
export async function placeTableOrder(deps: Deps, who: DinerAtTable, body: PlaceOrderBody): Promise<Placed> {
  if (who.asker.kind !== 'member')
    throw new Refusal(
      codes.guestModeDoesNotSupportPlacingOrders,
      'Guests cannot place orders: log in with your phone first',
    );
  const placementId = body.placementId || deps.ids.next();
  requirePlacementId(placementId);

  const { log, value } = await changeSession(deps.db, who.session.id, async (trx, state) => {
    const earlier = await findPlacement(trx, placementId, who);
    if (earlier) return { log: state.log, value: { placement: earlier, isNews: false } };
    const attempt = await tryToPlace(deps, trx, who, state.log, body);
    const placement = await keepPlacement(trx, placementId, who, attempt.result, deps.clock.now());
    return { log: attempt.log, value: { placement, isNews: attempt.result.outcome === 'placed' } };
  });
  if (value.isNews) void deps.announce(who.session.id);
  return { log, orderId: orderIdOf(value.placement) };
}

interface Attempt {
  readonly log: SessionLog;
  readonly result: Outcome;
}

async function tryToPlace(
  deps: Deps,
  trx: Trx,
  who: DinerAtTable,
  log: SessionLog,
  body: PlaceOrderBody,
): Promise<Attempt> {
  const { session } = who;
  const refused = (code: number, msg: string): Attempt => ({
    log,
    result: { outcome: 'refused', code, msg },
  });
  const open = await openOrderOf(trx, session.id);
  const checkout = open && checkoutRefusal(open);
  if (checkout) return refused(checkout.code, checkout.msg);

  const menu = menuIndex(await menuOf(trx, session.merchantId, who.language));
  const verdict = judgeOrder(log.knowledge, log.view.known, menu, body);
  if (!verdict.ok) return refused(verdict.code, verdict.msg);

  const merchant = await merchantSettings(trx, session.merchantId);
  const needsCode = merchant.orderCodeRequired && session.tableId !== null;
  const code = body.orderCode?.trim() ?? '';
  if (needsCode && (code === '' || !(await isOrderCode(trx, session.id, code))))
    return refused(codes.orderCodeMiss, 'The order code is missing or wrong');

  const now = deps.clock.now();
  const orderId = open?.id ?? deps.ids.next();
  const next = await cutCart(trx, log, { who, orderId, cut: verdict.cut, now });
  await storeRound(trx, {
    who,
    body,
    open,
    orderId,
    view: verdict.view,
    menu,
    charges: chargesOf(merchant, who),
    now,
  });
  if (needsCode) await spendOrderCode(trx, session.id, now);
  return { log: next, result: { outcome: 'placed', orderId } };
}

/** D18: once checkout has begun nothing is added. */
function checkoutRefusal({ payment_status: payment }: OrderRow): { code: number; msg: string } | undefined {
  switch (payment) {
    case paymentStatus.unpaid:
      return undefined;
    case paymentStatus.fullyPaid:
    case paymentStatus.captured:
    case paymentStatus.partiallyCaptured:
      return { code: codes.orderHasCheckout, msg: 'This order has been paid' };
    default:
      return { code: codes.checkoutInProgress, msg: 'This order is being paid' };
  }
}

/** O1: the server says that the order took everything in the cut. */
async function cutCart(
  trx: Trx,
  log: SessionLog,
  { who, orderId, cut, now }: { who: DinerAtTable; orderId: string; cut: VersionVector; now: number },
): Promise<SessionLog> {
  const { userId } = who.asker;
  const userName = (await dinerNames(trx, [userId])).get(userId);
  const minted = mintOnServer(
    log.knowledge,
    [{ userId, userName, seen: cut, build: (fields) => orderPlaced(fields, { orderId }) }],
    now,
  );
  return await keepDecided(
    trx,
    log,
    minted.map((event) => ({ event, userId, code: null })),
    now,
  );
}

interface StoredRound {
  readonly who: DinerAtTable;
  readonly body: PlaceOrderBody;
  readonly open: OrderRow | undefined;
  readonly orderId: string;
  readonly view: CartView;
  readonly menu: MenuIndex;
  readonly charges: MerchantCharges;
  readonly now: number;
}

async function storeRound(
  trx: Trx,
  { who, body, open, orderId, view, menu, charges, now }: StoredRound,
): Promise<void> {
  const { asker, session } = who;
  const orderers = view.carts.map(({ userId }) => userId);
  const names = await dinerNames(trx, orderers);
  const rounds = (open?.rounds ?? 0) + 1;
  const round = {
    items: placedItems(view, { menu, names, round: rounds }),
    guests: view.guests || body.guests || 1,
    charges,
    now,
  };
  if (open) await updateOrder(trx, withRound(orderOf(open), round), rounds);
  else {
    const head = {
      id: orderId,
      tableId: session.tableId,
      tableName: session.tableName,
      memberId: asker.userId,
      type: view.orderType ?? body.type ?? (session.tableId === null ? orderType.toGo : orderType.dineIn),
    };
    await insertOrder(trx, firstRound(head, round), {
      merchantId: session.merchantId,
      sessionId: session.id,
    });
  }
  const present = await trx
    .selectFrom('session_members')
    .select('user_id')
    .where('session_id', '=', session.id)
    .execute();
  await admitReaders(trx, orderId, [
    asker.userId,
    ...orderers,
    ...present.map(({ user_id: userId }) => userId),
  ]);
}

/** Rates of the merchant (D22), its tax named in the asker's language. */
export function chargesOf(
  merchant: StoredMerchant,
  { language }: Pick<DinerAtTable, 'language'>,
): MerchantCharges {
  const { taxRate, serviceChargeRate, taxName } = merchant;
  return { taxRate, serviceChargeRate, taxName: inLanguage(taxName, language) };
}

function orderIdOf({ order_id: orderId, code, msg }: Placement): string {
  if (orderId === null) throw new Refusal(code ?? codes.failure, msg);
  return orderId;
}
