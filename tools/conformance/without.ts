/** What diners miss if a call fails or a field is missing. */

/** By the call that fails. The phone cannot work without the other calls. */
export const withoutCall: Readonly<Record<string, string | undefined>> = {
  'GET /api/member/merchant/home': 'the home page shows no description and no categories of the restaurant',
  'GET /api/member/merchant/search': 'only the menu on the phone is searched',
  'GET /api/member': 'after a reload the phone shows the name that it has stored',
  'POST /api/shoppingCart/initialize': 'diners cannot order without a table',
  'GET /api/shoppingCart/guests': 'diners are asked for their number',
  'GET /api/system/web-pub-sub/scan-order-negotiate':
    'changes of other diners appear within 10 seconds, not at once',
  'GET /api/merchant/table/order-code/valid/:code':
    'a wrong order code is noticed only when the order is placed',
  'POST /api/member/phone/code': 'nobody can log in',
  'POST /api/member/login': 'nobody can log in',
  'GET /api/merchant/order/member-order-list': 'no list of orders',
  'GET /api/merchant/order/has-processing-order':
    'after a scan diners are asked for the number of guests, even if they have ordered',
  'DELETE /api/shoppingCart/clear': 'the table’s cart cannot be emptied at once',
};

/** By the field that is missing. The first pattern that matches call and path counts. */
export const withoutField: readonly (readonly [where: RegExp, words: string])[] = [
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
