/** A minimal phone of the event protocol over real HTTP. Its log contains its own events and the server's answers. */
import { getCart, updateCart, clearCart, type Sync } from '#contract/calls/cart.ts';
import { getProductsByCategories, type Product } from '#contract/calls/merchant.ts';
import { placeOrder } from '#contract/calls/order.ts';
import { headers } from '#contract/http/headers.ts';
import { createCartCleared } from '#events/cart/cart-cleared.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { clockStart, createNextStamp } from '#events/log/clock.ts';
import type { EventFields } from '#events/log/event-fields.ts';
import { formatEventId } from '#events/log/event-id.ts';
import { createGuestsSet } from '#events/cart/guests-set.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { createItemDecreased } from '#events/cart/item-decreased.ts';
import type { Item } from '#events/item.ts';
import { append, emptyLog } from '#events/records/log.ts';
import { createNotesEdited } from '#events/cart/notes-edited.ts';
import { createOrderTypeSet } from '#events/cart/order-type-set.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { projectCartView, getLines } from '#projections/merge/cart-view.ts';
import { findKnownEvents } from '#projections/merge/known.ts';
import { hashView, convertViewToJson } from '#projections/merge/view-json.ts';
import { loadAllPages } from '#sync/wire/whole-answer.ts';
import type { Order, OrderDetail } from '#contract/order-fields.ts';
import type { Call } from '#contract/http/call.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import type { Seat } from '#testing/restaurant.ts';

interface Answer<Data> {
  readonly status: number;
  readonly success: boolean;
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
  readonly headers: Headers;
  readonly envelope: Readonly<Record<string, unknown>>;
}

/** A server that answers calls, perhaps in another process. */
interface Callable {
  call<Params, Query, Body, Data>(
    call: Call<Params, Query, Body, Data>,
    options?: object,
  ): Promise<Answer<Data>>;
}

export interface PhoneServer extends Callable {
  readonly deps: { readonly clock: { now(): number } };
}

interface WithDatabase {
  readonly db: Db;
}

export const emptyDetail: OrderDetail = { id: undefined, tableId: undefined, orderItems: [] };

export function createTablePhone<Diner extends Omit<Seat, 'userName' | 'address'>>(
  server: PhoneServer,
  diner: Diner,
  replicaId: string,
) {
  let log = emptyLog;
  let seq = 0;
  let clock = clockStart;

  const learn = (sync: Sync | undefined): Sync => {
    const record = { t: 0, from: 'server' } as const;
    for (const rejected of sync!.rejected ?? []) log = append(log, [{ ...record, rejected }]).log;
    if (sync!.accepted) log = append(log, [{ ...record, accepted: sync!.accepted }]).log;
    if (sync!.snapshot) log = append(log, [{ ...record, snapshot: sync!.snapshot }]).log;
    return sync!;
  };
  const view = () => projectCartView(log);
  const getKnown = (): VersionVector => findKnownEvents(log).known;
  const loadMissing = async (sinceThen: VersionVector): Promise<Sync | undefined> => {
    const query = { merchantId: diner.merchantId, browserId: 'b', known: JSON.stringify(sinceThen) };
    return expectData(await server.call(getCart, { ...diner, query })).sync;
  };
  const loadWhole = async (first: Sync | undefined) =>
    first && (await loadAllPages(first, async (sinceThen) => (await loadMissing(sinceThen))!));
  const createOwnEvent = <E extends AnyEvent>(build: (fields: EventFields) => E): E => {
    seq += 1;
    clock = createNextStamp(clock, server.deps.clock.now());
    const event = build({
      id: formatEventId(replicaId, seq),
      at: clock,
      seen: getKnown(),
      userId: diner.userId,
    });
    log = append(log, [{ t: 0, from: 'local', event }]).log;
    return event;
  };
  const getOwnLines = () => getLines(view(), diner.userId);

  return {
    diner,
    get log() {
      return log;
    },
    view,
    getOwnLines,
    add: (item: Item, quantity = 1) =>
      createOwnEvent((fields) => createItemAdded(fields, { lineId: fields.id, item, quantity })),
    decrease: (quantity = 1, line = getOwnLines()[0]!) =>
      createOwnEvent((fields) =>
        createItemDecreased(fields, { lineId: line.lineId, item: line.item, quantity }),
      ),
    note: (notes: string, line = getOwnLines()[0]!) =>
      createOwnEvent((fields) => createNotesEdited(fields, { lineId: line.lineId, item: line.item, notes })),
    clear: (scope: 'table' | 'user' = 'table') =>
      createOwnEvent((fields) => createCartCleared(fields, { scope })),
    guests: (guests: number) => createOwnEvent((fields) => createGuestsSet(fields, { guests })),
    orderType: (orderType: number) => createOwnEvent((fields) => createOrderTypeSet(fields, { orderType })),
    /** Sends events and applies the answer. */
    async send(...events: AnyEvent[]): Promise<Sync> {
      const answer = await server.call(updateCart, {
        ...diner,
        body: { merchantId: diner.merchantId, orderDetail: emptyDetail, events, known: getKnown() },
      });
      return learn(await loadWhole(expectData(answer).sync));
    },
    async sendClear(event: AnyEvent): Promise<Sync> {
      const text = Buffer.from(JSON.stringify([event])).toString('base64url');
      const answer = await server.call(clearCart, { ...diner, headers: { [headers.cartEvents]: text } });
      return learn(await loadWhole(expectData(answer)?.sync));
    },
    async refresh(): Promise<Sync> {
      return learn(await loadWhole(await loadMissing(getKnown())));
    },
    /** Orders the cart that this phone shows. */
    async place(placementId: string, more: Record<string, unknown> = {}): Promise<Answer<unknown>> {
      const body = { ...this.detail(), placementId, seen: getKnown(), ...more };
      const answer = await server.call(placeOrder, { ...diner, body });
      if (answer.success) learn(answer.data.sync);
      return answer;
    },
    /** Places the cart and returns the order; throws if the server refuses. */
    async order(placementId: string, more: Record<string, unknown> = {}): Promise<Order> {
      return (expectData(await this.place(placementId, more)) as { order: Order }).order;
    },
    detail: () => ({
      orderItems: view().carts.flatMap((cart) =>
        cart.lines.map(({ lineId, item, quantity }) => ({
          id: lineId,
          productId: item.productId,
          categoryId: item.categoryId,
          notes: item.notes,
          quantity,
          orderItemModifiers: item.modifiers,
        })),
      ),
    }),
    /** Notes and quantity of each line, by diner. */
    carts: () =>
      convertViewToJson(view()).carts.map(({ userId, lines }) => [
        userId,
        lines.map(({ notes, quantity }) => [notes, quantity]),
      ]),
    digest: () => hashView(view()),
  };
}

function expectData<Data>({ success, status, code, msg, data }: Answer<Data>): Data {
  if (!success) throw new Error(`refused with ${status}/${code}: ${msg}`);
  return data;
}

/** Reads the menu. Returns all dishes, those that need no choice, and one that is sold out. */
export async function listDishes(server: Callable, merchantId = '1001') {
  const { categories } = expectData(
    await server.call(getProductsByCategories, { merchantId, query: { merchantId } }),
  );
  const products = categories.flatMap((category) => category.products);
  const simple = products.filter(
    (product) => !product.soldOut && product.modifierGroups.every(({ min }) => min === 0),
  );
  return { products, simple, soldOut: products.find((product) => product.soldOut)! };
}

export function createItem(product: Product, notes = ''): Item {
  const { id: productId, categoryId, name, price } = product;
  return { productId, categoryId, name, price, notes, modifiers: [] };
}

/** The decided events of a session, oldest first. */
export async function readDecisions({ db }: WithDatabase, sessionId: string) {
  return await db
    .selectFrom('events')
    .select(['id', 'version', 'rejected'])
    .where('session_id', '=', sessionId)
    .orderBy('version')
    .execute();
}

export async function setSoldOut(server: WithDatabase, productId: string, soldOut: boolean): Promise<void> {
  await server.db
    .updateTable('products')
    .set({ sold_out: soldOut ? 1 : 0 })
    .where('id', '=', productId)
    .execute();
}

export async function sellOutDuring(
  server: WithDatabase,
  productId: string,
  work: () => Promise<void>,
): Promise<void> {
  await setSoldOut(server, productId, true);
  try {
    await work();
  } finally {
    await setSoldOut(server, productId, false);
  }
}

/** Each call closes the session of the merchant's next table and returns its QR code. */
export function createFreeTables(server: WithDatabase): () => Promise<string> {
  let last = 0;
  return async () => {
    last = (last % 12) + 1;
    await server.db
      .updateTable('table_sessions')
      .set({ closed_at: 1 })
      .where('table_id', '=', `1001${String(last).padStart(3, '0')}`)
      .where('closed_at', 'is', null)
      .execute();
    return String(last);
  };
}
