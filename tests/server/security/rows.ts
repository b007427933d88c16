import { nanoid } from 'nanoid';
import { cartCleared } from '#events/cart/cart-cleared.ts';
import { houseChanged } from '#contract/calls/house.ts';
import { dayNotClosable } from '#contract/calls/closing.ts';
import { menuCrossed } from '#contract/calls/menu-draft.ts';
import { noPaymentPage } from '#contract/calls/payment.ts';
import { accountInUse } from '#contract/calls/privacy.ts';
import { codes } from '#contract/codes.ts';
import { webhookRefused } from '#contract/calls/till.ts';
import { headers } from '#contract/http/headers.ts';
import { forbidden, unauthorized, type Row } from './expected.ts';
import type { Scene } from './scene.ts';

const notFound = { status: 404, code: 404 };
const noSuch = { status: 200, code: 404 };
const refused = { status: 200, code: 400 };
const notYourCoupon = { status: 200, code: codes.couponUnusable };
const cart = ['events', 'session_replicas', 'table_sessions'] as const;

/** Calls of the staff that no system may make, whatever its token is good for. */
const peopleOnly = { 'system of another merchant, who says so': forbidden } as const;

let forged = 0;

function clearAsAnn({ ann, server }: Scene, scope: 'user' | 'table') {
  forged += 1;
  const fields = { id: `forged-${forged}:1`, at: [server.deps.clock.now(), 0] as const, seen: {} };
  return cartCleared({ ...fields, userId: ann.userId }, { scope });
}

/** One row for each call of the contract, by its name there. */
export const rows: Readonly<Record<string, Row>> = {
  getTinyMerchant: { for: 'everybody', asks: () => ({ query: { id: '1001' } }) },
  getMerchantHome: { for: 'everybody', asks: () => ({ query: { merchantId: '1001' } }) },
  getProductsByCategories: { for: 'everybody', asks: () => ({ query: { merchantId: '1001' } }) },
  searchProducts: { for: 'everybody', asks: () => ({ query: { merchantId: '1001', keyword: 'tea' } }) },
  logBehaviours: { for: 'everybody', asks: () => ({ body: { events: [] } }) },

  getAnonymousToken: { for: 'everybody' },
  registerGuest: { for: 'everybody', changes: ['users'] },
  sendPhoneCode: { for: 'everybody', asks: () => ({ body: { phone: '1' } }), comesTo: refused },
  login: {
    for: 'everybody',
    asks: () => ({
      body: {
        phone: '4155550111',
        code: '000000',
        autoRegister: true,
        autoReceiveCoupon: true,
        autoFillingName: true,
      },
    }),
    comesTo: refused,
  },
  refreshToken: { for: 'theLogin' },
  logout: { for: 'theLogin', spends: true, changes: ['ended_logins'] },
  getMember: { for: 'diners' },
  updateMember: {
    for: 'diners',
    asks: ({ ann }) => ({
      body: {
        id: ann.userId,
        name: 'Eve',
        firstName: 'Eve',
        lastName: '',
        mail: '',
        birthday: null,
        languagePreference: 'en-US',
      },
    }),
    comesTo: forbidden,
  },
  getCoupons: { for: 'diners', asks: () => ({ query: { state: 'available' } }) },

  getTableByQrcode: { for: 'diners', asks: () => ({ params: { id: 'guessed' } }), comesTo: notFound },
  sendOrderCodeMessage: {
    for: 'theTable',
    asks: ({ ann }) => ({ body: { tableId: ann.tableId } }),
    changes: ['order_codes', 'inbox', 'budgets'],
  },
  // A wrong guess costs one of the code's tries.
  checkOrderCode: {
    for: 'theTable',
    asks: () => ({ params: { code: 'guess' } }),
    changes: ['order_codes'],
  },
  negotiate: {
    for: 'theTable',
    asks: ({ ann }) => ({ query: { userId: ann.userId, tableId: ann.tableId } }),
    comesTo: forbidden,
  },

  // In Ann's name: it is taken out for good, and her cart stays.
  updateCart: {
    for: 'theTable',
    asks: (scene) => ({
      body: {
        merchantId: '1001',
        orderDetail: { orderItems: [] },
        events: [clearAsAnn(scene, 'user')],
        known: {},
      },
    }),
    changes: cart,
  },
  getCart: { for: 'theTable', asks: () => ({ query: { merchantId: '1001', browserId: 'b' } }) },
  initializeCart: { for: 'theTable', asks: () => ({ body: { merchantId: '1001', browserId: 'b' } }) },
  getGuests: { for: 'theTable' },
  // Whoever sits at the table may clear it, under their own name.
  clearCart: {
    for: 'theTable',
    asks: (scene) => ({
      headers: {
        [headers.cartEvents]: Buffer.from(JSON.stringify([clearAsAnn(scene, 'table')])).toString('base64url'),
      },
    }),
    changes: cart,
  },

  getHelp: { for: 'theTable' },
  // In the asker's own name.
  askHelp: {
    for: 'theTable',
    asks: () => ({ body: { helpId: nanoid(), kind: 'waiter' } }),
    changes: ['service_events'],
  },
  withdrawHelp: { for: 'theTable', asks: () => ({ body: { helpId: 'nobodys' } }) },
  previewOrder: {
    for: 'theTable',
    asks: ({ shown, userCouponId }) => ({ body: { ...shown, userCouponIds: [userCouponId] } }),
    comesTo: notYourCoupon,
    // For whom there are no coupons.
    but: { 'guest at the table': 'served' },
  },
  placeOrder: {
    for: 'theTable',
    asks: ({ shown, userCouponId, ann }) => ({
      body: { ...shown, memberId: ann.userId, userCouponIds: [userCouponId], placementId: 'somebody-elses' },
    }),
    comesTo: notYourCoupon,
    changes: ['placements'],
    but: {
      'guest at the table': { status: 200, code: codes.guestModeDoesNotSupportPlacingOrders },
    },
  },
  getPlacement: {
    for: 'theTable',
    asks: ({ placementId }) => ({ params: { placementId } }),
    comesTo: forbidden,
  },
  getOrderDetail: {
    for: 'diners',
    asks: ({ privateOrder }) => ({ query: { id: privateOrder.id } }),
    comesTo: noSuch,
  },
  getTableActiveOrder: { for: 'theTable' },
  reportLostOrder: {
    for: 'theTable',
    asks: () => {
      const dishes = [{ userName: '', productId: 'p', name: '', quantity: 1 }];
      return { body: { orderId: 'lost', serial: '1', at: 1, dishes } };
    },
    changes: ['lost_orders'],
  },
  getPaying: {
    for: 'diners',
    asks: ({ privateOrder }) => ({ query: { id: privateOrder.id } }),
    comesTo: noSuch,
  },
  shareDish: {
    for: 'diners',
    asks: ({ privateOrder }) => ({
      body: { orderId: privateOrder.id, orderItemId: '1-1', userIds: [] },
    }),
    comesTo: noSuch,
  },
  payOnline: {
    for: 'diners',
    asks: ({ privateOrder }) => ({
      body: {
        paymentId: nanoid(),
        orderId: privateOrder.id,
        amount: '0.01',
        tip: '0.00',
        path: '/merchant/1001/order-detail/1',
      },
    }),
    comesTo: { status: 200, code: noPaymentPage },
  },
  takePaymentResult: {
    for: 'everybody',
    asks: () => ({ params: { merchantId: '1001' }, body: { payment: 'guessed', status: 'paid' } }),
    comesTo: notFound,
  },
  settleDispute: { for: 'staff', needs: 'service', asks: () => ({ body: { paymentId: 'nobodys' } }) },
  reportsOffered: { for: 'everybody' },
  // Of a party that is not theirs it is a report of nobody's.
  sendReport: {
    for: 'diners',
    asks: ({ ann, packedLog: packed }) => ({
      body: { text: 'gone', redacted: true, sessionId: ann.sessionId, packed },
    }),
    changes: ['reports'],
  },
  hasProcessingOrder: { for: 'diners' },
  getMemberOrderList: { for: 'diners' },

  staffLogin: {
    for: 'everybody',
    asks: () => ({ body: { merchantId: '1001', password: 'guessed it' } }),
    comesTo: forbidden,
  },
  staffLogout: { for: 'everybody', spends: true, changes: ['staff_sessions'] },
  staffWhoAmI: { for: 'staff', but: { 'system without the scope': 'served' } },
  // CX17: that somebody looks.
  staffOverview: { for: 'staff', changes: ['staff_sessions'] },
  staffNegotiate: { for: 'staff' },
  restOfTables: { for: 'staff', asks: () => ({ query: { after: '0.x' } }) },
  olderOrders: { for: 'staff', asks: () => ({ query: { after: '1.9999999999999.x' } }) },
  staffOrder: {
    for: 'staff',
    asks: ({ tableOrder }) => ({ params: { id: tableOrder.id } }),
    comesTo: noSuch,
  },
  answerHelp: {
    for: 'staff',
    needs: 'service',
    asks: ({ ann, helpId }) => ({ body: { sessionId: ann.sessionId, helpId } }),
    comesTo: noSuch,
  },
  // The kitchen may do other acts.
  actOnOrder: {
    for: 'staff',
    needsHere: 'service',
    asks: ({ tableOrder: { id: orderId } }) => ({
      body: { actId: nanoid(), orderId, type: 'orderDiscounted', amount: '0.01', reason: 'late' },
    }),
    comesTo: noSuch,
  },
  orderAtTable: {
    for: 'staff',
    needs: 'service',
    asks: ({ freeTableId: tableId, productId }) => {
      const item = { productId, categoryId: 'c', notes: '', modifiers: [] };
      return { body: { actId: nanoid(), tableId, item, quantity: 1 } };
    },
    comesTo: noSuch,
  },
  setSoldOut: {
    for: 'staff',
    asks: ({ productId }) => ({ body: { productId, soldOut: true } }),
    comesTo: noSuch,
  },
  showOrderCode: {
    for: 'staff',
    needs: 'service',
    asks: ({ ann }) => ({ body: { tableId: ann.tableId } }),
    comesTo: noSuch,
    but: peopleOnly,
  },
  closeTable: {
    for: 'staff',
    needs: 'service',
    asks: ({ ann }) => ({ body: { tableId: ann.tableId } }),
    comesTo: noSuch,
  },
  kitchenScreen: { for: 'staff' },
  printAgain: {
    for: 'staff',
    asks: ({ tableOrder: { id: orderId } }) => ({ body: { actId: 'again', orderId, round: 1 } }),
    comesTo: noSuch,
  },
  takeBackAtTable: {
    for: 'staff',
    needs: 'service',
    asks: ({ ann }) => ({ body: { actId: 'closed', sessionId: ann.sessionId } }),
    comesTo: noSuch,
  },
  moveTable: {
    for: 'staff',
    needs: 'service',
    asks: ({ ann, freeTableId: toTableId }) => ({
      body: { actId: 'moved', tableId: ann.tableId, toTableId },
    }),
    comesTo: noSuch,
  },
  mergeTables: {
    for: 'staff',
    needs: 'service',
    asks: ({ ann, neighbourTableId: intoTableId }) => ({
      body: { actId: 'merged', tableId: ann.tableId, intoTableId },
    }),
    comesTo: noSuch,
  },
  removeDiner: {
    for: 'staff',
    needs: 'service',
    asks: ({ ann }) => ({ body: { tableId: ann.tableId, userId: ann.userId } }),
    comesTo: noSuch,
    but: peopleOnly,
  },
  reissueQrcode: {
    for: 'staff',
    needs: 'service',
    asks: ({ ann }) => ({ body: { tableId: ann.tableId } }),
    comesTo: noSuch,
    but: peopleOnly,
  },
  listReports: { for: 'staff', needs: 'house', but: peopleOnly },
  getNumbers: { for: 'staff', needs: 'numbers', but: peopleOnly },
  listClosings: { for: 'staff', needs: 'numbers', but: peopleOnly },
  closeDay: {
    for: 'staff',
    needs: 'numbers',
    asks: () => ({ body: { day: '2001-01-01' } }),
    comesTo: { status: 200, code: dayNotClosable },
    but: peopleOnly,
  },
  exportOrders: {
    for: 'staff',
    needs: 'numbers',
    asks: () => ({ query: { day: '2026-11-25', format: 'csv' } }),
  },
  listOrders: { for: 'staff', needs: 'till', asks: () => ({ query: { after: '0' } }) },
  listWebhooks: { for: 'staff', needs: 'till', but: peopleOnly },
  createWebhook: {
    for: 'staff',
    needs: 'till',
    asks: () => ({ body: { url: 'https://127.0.0.1/metrics' } }),
    comesTo: { status: 200, code: webhookRefused },
    but: peopleOnly,
  },
  switchWebhook: {
    for: 'staff',
    needs: 'till',
    asks: () => ({ body: { id: 'anns', isOn: false } }),
    but: peopleOnly,
  },
  removeWebhook: { for: 'staff', needs: 'till', asks: () => ({ body: { id: 'anns' } }), but: peopleOnly },
  listDeliveries: { for: 'staff', needs: 'till', but: peopleOnly },
  redeliver: { for: 'staff', needs: 'till', asks: () => ({ body: { id: 'told-ann' } }), but: peopleOnly },
  readReport: {
    for: 'staff',
    needs: 'house',
    asks: ({ reportCode: code }) => ({ params: { code } }),
    comesTo: noSuch,
    but: peopleOnly,
  },
  listStaffTokens: { for: 'staff', needs: 'people', but: peopleOnly },
  createStaffToken: {
    for: 'staff',
    needs: 'people',
    asks: () => ({ body: { name: 'a till', scopes: ['settle'] } }),
    changes: ['staff_tokens'],
    but: peopleOnly,
  },
  staffDoor: {
    for: 'everybody',
    asks: () => ({ query: { merchantId: '1001' } }),
    shows: ({ personName }) => ({ 'known device without a PIN': [personName] }),
  },
  // With the right one, on a device that was never logged in; with another one on one that was.
  loginWithPin: {
    for: 'everybody',
    asks: ({ personId, pin }, who) => ({
      body: { merchantId: '1001', personId, pin: who === 'known device without a PIN' ? '739105' : pin },
    }),
    comesTo: forbidden,
    changesBy: { 'known device without a PIN': ['budgets'] },
  },
  knowDevice: { for: 'everybody', asks: () => ({ body: { code: 'GUES-SED' } }), comesTo: forbidden },
  makeDeviceCode: { for: 'staff', needs: 'people', changes: ['access_codes'], but: peopleOnly },
  listPeople: { for: 'staff', needs: 'people', but: peopleOnly },
  addPerson: {
    for: 'staff',
    needs: 'people',
    asks: () => ({ body: { name: nanoid(), role: 'owner', pin: '280594' } }),
    changes: ['staff_people', 'house_changes'],
    but: peopleOnly,
  },
  changePerson: {
    for: 'staff',
    needs: 'people',
    asks: ({ personId: id }) => ({ body: { id, pin: '280594' } }),
    comesTo: noSuch,
    but: peopleOnly,
  },
  freePin: {
    for: 'staff',
    needs: 'people',
    asks: ({ personId: id }) => ({ body: { id } }),
    comesTo: noSuch,
    but: peopleOnly,
  },
  removePerson: {
    for: 'staff',
    needs: 'people',
    asks: ({ personId: id }) => ({ body: { id } }),
    but: peopleOnly,
  },
  getHouse: { for: 'staff', needs: 'house', but: peopleOnly },
  changeHouse: {
    for: 'staff',
    needs: 'house',
    asks: () => ({ body: { version: 'not the one', tables: [] } }),
    comesTo: { status: 200, code: houseChanged },
    but: peopleOnly,
  },
  houseHistory: { for: 'staff', needs: 'house', but: peopleOnly },
  takeBackHouseChange: {
    for: 'staff',
    needs: 'house',
    asks: () => ({ body: { id: '4711' } }),
    comesTo: noSuch,
    but: peopleOnly,
  },
  houseSheet: {
    for: 'staff',
    needs: 'house',
    asks: () => ({ body: { origin: 'https://order.example', tableIds: ['nobodys'] } }),
    comesTo: { status: 200, code: codes.badRequest },
    but: peopleOnly,
  },
  uploadPicture: {
    for: 'staff',
    needs: 'menu',
    asks: () => ({
      query: { dishId: 'beef' },
      headers: { 'Content-Type': 'image/jpeg' },
      body: 'no picture',
    }),
    comesTo: { status: 400, code: codes.badRequest },
  },
  getMenuDraft: { for: 'staff', needs: 'menu' },
  editMenuDraft: {
    for: 'staff',
    needs: 'menu',
    asks: () => ({ body: { edits: [{ path: ['order'], from: [], to: [] }] } }),
    changes: ['menu_drafts'],
  },
  discardMenuDraft: {
    for: 'staff',
    needs: 'menu',
    asks: () => ({ body: { draftVersion: 4711 } }),
    comesTo: { status: 200, code: menuCrossed },
  },
  publishMenu: {
    for: 'staff',
    needs: 'menu',
    asks: () => ({ body: { draftVersion: 4711 } }),
    comesTo: { status: 200, code: menuCrossed },
  },
  unscheduleMenu: { for: 'staff', needs: 'menu', changes: ['menu_drafts'] },
  menuHistory: { for: 'staff', needs: 'menu' },
  takeBackMenuChange: {
    for: 'staff',
    needs: 'menu',
    asks: () => ({ body: { id: '4711' } }),
    comesTo: noSuch,
  },
  getMenuFile: { for: 'staff', needs: 'menu' },
  writeMenuFile: {
    for: 'staff',
    needs: 'menu',
    asks: () => ({ body: '{"categories": "none"}' }),
    comesTo: { status: 200, code: codes.badRequest },
  },
  lookAtSetUp: { for: 'everybody', asks: () => ({ body: { code: 'GUES-SED' } }), comesTo: forbidden },
  setUpRestaurant: {
    for: 'everybody',
    asks: () => ({
      body: {
        code: 'GUES-SED',
        name: 'Another one',
        currency: 'USD',
        themeColor: '#0b8378',
        taxRate: '0',
        taxName: '',
        owner: { name: 'Eve', pin: '280594' },
        tables: 1,
      },
    }),
    comesTo: forbidden,
  },
  // Of Ann's restaurant: it is there afterwards.
  revokeStaffToken: {
    for: 'staff',
    needs: 'people',
    asks: ({ tillId }) => ({ body: { id: tillId } }),
    but: peopleOnly,
  },
  // Last: the other restaurant's staff are logged out from here on.
  staffLogoutEverywhere: {
    for: 'staff',
    needs: 'people',
    spends: true,
    changes: ['staff_sessions', 'meta'],
    but: peopleOnly,
  },

  getPrivacyFacts: { for: 'everybody' },
  // The last row: whoever is let in and sits nowhere is nobody afterwards.
  removeAccount: {
    for: 'diners',
    comesTo: { status: 200, code: accountInUse },
    but: {
      'member who logged in as somebody else': 'served',
      'last party': 'served',
      'last party in the new session': unauthorized,
    },
    changes: ['users', 'ended_logins', 'phone_codes', 'code_requests', 'inbox', 'user_coupons', 'reports'],
  },
};
