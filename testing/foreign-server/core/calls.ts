import { clearCart, getCart, getGuests, initializeCart, postCart } from './cart.ts';
import { getMember, logIn, putMember, registerGuest, sendLoginCode } from './members.ts';
import { getHome, getMerchant, getProducts, getQrInfo, negotiate, searchProducts } from './merchant.ts';
import {
  checkSentOrderCode,
  getActiveOrder,
  getOrderDetail,
  hasProcessingOrder,
  listOrders,
  placeOrder,
  previewOrder,
  sendOrderCode,
} from './orders.ts';
import type { Asking } from './state.ts';

/**
 * The calls of section 7. A path that ends in "/" takes one more part, which becomes `pathEnd`.
 * A public call works without a token. A cart call counts for the switch othersWriteEvery.
 */
export interface Call {
  name: string;
  method: string;
  path: string;
  isPublic: boolean;
  isCart: boolean;
  run(asking: Asking): unknown;
}

const defineCall = (name: string, method: string, path: string, run: Call['run'], mark = ''): Call => ({
  name,
  method,
  path,
  run,
  isPublic: mark === 'public',
  isCart: mark === 'cart',
});

export const calls: readonly Call[] = [
  defineCall('merchant', 'GET', '/api/merchant/tiny-merchant', getMerchant, 'public'),
  defineCall('home', 'GET', '/api/member/merchant/home', getHome, 'public'),
  defineCall('products', 'GET', '/api/member/merchant/products-by-categories', getProducts, 'public'),
  defineCall('search', 'GET', '/api/member/merchant/search', searchProducts, 'public'),
  defineCall('sendOrderCode', 'POST', '/api/merchant/message/send-order-code-message', sendOrderCode),
  defineCall('qrInfo', 'GET', '/api/merchant/table/qrcode/info/', getQrInfo, 'public'),
  defineCall('orderCodeValid', 'GET', '/api/merchant/table/order-code/valid/', checkSentOrderCode),
  defineCall('loginCode', 'POST', '/api/member/phone/code', sendLoginCode, 'public'),
  defineCall('login', 'POST', '/api/member/login', logIn, 'public'),
  defineCall('memberGet', 'GET', '/api/member', getMember),
  defineCall('memberPut', 'PUT', '/api/member', putMember),
  defineCall('guest', 'POST', '/api/member/register/guest', registerGuest, 'public'),
  defineCall('hasProcessing', 'GET', '/api/merchant/order/has-processing-order', hasProcessingOrder),
  defineCall('orderList', 'GET', '/api/merchant/order/member-order-list', listOrders),
  defineCall('orderDetail', 'GET', '/api/merchant/order/detailForMember', getOrderDetail),
  defineCall('placeOrder', 'POST', '/api/member/order', placeOrder),
  defineCall('preview', 'POST', '/api/merchant/order/preview', previewOrder),
  defineCall('activeOrder', 'GET', '/api/merchant/order/table-active-order', getActiveOrder),
  defineCall('cartPost', 'POST', '/api/shoppingCart', postCart, 'cart'),
  defineCall('cartGet', 'GET', '/api/shoppingCart', getCart, 'cart'),
  defineCall('initialize', 'POST', '/api/shoppingCart/initialize', initializeCart, 'cart'),
  defineCall('guests', 'GET', '/api/shoppingCart/guests', getGuests),
  defineCall('clear', 'DELETE', '/api/shoppingCart/clear', clearCart, 'cart'),
  defineCall('negotiate', 'GET', '/api/system/web-pub-sub/scan-order-negotiate', negotiate),
];

/** Finds the call of a request. The leading slash and a last slash do not matter, nor do capitals. */
export function findCall(method: string, path: string): { call: Call; pathEnd: string } | undefined {
  const clean = '/' + path.replace(/^\/+|\/+$/g, '');
  for (const one of calls) {
    if (one.method !== method.toUpperCase()) continue;
    if (one.path.toLowerCase() === clean.toLowerCase()) return { call: one, pathEnd: '' };
    const rest = clean.slice(one.path.length);
    if (
      one.path.endsWith('/') &&
      clean.toLowerCase().startsWith(one.path.toLowerCase()) &&
      rest !== '' &&
      !rest.includes('/')
    )
      return { call: one, pathEnd: rest };
  }
  return undefined;
}
