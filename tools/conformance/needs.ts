/** Tables of the fields that the phone needs from each call, and of its behaviour if a call or a field is missing. */
import type { Unread } from './unread.ts';

export interface Need {
  /** What the answer must contain. */
  readonly needs: string;
  /** What diners miss if the call fails. Undefined: the phone cannot work without the call. */
  readonly without?: string;
}

export const needs: Readonly<Record<string, Need>> = {
  'GET /api/merchant/tiny-merchant': {
    needs: 'success; every field may be missing',
  },
  'GET /api/member/merchant/home': {
    needs: 'success',
    without: 'the home page shows no description and no categories of the restaurant',
  },
  'GET /api/member/merchant/products-by-categories': { needs: 'categories with products: id, name, price' },
  'GET /api/member/merchant/search': {
    needs: 'products: id, name, price',
    without: 'only the menu on the phone is searched',
  },
  'GET /api/merchant/table/qrcode/info/:id': { needs: 'tableId' },
  'POST /api/member/register/guest': { needs: 'id and token of the guest' },
  'GET /api/member': {
    needs: 'id',
    without: 'after a reload the phone shows the name that it has stored',
  },
  'PUT /api/member': { needs: 'success, with any data. Diners cannot order without a name' },
  'POST /api/shoppingCart/initialize': {
    needs: 'success',
    without: 'diners cannot order without a table',
  },
  'GET /api/shoppingCart/guests': { needs: 'a number', without: 'diners are asked for their number' },
  'POST /api/shoppingCart': {
    needs:
      'success; it replaces the diner’s lines at the table of the header tableId by orderDetail.orderItems',
  },
  'GET /api/shoppingCart': { needs: 'userCarts: userId, and lines with id, productId, quantity' },
  'GET /api/system/web-pub-sub/scan-order-negotiate': {
    needs: 'the access URL as text',
    without: 'changes of other diners appear within 10 seconds, not at once',
  },
  'POST /api/merchant/order/preview': {
    needs: 'success, with the order’s fields in the body itself. If it is refused, diners cannot order',
  },
  'GET /api/merchant/table/order-code/valid/:code': {
    needs: 'true, or valid',
    without: 'a wrong order code is noticed only when the order is placed',
  },
  'POST /api/member/phone/code': { needs: 'success', without: 'nobody can log in' },
  'POST /api/member/login': { needs: 'id and token of the member', without: 'nobody can log in' },
  'POST /api/member/order': { needs: 'order.id, with the order’s fields in the body itself' },
  'GET /api/merchant/order/table-active-order': {
    needs: 'the open order with its id, or null. The phone uses it to find an order whose answer was lost',
  },
  'GET /api/merchant/order/detailForMember': {
    needs: 'the order with its id and orderItems: the phone shows it as soon as it is placed',
  },
  'GET /api/merchant/order/member-order-list': {
    needs: 'orders with their ids',
    without: 'no list of orders',
  },
  'GET /api/merchant/order/has-processing-order': {
    needs: 'true or false',
    without: 'after a scan diners are asked for the number of guests, even if they have ordered',
  },
  'DELETE /api/shoppingCart/clear': {
    needs: 'success',
    without: 'the table’s cart cannot be emptied at once',
  },
};

/** What the phone does if a field is missing. The first pattern that matches call and path counts. */
export const fallbacks: readonly (readonly [where: RegExp, words: string])[] = [
  [/ currency$/, 'prices are shown in US dollars'],
  [/ taxRate$/, 'no tax is shown until the server has sent it'],
  [/ serviceChargeRate$/, 'no service charge is shown until the server has sent it'],
  [
    / necessarySettingValues$/,
    'guests can see the menu without a table, an order code is required, the colour is #f6821f',
  ],
  [/products\[\]\.price$/, 'the price of a dish is shown as 0'],
  [/products\[\]\.picture$/, 'a dish is shown without its picture'],
  [/products\[\]\.allergens$/, 'no allergens are shown'],
  [/products\[\]\.soldOut$/, 'nothing is shown as sold out'],
  [/modifierGroups\[\]\.min$/, 'no choice is required'],
  [/(register|login|member) firstName$/, 'the diner is asked for their name'],
  [/shoppingCart\S* userCarts$/, 'the answer of this call is ignored'],
  [/shoppingCart\S* lastOperateAt$/, 'diners are not asked whether an old cart is still theirs'],
  [/orderItems\[\]\.(userName|userId)$/, 'a dish of an order is shown without its diner’s name'],
  [/orderItems\[\]\.round$/, 'the dishes of an order are not grouped by round'],
  [/orderTaxes$/, 'the order shows no tax lines'],
  [/orderCoupons$/, 'the order shows no coupon'],
  [/ totalAmount$/, 'no total is shown'],
];

/** Fields that diners need, by call and by the path in the contract. */
const neededFields: readonly RegExp[] = [
  /tiny-merchant (.*\.)?necessarySettingValues$/,
  /products-by-categories (.*\.)?(categories|categories\[\]\.(name|products))$/,
  /products-by-categories (.*\.)?products\[\]\.(id|name|price|modifierGroups)$/,
  /products-by-categories (.*\.)?(modifierGroups\[\]\.(name|min|modifiers)|modifiers\[\]\.(id|name|price))$/,
  /GET \/api\/shoppingCart (.*\.)?(userCarts|userCarts\[\]\.orderItems)$/,
  /GET \/api\/shoppingCart (.*\.)?orderItems\[\]\.(id|productId|quantity)$/,
  /order\/preview (.*\.)?totalAmount$/,
  /(detailForMember|table-active-order) (.*\.)?orderItems$/,
];

/** Returns whether an unread field is probably one that diners need. */
export function isNeeded(of: string, { path, meant }: Unread): boolean {
  const place = path.slice(0, path.lastIndexOf('.') + 1);
  return meant.some((name) => neededFields.some((where) => where.test(`${of} ${place}${name}`)));
}
