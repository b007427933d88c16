import { nanoid } from 'nanoid';
import { createCartCleared } from '#events/cart/cart-cleared.ts';
import { houseChanged } from '#contract/calls/house.ts';
import { pushRefused } from '#contract/calls/push.ts';
import { dayNotClosable } from '#contract/calls/closing.ts';
import { menuCrossed } from '#contract/calls/menu-draft.ts';
import { noPaymentPage } from '#contract/calls/payment.ts';
import { accountInUse } from '#contract/calls/privacy.ts';
import { codes } from '#contract/codes.ts';
import { connectionRefused } from '#contract/calls/connections.ts';
import { printerRefused } from '#contract/calls/printers.ts';
import { webhookRefused } from '#contract/calls/till.ts';
import { headers } from '#contract/http/headers.ts';
import type { Audience } from '#server/platform/http/docs/about-calls.ts';
import type { StaffRight } from '#contract/staff-rights.ts';
import { forbidden, unauthorized, type Refused, type Row } from './expected.ts';
import type { Scene } from './scene.ts';

const answers = (code: number): Refused => ({ status: 200, code });
const notFound = { status: 404, code: 404 };
const noSuch = answers(codes.notFound);
const notYourCoupon = answers(codes.couponUnusable);
const cart = ['events', 'session_replicas', 'table_sessions'] as const;

type Asks = NonNullable<Row['asks']>;

function row(audience: Audience, asks?: Asks, comesTo?: Refused): Row {
  return { for: audience, ...(asks && { asks }), ...(comesTo && { comesTo }) };
}
/** A call for the staff who have this right, and for a system that has the scope. */
function staff(needs: StaffRight | undefined, ...asked: [asks?: Asks, comesTo?: Refused]): Row {
  return { ...row('staff', ...asked), ...(needs && { needs }) };
}
/** A call of the staff that no system may make. */
function people(...needed: Parameters<typeof staff>): Row {
  return { ...staff(...needed), but: { 'system of another merchant, who says so': forbidden } };
}

const body =
  (sent: object): Asks =>
  () => ({ body: sent });

const ofMerchant: Asks = () => ({ query: { merchantId: '1001' } });
const annsPrivateOrder: Asks = ({ privateOrder }) => ({ query: { id: privateOrder.id } });
const atAnnsTable: Asks = ({ ann }) => ({ body: { tableId: ann.tableId } });
const thePerson: Asks = ({ personId: id }) => ({ body: { id } });
const aPrinter = {
  name: '',
  way: 'network',
  address: '10.0.0.7',
  charset: 'big5',
  columns: 48,
  language: 'zh-TW',
  stations: [],
  bills: false,
  drawer: false,
};
const guessedCode = body({ code: 'GUES-SED' });
const anotherDraft = body({ draftVersion: 4711 });
const unknownId = body({ id: '4711' });

let forged = 0;

function clearAsAnn({ ann, server }: Scene, scope: 'user' | 'table') {
  forged += 1;
  const fields = { id: `forged-${forged}:1`, at: [server.deps.clock.now(), 0] as const, seen: {} };
  return createCartCleared({ ...fields, userId: ann.userId }, { scope });
}

/** One row for each call of the contract, by its name. The last rows end logins, so their order matters. */
export const rows: Readonly<Record<string, Row>> = {
  getTinyMerchant: row('everybody', () => ({ query: { id: '1001' } })),
  getMerchantHome: row('everybody', ofMerchant),
  getProductsByCategories: row('everybody', ofMerchant),
  getOpening: row('everybody', ofMerchant),
  getPickupTimes: row('everybody', ofMerchant),
  getReadiness: people('house'),
  dismissReadiness: {
    ...people('house', body({ isDismissed: true })),
    changes: ['dismissed_checklists'],
  },
  pauseOrders: { ...staff(undefined, body({ reason: 'Eve', minutes: 5 })), changes: ['order_pauses'] },
  resumeOrders: { ...staff(undefined, body({})), changes: ['order_pauses'] },
  searchProducts: row('everybody', () => ({ query: { merchantId: '1001', keyword: 'tea' } })),
  logBehaviours: row('everybody', body({ events: [] })),

  getAnonymousToken: row('everybody'),
  registerGuest: { ...row('everybody'), changes: ['users'] },
  sendPhoneCode: row('everybody', body({ phone: '1' }), answers(codes.badRequest)),
  login: row(
    'everybody',
    body({
      phone: '4155550111',
      code: '000000',
      autoRegister: true,
      autoReceiveCoupon: true,
      autoFillingName: true,
    }),
    answers(codes.badRequest),
  ),
  refreshToken: row('theLogin'),
  logout: { ...row('theLogin'), spends: true, changes: ['ended_logins'] },
  getMember: row('diners'),
  updateMember: row(
    'diners',
    ({ ann }) => ({
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
    forbidden,
  ),
  getCoupons: row('diners', () => ({ query: { state: 'available' } })),

  getTableByQrcode: row('diners', () => ({ params: { id: 'guessed' } }), notFound),
  sendOrderCodeMessage: { ...row('theTable', atAnnsTable), changes: ['order_codes', 'inbox', 'budgets'] },
  // A wrong guess uses up one of the code's tries.
  checkOrderCode: { ...row('theTable', () => ({ params: { code: 'guess' } })), changes: ['order_codes'] },
  negotiate: row(
    'theTable',
    ({ ann }) => ({ query: { userId: ann.userId, tableId: ann.tableId } }),
    forbidden,
  ),

  // The event names Ann as its author. The server rejects it, and her cart stays.
  updateCart: {
    ...row('theTable', (scene) => ({
      body: {
        merchantId: '1001',
        orderDetail: { orderItems: [] },
        events: [clearAsAnn(scene, 'user')],
        known: {},
      },
    })),
    changes: cart,
  },
  getCart: row('theTable', () => ({ query: { merchantId: '1001', browserId: 'b' } })),
  initializeCart: row('theTable', body({ merchantId: '1001', browserId: 'b' })),
  getGuests: row('theTable'),
  // Every diner at the table may clear the cart in their own name.
  clearCart: {
    ...row('theTable', (scene) => ({
      headers: {
        [headers.cartEvents]: Buffer.from(JSON.stringify([clearAsAnn(scene, 'table')])).toString('base64url'),
      },
    })),
    changes: cart,
  },

  getHelp: row('theTable'),
  askHelp: {
    ...row('theTable', () => ({ body: { helpId: nanoid(), kind: 'waiter' } })),
    changes: ['service_events'],
  },
  getAllergy: row('theTable'),
  setAllergy: { ...row('theTable', body({ allergy: 'nuts' })), changes: ['session_members'] },
  withdrawHelp: row('theTable', body({ helpId: 'nobodys' })),
  previewOrder: {
    for: 'theTable',
    asks: ({ shown, userCouponId }) => ({ body: { ...shown, userCouponIds: [userCouponId] } }),
    comesTo: notYourCoupon,
    // Guests have no coupons.
    but: { 'guest at the table': 'served' },
  },
  placeOrder: {
    ...row(
      'theTable',
      ({ shown, userCouponId, ann }) => ({
        body: {
          ...shown,
          memberId: ann.userId,
          userCouponIds: [userCouponId],
          placementId: 'somebody-elses',
        },
      }),
      notYourCoupon,
    ),
    changes: ['placements'],
    but: { 'guest at the table': answers(codes.guestModeDoesNotSupportPlacingOrders) },
  },
  getPlacement: row('theTable', ({ placementId }) => ({ params: { placementId } }), forbidden),
  getOrderDetail: row('diners', annsPrivateOrder, noSuch),
  getTableActiveOrder: row('theTable'),
  reportLostOrder: {
    ...row('theTable', () => {
      const dishes = [{ userName: '', productId: 'p', name: '', quantity: 1 }];
      return { body: { orderId: 'lost', serial: '1', at: 1, dishes } };
    }),
    changes: ['lost_orders'],
  },
  getPaying: row('diners', annsPrivateOrder, noSuch),
  shareDish: row(
    'diners',
    ({ privateOrder }) => ({ body: { orderId: privateOrder.id, orderItemId: '1-1', userIds: [] } }),
    noSuch,
  ),
  payOnline: row(
    'diners',
    ({ privateOrder }) => ({
      body: {
        paymentId: nanoid(),
        orderId: privateOrder.id,
        amount: '0.01',
        tip: '0.00',
        path: '/merchant/1001/order-detail/1',
      },
    }),
    answers(noPaymentPage),
  ),
  saveInvoice: row(
    'diners',
    ({ privateOrder: { id: orderId } }) => ({
      body: { orderId, buyerName: 'Eve', buyerTaxId: '', carrier: '' },
    }),
    noSuch,
  ),
  getReceipt: row('diners', ({ privateOrder }) => ({ body: { orderId: privateOrder.id } }), noSuch),
  mailReceipt: row(
    'diners',
    ({ privateOrder: { id: orderId } }) => ({ body: { orderId, address: 'eve@example.org' } }),
    noSuch,
  ),
  takePaymentResult: row(
    'everybody',
    () => ({ params: { merchantId: '1001' }, body: { payment: 'guessed', status: 'paid' } }),
    notFound,
  ),
  staffReceipt: staff('service', ({ tableOrder }) => ({ body: { orderId: tableOrder.id } }), noSuch),
  printReceipt: staff(
    'service',
    ({ tableOrder: { id: orderId } }) => ({ body: { actId: 'receipt', orderId } }),
    noSuch,
  ),
  staffMailReceipt: staff(
    'service',
    ({ tableOrder: { id: orderId } }) => ({ body: { orderId, address: 'eve@example.org' } }),
    noSuch,
  ),
  settleDispute: staff('service', body({ paymentId: 'nobodys' })),
  retryRefund: staff('service', body({ refundId: 'nobodys' })),
  settleRefund: staff('service', body({ refundId: 'nobodys' })),
  reportsOffered: row('everybody'),
  // A report about another party is stored without that party.
  sendReport: {
    ...row('diners', ({ ann, packedLog: packed }) => ({
      body: { text: 'gone', redacted: true, sessionId: ann.sessionId, packed },
    })),
    changes: ['reports'],
  },
  hasProcessingOrder: row('diners'),
  getMemberOrderList: row('diners'),

  staffLogin: row('everybody', body({ merchantId: '1001', password: 'guessed it' }), forbidden),
  staffLogout: { ...row('everybody'), spends: true, changes: ['staff_sessions'] },
  staffWhoAmI: { ...staff(undefined), but: { 'system without the scope': 'served' } },
  // Stores that somebody looks at the staff page.
  staffOverview: { ...staff(undefined), changes: ['staff_sessions'] },
  staffNegotiate: staff(undefined),
  restOfTables: staff(undefined, () => ({ query: { after: '0.x' } })),
  olderOrders: staff(undefined, () => ({ query: { after: '1.9999999999999.x' } })),
  staffOrder: staff(undefined, ({ tableOrder }) => ({ params: { id: tableOrder.id } }), noSuch),
  answerHelp: staff('service', ({ ann, helpId }) => ({ body: { sessionId: ann.sessionId, helpId } }), noSuch),
  // The kitchen may do other acts, so the right depends on the act.
  actOnOrder: {
    ...staff(
      undefined,
      ({ tableOrder: { id: orderId } }) => ({
        body: { actId: nanoid(), orderId, type: 'orderDiscounted', amount: '0.01', reason: 'late' },
      }),
      noSuch,
    ),
    needsHere: 'service',
  },
  orderAtTable: staff(
    'service',
    ({ freeTableId: tableId, productId }) => {
      const item = { productId, categoryId: 'c', notes: '', modifiers: [] };
      return { body: { actId: nanoid(), tableId, item, quantity: 1 } };
    },
    noSuch,
  ),
  setSoldOut: staff(undefined, ({ productId }) => ({ body: { productId, soldOut: true } }), noSuch),
  showOrderCode: people('service', atAnnsTable, noSuch),
  closeTable: staff('service', atAnnsTable, noSuch),
  kitchenScreen: staff(undefined),
  printAgain: staff(
    undefined,
    ({ tableOrder: { id: orderId } }) => ({ body: { actId: 'again', orderId, round: 1 } }),
    noSuch,
  ),
  takeBackAtTable: staff(
    'service',
    ({ ann }) => ({ body: { actId: 'closed', sessionId: ann.sessionId } }),
    noSuch,
  ),
  moveDishes: staff(
    'service',
    ({ tableOrder: { id: orderId } }) => ({
      body: { actId: 'dishes', orderId, dishes: [{ orderItemId: '1-1', quantity: 1 }] },
    }),
    noSuch,
  ),
  moveTable: staff(
    'service',
    ({ ann, freeTableId: toTableId }) => ({ body: { actId: 'moved', tableId: ann.tableId, toTableId } }),
    noSuch,
  ),
  mergeTables: staff(
    'service',
    ({ ann, neighbourTableId: intoTableId }) => ({
      body: { actId: 'merged', tableId: ann.tableId, intoTableId },
    }),
    noSuch,
  ),
  seatTable: staff(
    'service',
    ({ freeTableId: tableId }) => ({ body: { actId: 'seated', tableId, guests: 2 } }),
    noSuch,
  ),
  setTableGuests: staff('service', ({ ann: { sessionId } }) => ({ body: { sessionId, guests: 9 } }), noSuch),
  noteTable: staff('service', ({ ann: { sessionId } }) => ({ body: { sessionId, note: 'rude' } }), noSuch),
  splitTables: staff(
    'service',
    ({ ann: { sessionId } }) => ({ body: { actId: 'merged', sessionId } }),
    noSuch,
  ),
  removeDiner: people(
    'service',
    ({ ann }) => ({ body: { tableId: ann.tableId, userId: ann.userId } }),
    noSuch,
  ),
  reissueQrcode: people('service', atAnnsTable, noSuch),
  listReports: people('house'),
  getNumbers: people('numbers'),
  getPush: { ...people(undefined), changes: ['meta'] },
  turnOnPush: people(
    undefined,
    body({
      endpoint: 'https://127.0.0.1/push',
      keys: { p256dh: 'a', auth: 'b' },
      kinds: ['orders'],
      station: null,
    }),
    answers(pushRefused),
  ),
  renewPush: people(undefined, body({ endpoint: 'https://push.example/anns' })),
  turnOffPush: people(undefined, body({ endpoint: 'https://push.example/anns' })),
  getCash: people('till'),
  moveCash: {
    ...people('till', () => ({ body: { actId: nanoid(), kind: 'payOut', amount: '1.00', reason: 'Eve' } })),
    changes: ['cash_movements'],
  },
  listClosings: people('numbers'),
  closeDay: people('numbers', body({ day: '2001-01-01' }), answers(dayNotClosable)),
  exportClosing: staff('numbers', () => ({ query: { number: '7', format: 'csv' } }), notFound),
  exportOrders: staff('numbers', () => ({ query: { day: '2026-11-25', format: 'csv' } })),
  exportAccounting: staff('numbers', () => ({
    query: { from: '2026-11-25', to: '2026-11-25', format: 'csv' },
  })),
  listOrders: staff('till', () => ({ query: { after: '0' } })),
  listWebhooks: people('till'),
  createWebhook: people('till', body({ url: 'https://127.0.0.1/metrics' }), answers(webhookRefused)),
  switchWebhook: people('till', body({ id: 'anns', isOn: false })),
  removeWebhook: people('till', body({ id: 'anns' })),
  listDeliveries: people('till'),
  redeliver: people('till', body({ id: 'told-ann' })),
  listPrinters: people('printers'),
  savePrinter: people('printers', body({ id: 'anns', printer: aPrinter }), answers(printerRefused)),
  removePrinter: people('printers', body({ id: 'anns' }), answers(printerRefused)),
  testPrinter: people('printers', body({ id: 'anns' }), answers(printerRefused)),
  saveStations: people(
    'printers',
    body({ stations: [{ id: 'anns', name: { 'en-US': 'Bar', 'zh-TW': '吧台' } }] }),
    answers(printerRefused),
  ),
  listConnections: people('connections'),
  saveConnection: people(
    'connections',
    body({ kind: 'texts', provider: 'nobody', values: {} }),
    answers(connectionRefused),
  ),
  removeConnection: people('connections', body({ kind: 'texts' })),
  testPayments: people('connections', undefined, answers(connectionRefused)),
  testMail: people('connections', body({ address: 'eve@example.org' }), answers(connectionRefused)),
  testTexts: people('connections', body({ phone: '2125550199' }), answers(connectionRefused)),
  readReport: people('house', ({ reportCode: code }) => ({ params: { code } }), noSuch),
  listStaffTokens: people('people'),
  createStaffToken: {
    ...people('people', body({ name: 'a till', scopes: ['settle'] })),
    changes: ['staff_tokens'],
  },
  staffDoor: {
    ...row('everybody', ofMerchant),
    shows: ({ personName }) => ({ 'known device without a PIN': [personName] }),
  },
  // A strange device sends the right PIN, a known device a wrong one.
  loginWithPin: {
    ...row(
      'everybody',
      ({ personId, pin }, who) => ({
        body: { merchantId: '1001', personId, pin: who === 'known device without a PIN' ? '739105' : pin },
      }),
      forbidden,
    ),
    changesBy: { 'known device without a PIN': ['budgets'] },
  },
  knowDevice: row('everybody', guessedCode, forbidden),
  makeDeviceCode: { ...people('people'), changes: ['access_codes'] },
  chooseLanguage: { ...people(undefined, body({ language: 'zh-TW' })), changes: ['staff_people'] },
  listPeople: people('people'),
  addPerson: {
    ...people('people', () => ({ body: { name: nanoid(), role: 'owner', pin: '280594' } })),
    changes: ['staff_people', 'house_changes'],
  },
  changePerson: people('people', ({ personId: id }) => ({ body: { id, pin: '280594' } }), noSuch),
  freePin: people('people', thePerson, noSuch),
  removePerson: people('people', thePerson),
  getHouse: people('house'),
  changeHouse: people('house', body({ version: 'not the one', tables: [] }), answers(houseChanged)),
  settlePending: people('house', body({ version: 'not the one', does: 'apply' }), answers(houseChanged)),
  houseHistory: people('house'),
  takeBackHouseChange: people('house', unknownId, noSuch),
  houseSheet: people(
    'house',
    body({ origin: 'https://order.example', tableIds: ['nobodys'] }),
    answers(codes.badRequest),
  ),
  uploadPicture: staff(
    'menu',
    () => ({ query: { dishId: 'beef' }, headers: { 'Content-Type': 'image/jpeg' }, body: 'no picture' }),
    { status: 400, code: codes.badRequest },
  ),
  getMenuDraft: staff('menu'),
  editMenuDraft: {
    ...staff('menu', body({ edits: [{ path: ['order'], from: [], to: [] }] })),
    changes: ['menu_drafts'],
  },
  discardMenuDraft: staff('menu', anotherDraft, answers(menuCrossed)),
  publishMenu: staff('menu', anotherDraft, answers(menuCrossed)),
  unscheduleMenu: { ...staff('menu'), changes: ['menu_drafts'] },
  menuHistory: staff('menu'),
  takeBackMenuChange: staff('menu', unknownId, noSuch),
  getMenuFile: staff('menu'),
  writeMenuFile: staff('menu', () => ({ body: '{"categories": "none"}' }), answers(codes.badRequest)),
  previewMenuImport: staff('menu', () => ({ query: { mode: 'add' }, body: 'Name' })),
  exportMenuDraft: staff('menu', () => ({ query: { format: 'csv' } })),
  lookAtSetUp: row('everybody', guessedCode, forbidden),
  setUpRestaurant: row(
    'everybody',
    body({
      code: 'GUES-SED',
      name: 'Another one',
      currency: 'USD',
      themeColor: '#0b8378',
      taxRate: '0',
      taxName: '',
      owner: { name: 'Eve', pin: '280594' },
      tables: 1,
    }),
    forbidden,
  ),
  // The token of Ann's restaurant stays valid.
  revokeStaffToken: people('people', ({ tillId }) => ({ body: { id: tillId } })),
  // From here on the other restaurant's staff are logged out.
  staffLogoutEverywhere: { ...people('people'), spends: true, changes: ['staff_sessions', 'meta'] },

  getPrivacyFacts: row('everybody'),
  // Must be last: accepted callers without a seat have no account afterwards.
  removeAccount: {
    ...row('diners', undefined, answers(accountInUse)),
    but: {
      'member who logged in as somebody else': 'served',
      'last party': 'served',
      'last party in the new session': unauthorized,
    },
    changes: ['users', 'ended_logins', 'phone_codes', 'code_requests', 'inbox', 'user_coupons', 'reports'],
  },
};
