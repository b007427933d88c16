import type { Asker } from './house.ts';
import type { Fields } from './loose.ts';
import type { AccessUrl, PlainRestaurant } from './restaurant.ts';
import type { CallName } from './switches.ts';
import type { WireAnswer } from './wire.ts';

/** What a request says, beside who asks. */
export interface RequestParts {
  query: Fields;
  body: unknown;
  /** The last part of the path, where the contract puts an id or a code there. */
  last: string;
}

type Answer = WireAnswer | Promise<WireAnswer>;

export interface Route {
  call: CallName;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Without a slash at either end; `*` stands for one part. */
  path: string;
  run: (restaurant: PlainRestaurant, asker: Asker, request: RequestParts, accessUrl: AccessUrl) => Answer;
}

/** The calls of the contract. */
export const routes: readonly Route[] = [
  {
    call: 'tinyMerchant',
    method: 'GET',
    path: 'api/merchant/tiny-merchant',
    run: (house, asker, { query }) => house.tinyMerchant(asker, query),
  },
  {
    call: 'home',
    method: 'GET',
    path: 'api/member/merchant/home',
    run: (house, asker) => house.home(asker),
  },
  {
    call: 'productsByCategories',
    method: 'GET',
    path: 'api/member/merchant/products-by-categories',
    run: (house, asker, { query }) => house.productsByCategories(asker, query),
  },
  {
    call: 'search',
    method: 'GET',
    path: 'api/member/merchant/search',
    run: (house, asker, { query }) => house.search(asker, query),
  },
  {
    call: 'sendOrderCode',
    method: 'POST',
    path: 'api/merchant/message/send-order-code-message',
    run: (house, asker, { body }) => house.sendOrderCode(asker, body),
  },
  {
    call: 'qrcodeInfo',
    method: 'GET',
    path: 'api/merchant/table/qrcode/info/*',
    run: (house, asker, { last }) => house.qrcodeInfo(asker, last),
  },
  {
    call: 'orderCodeValid',
    method: 'GET',
    path: 'api/merchant/table/order-code/valid/*',
    run: (house, asker, { last }) => house.orderCodeValid(asker, last),
  },
  {
    call: 'phoneCode',
    method: 'POST',
    path: 'api/member/phone/code',
    run: (house, asker, { body }) => house.phoneCode(asker, body),
  },
  {
    call: 'login',
    method: 'POST',
    path: 'api/member/login',
    run: (house, asker, { body }) => house.login(asker, body),
  },
  { call: 'getMember', method: 'GET', path: 'api/member', run: (house, asker) => house.getMember(asker) },
  {
    call: 'updateMember',
    method: 'PUT',
    path: 'api/member',
    run: (house, asker, { body }) => house.updateMember(asker, body),
  },
  {
    call: 'registerGuest',
    method: 'POST',
    path: 'api/member/register/guest',
    run: (house, asker) => house.registerGuest(asker),
  },
  {
    call: 'hasProcessingOrder',
    method: 'GET',
    path: 'api/merchant/order/has-processing-order',
    run: (house, asker) => house.hasProcessingOrder(asker),
  },
  {
    call: 'memberOrderList',
    method: 'GET',
    path: 'api/merchant/order/member-order-list',
    run: (house, asker, { query }) => house.memberOrderList(asker, query),
  },
  {
    call: 'orderDetail',
    method: 'GET',
    path: 'api/merchant/order/detailForMember',
    run: (house, asker, { query }) => house.orderDetail(asker, query),
  },
  {
    call: 'placeOrder',
    method: 'POST',
    path: 'api/member/order',
    run: (house, asker, { body }) => house.placeOrder(asker, body),
  },
  {
    call: 'preview',
    method: 'POST',
    path: 'api/merchant/order/preview',
    run: (house, asker, { body }) => house.preview(asker, body),
  },
  {
    call: 'tableActiveOrder',
    method: 'GET',
    path: 'api/merchant/order/table-active-order',
    run: (house, asker) => house.tableActiveOrder(asker),
  },
  {
    call: 'updateCart',
    method: 'POST',
    path: 'api/shoppingCart',
    run: (house, asker, { body }) => house.updateCart(asker, body),
  },
  {
    call: 'getCart',
    method: 'GET',
    path: 'api/shoppingCart',
    run: (house, asker, { query }) => house.getCart(asker, query),
  },
  {
    call: 'initialize',
    method: 'POST',
    path: 'api/shoppingCart/initialize',
    run: (house, asker, { body }) => house.initialize(asker, body),
  },
  {
    call: 'getGuests',
    method: 'GET',
    path: 'api/shoppingCart/guests',
    run: (house, asker) => house.getGuests(asker),
  },
  {
    call: 'clearCart',
    method: 'DELETE',
    path: 'api/shoppingCart/clear',
    run: (house, asker) => house.clearCart(asker),
  },
  {
    call: 'negotiate',
    method: 'GET',
    path: 'api/system/web-pub-sub/scan-order-negotiate',
    run: (house, asker, { query }, accessUrl) => house.negotiate(asker, query, accessUrl),
  },
];

/** Finds the route of a request. */
export function routeOf(method: string, path: string): Route | undefined {
  const parts = partsOf(path);
  return routes.find((route) => {
    const pattern = partsOf(route.path);
    return (
      route.method === method &&
      pattern.length === parts.length &&
      pattern.every((each, index) => each === '*' || each === parts[index])
    );
  });
}

function partsOf(path: string): string[] {
  return path.split('/').filter((each) => each !== '');
}
