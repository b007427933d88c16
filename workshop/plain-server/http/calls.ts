/** What a request says, beside who asks. */
export interface RequestParts {
  query: Record<string, unknown>;
  body: unknown;
  /** The last part of the path, where the contract puts an id or a code there. */
  last: string;
}

type Call = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, reads?: keyof RequestParts];

/**
 * The calls of the contract, under names of our own: faults and refusals are aimed with them. Each with its path, without
 * a slash at either end, where `*` stands for one part, and what it reads of the request.
 */
export const calls = {
  tinyMerchant: ['GET', 'api/merchant/tiny-merchant', 'query'],
  home: ['GET', 'api/member/merchant/home'],
  productsByCategories: ['GET', 'api/member/merchant/products-by-categories', 'query'],
  search: ['GET', 'api/member/merchant/search', 'query'],
  sendOrderCode: ['POST', 'api/merchant/message/send-order-code-message', 'body'],
  qrcodeInfo: ['GET', 'api/merchant/table/qrcode/info/*', 'last'],
  orderCodeValid: ['GET', 'api/merchant/table/order-code/valid/*', 'last'],
  phoneCode: ['POST', 'api/member/phone/code', 'body'],
  login: ['POST', 'api/member/login', 'body'],
  getMember: ['GET', 'api/member'],
  updateMember: ['PUT', 'api/member', 'body'],
  registerGuest: ['POST', 'api/member/register/guest'],
  hasProcessingOrder: ['GET', 'api/merchant/order/has-processing-order'],
  memberOrderList: ['GET', 'api/merchant/order/member-order-list', 'query'],
  orderDetail: ['GET', 'api/merchant/order/detailForMember', 'query'],
  placeOrder: ['POST', 'api/member/order', 'body'],
  preview: ['POST', 'api/merchant/order/preview', 'body'],
  tableActiveOrder: ['GET', 'api/merchant/order/table-active-order'],
  updateCart: ['POST', 'api/shoppingCart', 'body'],
  getCart: ['GET', 'api/shoppingCart', 'query'],
  initialize: ['POST', 'api/shoppingCart/initialize', 'body'],
  getGuests: ['GET', 'api/shoppingCart/guests'],
  clearCart: ['DELETE', 'api/shoppingCart/clear'],
  negotiate: ['GET', 'api/system/web-pub-sub/scan-order-negotiate', 'query'],
} as const satisfies Readonly<Record<string, Call>>;

export type CallName = keyof typeof calls;
export const callNames = Object.keys(calls) as CallName[];
