/** P5: where the contract leaves the shape of an answer open, the other shapes in which servers send it. Pure. */
import * as z from 'zod/mini';
import type { Call } from '../http/call.ts';
import { getCart, getGuests, initializeCart } from '../calls/cart.ts';
import { currencyCode } from '../fields.ts';
import { getCoupons } from '../calls/coupon.ts';
import { getMember, login, sendPhoneCode, updateMember } from '../calls/member.ts';
import {
  getMerchantHome,
  getProductsByCategories,
  getTinyMerchant,
  searchProducts,
} from '../calls/merchant.ts';
import {
  getMemberOrderList,
  getOrderDetail,
  getTableActiveOrder,
  hasProcessingOrder,
  orderListPageSize,
  placeOrder,
} from '../calls/order.ts';
import { checkOrderCode, getTableByQrcode, sendOrderCodeMessage } from '../calls/table.ts';
import { orderItemSchema, placedItemSchema, unreadLinesField, type OrderItem } from '../order-fields.ts';
import { registrationState } from '../states.ts';
import { readTolerantly } from './tolerant.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Puts an answer's data into the shape of our own definition; what it does not know it leaves as it is. */
export function inOurShape(call: Call, data: unknown): unknown {
  return shapes.get(call)?.(data) ?? data;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Only of objects. */
const fields =
  (change: (from: Fields) => unknown) =>
  (data: unknown): unknown =>
    isFields(data) ? change(data) : data;

/** A bare value where ours stands in a field. */
const inField = (name: string) => (data: unknown) =>
  isFields(data) ? data : data === null || data === undefined ? { [name]: true } : { [name]: data };

const asList = (name: string) => (data: unknown) => (Array.isArray(data) ? { [name]: data } : data);

const pictureOf = (img: unknown) => (typeof img === 'string' && img !== '' ? { x1: img, x2: img } : null);

const modifier = fields((from) => ({ ...from, id: from['id'] ?? from['modifierProductId'] }));

/** Without a bound any number of them may be chosen. */
const group = fields((from) => {
  const modifiers = mapped(from['modifiers'], modifier);
  return { ...from, modifiers, max: from['max'] ?? (Array.isArray(modifiers) ? modifiers.length : 0) };
});

/** A diner with a phone number is a member. */
const member = fields((from) => ({
  ...from,
  registrationState:
    from['registrationState'] ??
    (from['phone'] ? registrationState.registered : registrationState.unregistered),
}));

/** Whose data they are the phone knows, so that a server need not say it after they were saved. */
const saved = fields((from) => member({ ...from, id: from['id'] ?? 'saved' }));

const product = fields((from) => ({
  ...from,
  description: from['description'] ?? from['desc'],
  picture: from['picture'] ?? pictureOf(from['img']),
  modifierGroups: mapped(from['modifierGroups'], group),
}));

const category = fields((from) => ({
  ...from,
  products: mapped(
    from['products'],
    fields((each) => product({ categoryId: from['id'], ...each })),
  ),
}));

/**
 * D54: a line that cannot be read is somebody's all the same: whoever writes this diner's lines sends it back. The
 * shared cart has no less than nothing of a dish; of nothing nobody misses anything.
 */
const dinersCart = fields((from) => {
  const lines = [...listOf(from['orderItems']), ...listOf(from['invalidOrderItems'])];
  const isLess = ({ quantity }: OrderItem) => quantity < 0;
  return { ...from, [unreadLinesField]: unreadOf(orderItemSchema, lines, isLess) };
});

/** @param isNone of what can be read, what is no line all the same */
function unreadOf<Line>(
  by: z.ZodMiniType<Line>,
  lines: readonly Fields[],
  isNone: (line: Line) => boolean = () => false,
): readonly Fields[] | undefined {
  const unread = lines.filter((line) => {
    const read = readTolerantly(by, line);
    return !read.ok || isNone(read.value);
  });
  return unread.length > 0 ? unread : undefined;
}

const cart = fields((from) => ({
  ...from,
  userCarts: mapped(from['userCarts'], dinersCart),
  lastOperateAt: from['lastOperateAt'] ?? from['lastOperateTime'],
}));

/** An order of the contract lists its lines by diner elsewhere, and tells rounds by when they were sent. */
const order = fields((from) => {
  const { orderItems: items, userCarts } = from;
  const lines = listOf(items);
  const owners = new Map(
    listOf(userCarts).flatMap(({ userId, orderItems }) => listOf(orderItems).map(({ id }) => [id, userId])),
  );
  const sentWith = ({ sentAt }: Fields) => JSON.stringify(sentAt ?? null);
  const sendings = [...new Set(lines.map(sentWith))].sort();
  const orderItems = lines.map((line) => ({
    userId: owners.get(line['id']),
    round: sendings.indexOf(sentWith(line)) + 1,
    ...line,
  }));
  const unread = { [unreadLinesField]: unreadOf(placedItemSchema, orderItems) };
  return { ...from, ...unread, ...(Array.isArray(items) && { orderItems }) };
});

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function mapped(value: unknown, change: (each: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map((each) => change(each)) : value;
}

const shapes = new Map<unknown, (data: unknown) => unknown>([
  [
    getTinyMerchant,
    // "Loading continues": the phone then takes its language's currency.
    fields((from) => ({ ...from, currency: z.safeParse(currencyCode, from['currency']).data ?? '' })),
  ],
  [
    getMerchantHome,
    fields((from) => ({ ...from, categories: from['categories'] ?? categoriesOfMenus(from['menus']) })),
  ],
  [
    getProductsByCategories,
    (data) =>
      fields((from) => ({ categories: mapped(from['categories'], category) }))(asList('categories')(data)),
  ],
  [
    searchProducts,
    (data) => fields((from) => ({ products: mapped(from['products'], product) }))(asList('products')(data)),
  ],
  [getCoupons, asList('list')],
  [
    getMemberOrderList,
    (data) =>
      fields((from) => withTotal({ ...from, list: mapped(from['list'], order) }))(asList('list')(data)),
  ],
  [getOrderDetail, order],
  [getTableActiveOrder, order],
  // CF11
  [getTableByQrcode, fields((from) => ({ ...from, guests: from['guests'] ?? from['guestCount'] }))],
  [hasProcessingOrder, inField('hasProcessingOrder')],
  [checkOrderCode, inField('valid')],
  [sendOrderCodeMessage, inField('sent')],
  [sendPhoneCode, inField('sent')],
  [getGuests, inField('guests')],
  [getCart, cart],
  [
    login,
    fields((from) => ({
      ...from,
      registrationState: from['registrationState'] ?? registrationState.registered,
    })),
  ],
  [getMember, member],
  [updateMember, (data) => saved(data ?? {})],
  [initializeCart, cart],
  [
    placeOrder,
    fields((from) => ('order' in from ? { ...from, order: order(from['order']) } : { order: order(from) })),
  ],
]);

/** How many orders there are a bare list does not say: as long as its pages are full there may be more. */
function withTotal(from: Fields): Fields {
  const { list, total } = from;
  if (!Array.isArray(list) || (total !== undefined && total !== null)) return from;
  return { ...from, total: list.length < orderListPageSize ? list.length : Number.MAX_SAFE_INTEGER };
}

function categoriesOfMenus(menus: unknown): unknown {
  if (!Array.isArray(menus)) return menus;
  return menus.flatMap((menu: unknown) =>
    isFields(menu) && Array.isArray(menu['categories']) ? menu['categories'] : [],
  );
}
