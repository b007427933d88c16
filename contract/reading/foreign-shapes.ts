/**
 * Converts answers of other servers into the shape of ours, because the contract leaves many shapes open (P5). The
 * pages only know our shape.
 */
import * as z from 'zod/mini';
import type { Call } from '../http/call.ts';
import { clearCart, getCart, getGuests, initializeCart, updateCart } from '../calls/cart.ts';
import { currencyCode } from '../fields.ts';
import { getCoupons } from '../calls/coupon.ts';
import {
  getMember,
  login,
  logout,
  registerGuest,
  sendPhoneCode,
  unknownId,
  updateMember,
} from '../calls/member.ts';
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
  previewOrder,
  reportLostOrder,
} from '../calls/order.ts';
import { checkOrderCode, getTableByQrcode, sendOrderCodeMessage } from '../calls/table.ts';
import { orderItemSchema, placedItemSchema, unreadLinesField, type OrderItem } from '../order-fields.ts';
import { registrationState } from '../states.ts';
import { addCouponAmounts, removeZeroLimit } from './coupon-amounts.ts';
import { changeFields, findFirstField, isFields, isFlag, mapList, type Fields } from './fields-of.ts';
import { findCategories, readMenu, convertProducts } from './foreign-menu.ts';
import { listEntries, findList } from './lists.ts';
import { readTolerantly } from './tolerant.ts';

/** Converts the data of an answer. Unknown data stay as they are. */
export function convertToContract(call: Call, data: unknown): unknown {
  const shape = shapes.get(call);
  return shape ? shape(data) : data;
}

/** Puts a bare value into a field. */
const wrapInField = (name: string) => (data: unknown) =>
  isFields(data) ? data : data === null || data === undefined ? { [name]: true } : { [name]: data };

/** Only success matters for these calls, so any data count. */
const markSuccess = (name: string) => (data: unknown) =>
  isFields(data) && name in data ? data : { [name]: true };

/** Takes the value out of a field that holds the whole answer. */
const unwrap = (name: string) => (data: unknown) =>
  isFields(data) && isFields(data[name]) && Object.keys(data).length === 1 ? data[name] : data;

const convertToList = (name: string) => (data: unknown) => {
  const found = findList(data, name);
  return found ? { ...(isFields(data) && data), [name]: found.list, total: found.total } : data;
};

/** Takes the only entry out of a list of one. */
const unwrapSingle = (data: unknown): unknown => (Array.isArray(data) && data.length === 1 ? data[0] : data);

/** Takes the order out of its wrapper, as some servers wrap it after placing. Its id may be next to it. */
const unwrapOrder = (data: unknown): unknown =>
  isFields(data) && isFields(data['order']) && !('orderItems' in data)
    ? { id: data['id'], ...data['order'] }
    : data;

const guestsNames = ['guests', 'guestCount', 'guestNumber', 'guestsCount', 'numberOfGuests'];

const withGuests = changeFields((from) => {
  const guests = findFirstField(from, guestsNames);
  return guests === undefined ? from : { ...from, guests };
});

/** It has fields, but none by which a merchant is known. */
const isOfNoMerchant = (from: Fields): boolean =>
  Object.keys(from).length > 0 &&
  ['id', 'shortName', 'desc', 'img', 'necessarySettingValues'].every((name) => from[name] === undefined);

/** A diner with a phone number is a member. */
const member = changeFields((from) => ({
  ...from,
  registrationState:
    from['registrationState'] ??
    (from['phone'] ? registrationState.registered : registrationState.unregistered),
}));

/** Takes a member out of the wrapper. The token may be next to it. */
const unwrapMember = (data: unknown): unknown =>
  changeFields((from) => {
    const { member: inner } = from;
    return isFields(inner) ? { ...inner, token: from['token'] ?? inner['token'] } : from;
  })(unwrapSingle(data));

/** A server may send only a token. `getMember` then asks who it belongs to. */
const convertGuest = (data: unknown): unknown =>
  changeFields((from) => member({ ...from, id: from['id'] ?? (from['token'] ? unknownId : undefined) }))(
    typeof data === 'string' && data !== '' ? { token: data } : unwrapMember(data),
  );

/** Takes the table out of `table`. A code may have an id of its own next to the table's. */
const convertTable = (data: unknown): unknown =>
  changeFields((from) => {
    const { table: inner, merchant } = from;
    const itself = isFields(inner) ? inner : from;
    return withGuests({
      ...from,
      tableId: from['tableId'] ?? itself['id'],
      tableName: from['tableName'] ?? itself['name'],
      merchantId: from['merchantId'] ?? (isFields(merchant) ? merchant['id'] : undefined),
    });
  })(unwrapSingle(data));

/** The phone knows whose data it saved, so the server need not repeat them. */
const convertSaved = (data: unknown) => {
  const from = isFields(data) ? data : {};
  return member({ ...from, id: from['id'] ?? 'saved' });
};

/** A value may be JSON text: `{"value":true}`. */
const settingValue = changeFields((from) => {
  const { value } = from;
  if (typeof value !== 'string' || !value.startsWith('{')) return from;
  try {
    const inner = JSON.parse(value) as { readonly value?: unknown };
    return 'value' in inner ? { ...from, value: inner.value } : from;
  } catch {
    return from;
  }
});

/**
 * Keeps lines that cannot be read, because the phone must send them back with the diner's own lines. Lines with a
 * quantity of zero or less are dropped.
 */
const dinersCart = changeFields((from) => {
  const user = from['user'];
  const userId = from['userId'] ?? from['memberId'] ?? (isFields(user) ? user['id'] : undefined);
  const lines = [...listFields(from['orderItems']), ...listFields(from['invalidOrderItems'])];
  const isLess = ({ quantity }: OrderItem) => quantity < 0;
  return { ...from, userId, [unreadLinesField]: listUnread(orderItemSchema, lines, isLess) };
});

/** @param isNone whether a readable value is not a line after all */
function listUnread<Line>(
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

const lastOperateNames = ['lastOperateAt', 'lastOperateTime', 'lastOperatedAt', 'lastOperationTime'];

/** Null is an empty cart. A bare list holds the diners' carts. */
const convertCart = (data: unknown) =>
  changeFields((from) =>
    withGuests({
      ...from,
      userCarts: mapList(from['userCarts'], dinersCart),
      lastOperateAt: findFirstField(from, lastOperateNames),
      type: from['type'] ?? from['orderType'],
    }),
  )(unwrap('cart')(convertToList('userCarts')(data ?? {})));

/**
 * In the contract, `userCarts` of an order names the diner of each line, and the times of sending tell its rounds
 * apart. A line is found there by its id, or else by its dish.
 */
const order = changeFields((from) => {
  const { orderItems: items, userCarts } = from;
  const theirs = listFields(userCarts).flatMap(({ userId, orderItems }) =>
    listFields(orderItems).map((line) => ({ ...line, userId })),
  );
  const lines = findList(items) ? listFields(items) : theirs;
  const left = new Set<Fields>(theirs);
  const takeOwner = (line: Fields) => {
    const isSame = (name: string) => (other: Fields) =>
      line[name] !== undefined && line[name] !== null && other[name] === line[name];
    const found = [...left].find(isSame('id')) ?? [...left].find(isSame('productId'));
    if (found) left.delete(found);
    return found?.['userId'];
  };
  const buildSentKey = ({ sentAt }: Fields) => JSON.stringify(sentAt ?? null);
  const sendings = [...new Set(lines.map(buildSentKey))].sort();
  const orderItems = lines.map((line) => ({
    ...(line['userId'] === undefined && { userId: takeOwner(line) }),
    round: sendings.indexOf(buildSentKey(line)) + 1,
    ...line,
  }));
  const unread = { [unreadLinesField]: listUnread(placedItemSchema, orderItems) };
  const isTold = findList(items) !== undefined || theirs.length > 0;
  return addCouponAmounts(withGuests({ ...from, ...unread, ...(isTold && { orderItems }) }) as Fields);
});

const convertOrder = (data: unknown) => order(unwrapOrder(data));

/** Returns the first open order. Null, an empty list or an empty object mean that there is none. */
const openOrder = (data: unknown): unknown => {
  const found = findList(data);
  const first = found ? (found.list[0] ?? null) : data;
  if (isFields(first) && first['order'] === null) return null;
  const isNone = isFields(first)
    ? Object.values(first).every((each) => each === null)
    : first === '' || first === false;
  return isNone ? null : convertOrder(first);
};

const hasOrderNames = ['hasProcessingOrder', 'hasOrder', 'has', 'exists', 'processing', 'isProcessing'];

/** Whether the diner has an open order. Servers send a flag, the order, its id, or a list of any of these. */
const convertProcessing = (data: unknown): unknown => {
  const found = findList(data, 'orders');
  const first = found ? found.list[0] : data;
  const flag = isFields(first) ? findFirstField(first, hasOrderNames) : first;
  if (isFlag(flag))
    return { hasProcessingOrder: flag, orderId: isFields(first) ? findOrderId(first) : undefined };
  const orderId = isFields(first) ? (findOrderId(first) ?? findOrderId(unwrapOrder(first))) : first;
  const isSome = orderId !== undefined && orderId !== null && orderId !== '';
  return { hasProcessingOrder: isSome, orderId: isSome ? orderId : undefined };
};

const findOrderId = (from: unknown): unknown =>
  isFields(from) ? findFirstField(from, ['id', 'orderId']) : undefined;

function listFields(value: unknown): Fields[] {
  return listEntries(value).filter(isFields);
}

const shapes = new Map<unknown, (data: unknown) => unknown>([
  [
    getTinyMerchant,
    (data) => {
      const from = unwrap('merchant')(Array.isArray(data) ? data[0] : data);
      // The server knows no such merchant.
      if (from === undefined || from === null) return {};
      // An answer about something else: saying that there is no such restaurant would be wrong.
      if (!isFields(from) || isOfNoMerchant(from)) return undefined;
      const necessarySettingValues = mapList(from['necessarySettingValues'], settingValue);
      // While the currency is unknown, the phone uses the usual one of its language.
      const currency = z.safeParse(currencyCode, from['currency']).data ?? '';
      return { ...from, necessarySettingValues, currency };
    },
  ],
  [getMerchantHome, (data) => ({ ...(isFields(data) && data), categories: findCategories(data) })],
  [getProductsByCategories, readMenu],
  [
    searchProducts,
    (data) =>
      changeFields((from) => ({ products: convertProducts(from['products']) }))(
        convertToList('products')(data),
      ),
  ],
  [
    getCoupons,
    (data) =>
      changeFields((from) => ({ ...from, list: mapList(from['list'], changeFields(removeZeroLimit)) }))(
        convertToList('list')(data),
      ),
  ],
  [
    getMemberOrderList,
    (data) =>
      changeFields((from) => withTotal({ ...from, list: mapList(from['list'], convertOrder) }))(
        convertToList('list')(data),
      ),
  ],
  [getOrderDetail, (data) => convertOrder(unwrapSingle(data))],
  [getTableActiveOrder, openOrder],
  [
    previewOrder,
    (data) =>
      changeFields((from) => addCouponAmounts(withGuests(from) as Fields))(unwrapOrder(unwrapSingle(data))),
  ],
  // A scanned table.
  [getTableByQrcode, convertTable],
  [hasProcessingOrder, convertProcessing],
  [checkOrderCode, wrapInField('valid')],
  [sendOrderCodeMessage, markSuccess('sent')],
  [sendPhoneCode, markSuccess('sent')],
  [logout, markSuccess('loggedOut')],
  [reportLostOrder, markSuccess('kept')],
  [
    getGuests,
    (data) =>
      isFields(data)
        ? { guests: findFirstField(data, [...guestsNames, 'count', 'value']) }
        : { guests: data },
  ],
  [getCart, convertCart],
  [updateCart, (data) => (isFields(data) ? withGuests(unwrapOrder(data)) : {})],
  [clearCart, (data) => (isFields(data) ? data : null)],
  [
    login,
    (data) =>
      changeFields((from) => ({
        ...from,
        registrationState: from['registrationState'] ?? registrationState.registered,
      }))(unwrapMember(data)),
  ],
  [registerGuest, convertGuest],
  [getMember, (data) => member(unwrapMember(data))],
  [updateMember, convertSaved],
  [initializeCart, (data) => convertCart(isFields(data) || Array.isArray(data) ? data : {})],
  [
    placeOrder,
    // If only the id of an order is known, the order page asks for the rest.
    (data) => {
      const from = isFields(data) ? data : { id: data };
      return 'order' in from
        ? { ...from, order: order(from['order']) }
        : { order: order({ ...from, id: findOrderId(from) }) };
    },
  ],
]);

/** Estimates the total of a bare list. If the page is full, there may be more orders. */
function withTotal(from: Fields): Fields {
  const { list, total } = from;
  if (!Array.isArray(list) || (total !== undefined && total !== null)) return from;
  return { ...from, total: list.length < orderListPageSize ? list.length : Number.MAX_SAFE_INTEGER };
}
