/** An evening at one table of a running server: scan, dish, changes, order. What a phone would do, call by call. */
import {
  clearCart,
  getCart,
  getGuests,
  initializeCart,
  updateCart,
  type CartDetails,
} from '#contract/calls/cart.ts';
import { getMember, login, registerGuest, sendPhoneCode, type Member } from '#contract/calls/member.ts';
import {
  getMerchantHome,
  getProductsByCategories,
  getTinyMerchant,
  searchProducts,
} from '#contract/calls/merchant.ts';
import {
  getMemberOrderList,
  getOrderDetail,
  getTableActiveOrder,
  hasProcessingOrder,
  orderListPageSize,
  placeOrder,
  previewOrder,
} from '#contract/calls/order.ts';
import { getTableByQrcode, negotiate } from '#contract/calls/table.ts';
import { codes } from '#contract/codes.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import { orderType, screenOrderType, setting } from '#contract/states.ts';
import type { Ask, Diner } from './ask.ts';
import { dishFrom, lineOf } from './dish.ts';
import { JourneyEnds, Steps, type Note } from './steps.ts';

export interface JourneyOptions {
  readonly merchantId: string;
  readonly qrcodeId: string;
  /** Ten digits: the order is placed by the member of this phone. */
  readonly phone?: string | undefined;
  readonly orderCode?: string | undefined;
  /** The code that came to the phone. */
  readonly codeFor: (phone: string) => Promise<string>;
  /** Told at once. */
  readonly note: (note: Note) => void;
  /** Of a browser that no server knows yet. */
  readonly newBrowserId: () => string;
}

/** A diner at the table that the code leads to. */
interface Seated extends Diner {
  readonly userId: string;
  readonly tableId: string;
  readonly tableName: string;
}

/** Plays it. @returns the id of the order that was placed; undefined: no table can order there */
export async function playJourney(ask: Ask, options: JourneyOptions): Promise<string | undefined> {
  const evening = new Evening(ask, options);
  try {
    const dish = await evening.look();
    const ann = await evening.scan();
    await evening.changeCart(ann, dish);
    const host = options.phone === undefined ? ann : await evening.logIn(ann, options.phone);
    const orderId = await evening.order(host, dish);
    await evening.lookBack(host, orderId);
    return orderId;
  } catch (error) {
    if (error instanceof JourneyEnds) return undefined;
    throw error;
  }
}

class Evening {
  readonly #options: JourneyOptions;
  readonly #steps: Steps;

  constructor(ask: Ask, options: JourneyOptions) {
    this.#options = options;
    this.#steps = new Steps(ask, options.note);
  }

  /** Before the scan: the restaurant and its menu. @returns what will be ordered */
  async look(): Promise<OrderItem> {
    const { merchantId, newBrowserId } = this.#options;
    const diner: Diner = { browserId: newBrowserId() };
    const query = { merchantId };
    const settings = { id: merchantId, settingValueEnums: Object.values(setting).join(',') };
    const steps = this.#steps;
    await steps.try(
      getTinyMerchant,
      { diner, query: settings },
      ({ shortName, necessarySettingValues: values }) => `“${shortName}”, ${values.length} settings`,
    );
    await steps.try(getMerchantHome, { diner, query }, ({ categories }) => `${categories.length} categories`);
    const menu = await steps.need(getProductsByCategories, { diner, query }, ({ categories }) => {
      const dishes = categories.flatMap(({ products }) => products).length;
      return `${dishes} dishes in ${categories.length} categories`;
    });
    const dish = dishFrom(menu);
    steps.rule('a dish can be ordered', dish !== undefined, dish?.name ?? 'none of the menu can');
    if (!dish) throw new JourneyEnds();
    const keyword = dish.name?.split(' ')[0] ?? '';
    await steps.try(
      searchProducts,
      { diner, query: { ...query, keyword } },
      ({ products }) => `${products.length} dishes for “${keyword}”`,
    );
    return dish;
  }

  /** A guest sits down, and asks what a phone asks then. */
  async scan(): Promise<Seated> {
    const { merchantId } = this.#options;
    const steps = this.#steps;
    const diner = await this.#newGuest();
    const { browserId, userId, tableId } = diner;
    await steps.try(getMember, { diner }, ({ id }) => `guest ${id}`);
    await steps.try(initializeCart, { diner, body: { merchantId, browserId } }, cartWords);
    await steps.try(getGuests, { diner }, ({ guests }) => `${guests} guests`);
    await steps.try(negotiate, { diner, query: { userId, tableId } }, (url) => new URL(url).host);
    return diner;
  }

  /** A dish comes, is changed, is seen by another diner, and goes. */
  async changeCart(ann: Seated, dish: OrderItem): Promise<void> {
    const steps = this.#steps;
    const quantityIn = (cart: CartDetails) =>
      ownLines(cart, ann)
        .filter(({ productId }) => productId === dish.productId)
        .reduce((sum, { quantity }) => sum + quantity, 0);

    await this.#post(ann, [...ownLines(await this.#cart(ann), ann), dish]);
    const one = await this.#cart(ann);
    steps.rule('a dish that was added is in the cart', quantityIn(one) === 1, counted(quantityIn(one), 1));

    const twice = ownLines(one, ann).map((line) => ({
      ...line,
      ...(line.productId === dish.productId && { quantity: 2 }),
    }));
    await this.#post(ann, twice);
    const two = await this.#cart(ann);
    const isChanged = quantityIn(two) === 2;
    steps.rule('a line that has an id is changed, not added again', isChanged, counted(quantityIn(two), 2));

    const seen = quantityIn(await this.#cart(await this.#newGuest()));
    const alone = 'diners do not see each other’s dishes';
    steps.rule('another diner of the table sees it', seen === 2, counted(seen, 2), alone);

    await this.#post(
      ann,
      ownLines(two, ann).filter(({ productId }) => productId !== dish.productId),
    );
    const none = quantityIn(await this.#cart(ann));
    steps.rule('a line that is left out is taken away', none === 0, counted(none, 0));
  }

  /** D8: the cart begins anew. */
  async logIn(guest: Seated, phone: string): Promise<Seated> {
    const diner: Diner = guest;
    const sent = await this.#steps.need(
      sendPhoneCode,
      { diner, body: { phone } },
      () => 'a code is on its way',
    );
    const code = sent ? await this.#options.codeFor(phone) : '';
    const body = { phone, code, autoRegister: true, autoReceiveCoupon: true, autoFillingName: true };
    const member = await this.#steps.need(login, { diner, body }, memberWords);
    const browserId = this.#options.newBrowserId();
    return { ...guest, ...this.#who(member), browserId };
  }

  /** @returns the order's id */
  async order(host: Seated, dish: OrderItem): Promise<string> {
    const { merchantId, orderCode } = this.#options;
    await this.#post(host, [...ownLines(await this.#cart(host), host), dish]);
    const cart = await this.#cart(host);
    const orderItems = cart.userCarts.flatMap((each) => each.orderItems.map(lineOf));
    const { tableId, tableName, userId: memberId } = host;
    const detail = {
      merchantId,
      memberId,
      tableId,
      tableName,
      type: orderType.dineIn,
      guests: 2,
      orderItems,
    };
    await this.#steps.need(
      previewOrder,
      { diner: host, body: detail },
      (totals) => `total ${totals.totalAmount}`,
    );
    // O2: the phone looks before it orders, to know its own order later.
    await this.#steps.need(getTableActiveOrder, { diner: host }, (order) => `order ${order?.id ?? 'none'}`);
    const extraInfo = JSON.stringify({ webDineInOrderType: screenOrderType(orderType.dineIn) });
    const { cartRowVersion } = cart;
    const body = { ...detail, extraInfo, userCouponIds: [], orderCode, cartRowVersion };
    const placed = await this.#steps.try(
      placeOrder,
      { diner: host, body },
      ({ order }) => `order ${order.id}`,
    );
    if (placed.kind === 'read') return placed.data.order.id;
    const advice = placed.kind === 'refused' ? advices.get(placed.code) : undefined;
    if (advice) this.#steps.rule('whoever orders may order', false, advice);
    throw new JourneyEnds();
  }

  /** What became of it, as the phone's pages ask. */
  async lookBack(diner: Seated, orderId: string): Promise<void> {
    const steps = this.#steps;
    const same = (id: string | undefined) =>
      `order ${id ?? 'none'}${id === orderId ? '' : `, not ${orderId}`}`;
    await steps.try(getTableActiveOrder, { diner }, (order) => same(order?.id));
    await steps.try(
      getOrderDetail,
      { diner, query: { id: orderId } },
      ({ id, orderItems }) => `${same(id)}, ${orderItems.length} lines`,
    );
    const query = { pageIndex: '1', pageSize: String(orderListPageSize) };
    await steps.try(getMemberOrderList, { diner, query }, ({ list }) => `${list.length} orders`);
    await steps.try(hasProcessingOrder, { diner }, (answer) => String(answer.hasProcessingOrder));
    const left = (await this.#cart(diner)).userCarts.flatMap(({ orderItems }) => orderItems).length;
    const twice = 'what was ordered stands in the cart once more';
    steps.rule(
      'what was ordered is not in the cart any more',
      left === 0,
      `${left} lines in the cart`,
      twice,
    );
    await steps.try(clearCart, { diner }, () => 'the cart is empty');
  }

  /** Registers and scans. */
  async #newGuest(): Promise<Seated> {
    const browser: Diner = { browserId: this.#options.newBrowserId() };
    const member = await this.#steps.need(registerGuest, { diner: browser }, memberWords);
    const diner = { ...browser, ...this.#who(member) };
    const { tableId, tableName, sessionId } = await this.#steps.need(
      getTableByQrcode,
      { diner, params: { id: this.#options.qrcodeId } },
      (table) => `table ${table.tableId} “${table.tableName}”`,
    );
    return { ...diner, tableId, tableName, ...(sessionId !== undefined && { sessionId }) };
  }

  #who({ id, token }: Member): { readonly userId: string; readonly token: string } {
    this.#steps.rule('a diner gets a token', Boolean(token), token ? 'there' : 'none');
    return { userId: id, token: token ?? '' };
  }

  async #cart(diner: Seated): Promise<CartDetails> {
    const query = { merchantId: this.#options.merchantId, browserId: diner.browserId };
    return await this.#steps.need(getCart, { diner, query }, cartWords);
  }

  async #post(diner: Seated, lines: readonly OrderItem[]): Promise<void> {
    const { merchantId } = this.#options;
    const { tableId, tableName } = diner;
    const orderItems = lines.map(lineOf);
    const orderDetail = { tableId, tableName, type: orderType.dineIn, guests: 2, orderItems };
    await this.#steps.need(
      updateCart,
      { diner, body: { merchantId, orderDetail } },
      () => `${lines.length} lines sent`,
    );
  }
}

/** What helps against a refusal of the order. */
const advices: ReadonlyMap<number, string> = new Map([
  [codes.guestModeDoesNotSupportPlacingOrders, 'guests may not: name a member’s phone with --phone'],
  [codes.orderCodeMiss, 'the table’s order code is wanted: name it with --order-code'],
]);

function ownLines({ userCarts }: CartDetails, { userId }: Seated): readonly OrderItem[] {
  return userCarts.filter((cart) => cart.userId === userId).flatMap(({ orderItems }) => orderItems);
}

function counted(found: number, sent: number): string {
  return found === sent ? `${found}` : `${found}, and should be ${sent}`;
}

function cartWords({ userCarts }: CartDetails): string {
  const lines = userCarts.flatMap(({ orderItems }) => orderItems);
  return `${lines.length} lines of ${userCarts.length} diners`;
}

function memberWords({ id, registrationState }: Member): string {
  return `${registrationState === 1 ? 'member' : 'guest'} ${id}`;
}
