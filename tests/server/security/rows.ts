import { nanoid } from 'nanoid';
import { createCartCleared } from '#events/cart/cart-cleared.ts';
import { houseChanged } from '#contract/calls/house.ts';
import { pushRefused } from '#contract/calls/push.ts';
import { chainRefused, menuOfChain } from '#contract/calls/chain.ts';
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

const createRefused = (code: number): Refused => ({ status: 200, code });
const notFound = { status: 404, code: 404 };
const noSuch = createRefused(codes.notFound);
const notYourCoupon = createRefused(codes.couponUnusable);
const cart = ['events', 'session_replicas', 'table_sessions'] as const;

type Asks = NonNullable<Row['asks']>;

function createRow(audience: Audience, asks?: Asks, comesTo?: Refused): Row {
  return { for: audience, ...(asks && { asks }), ...(comesTo && { comesTo }) };
}
/** A call for the staff who have this right, and for a system that has the scope. */
function createStaffRow(needs: StaffRight | undefined, ...asked: [asks?: Asks, comesTo?: Refused]): Row {
  return { ...createRow('staff', ...asked), ...(needs && { needs }) };
}
/** A call of the staff that no system may make. */
function createPeopleRow(...needed: Parameters<typeof createStaffRow>): Row {
  return { ...createStaffRow(...needed), but: { 'system of another merchant, who says so': forbidden } };
}

const askWithBody =
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
const guessedCode = askWithBody({ code: 'GUES-SED' });
const anotherDraft = askWithBody({ draftVersion: 4711 });
const unknownId = askWithBody({ id: '4711' });

let forged = 0;

function clearAsAnn({ ann, server }: Scene, scope: 'user' | 'table') {
  forged += 1;
  const fields = { id: `forged-${forged}:1`, at: [server.deps.clock.now(), 0] as const, seen: {} };
  return createCartCleared({ ...fields, userId: ann.userId }, { scope });
}

/** One row for each call of the contract, by its name. The last rows end logins, so their order matters. */
export const rows: Readonly<Record<string, Row>> = {
  getTinyMerchant: createRow('everybody', () => ({ query: { id: '1001' } })),
  getMerchantHome: createRow('everybody', ofMerchant),
  getProductsByCategories: createRow('everybody', ofMerchant),
  getOpening: createRow('everybody', ofMerchant),
  getPickupTimes: createRow('everybody', ofMerchant),
  getReadiness: createPeopleRow('house'),
  dismissReadiness: {
    ...createPeopleRow('house', askWithBody({ isDismissed: true })),
    changes: ['dismissed_checklists'],
  },
  pauseOrders: {
    ...createStaffRow(undefined, askWithBody({ reason: 'Eve', minutes: 5 })),
    changes: ['order_pauses'],
  },
  resumeOrders: { ...createStaffRow(undefined, askWithBody({})), changes: ['order_pauses'] },
  searchProducts: createRow('everybody', () => ({ query: { merchantId: '1001', keyword: 'tea' } })),
  logBehaviours: createRow('everybody', askWithBody({ events: [] })),

  getAnonymousToken: createRow('everybody'),
  registerGuest: { ...createRow('everybody'), changes: ['users'] },
  sendPhoneCode: createRow('everybody', askWithBody({ phone: '1' }), createRefused(codes.badRequest)),
  login: createRow(
    'everybody',
    askWithBody({
      phone: '4155550111',
      code: '000000',
      autoRegister: true,
      autoReceiveCoupon: true,
      autoFillingName: true,
    }),
    createRefused(codes.badRequest),
  ),
  refreshToken: createRow('theLogin'),
  logout: { ...createRow('theLogin'), spends: true, changes: ['ended_logins'] },
  getMember: createRow('diners'),
  updateMember: createRow(
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
  getCoupons: createRow('diners', () => ({ query: { state: 'available' } })),

  getTableByQrcode: createRow('diners', () => ({ params: { id: 'guessed' } }), notFound),
  sendOrderCodeMessage: {
    ...createRow('theTable', atAnnsTable),
    changes: ['order_codes', 'inbox', 'budgets'],
  },
  // A wrong guess uses up one of the code's tries.
  checkOrderCode: {
    ...createRow('theTable', () => ({ params: { code: 'guess' } })),
    changes: ['order_codes'],
  },
  negotiate: createRow(
    'theTable',
    ({ ann }) => ({ query: { userId: ann.userId, tableId: ann.tableId } }),
    forbidden,
  ),

  // The event names Ann as its author. The server rejects it, and her cart stays.
  updateCart: {
    ...createRow('theTable', (scene) => ({
      body: {
        merchantId: '1001',
        orderDetail: { orderItems: [] },
        events: [clearAsAnn(scene, 'user')],
        known: {},
      },
    })),
    changes: cart,
  },
  getCart: createRow('theTable', () => ({ query: { merchantId: '1001', browserId: 'b' } })),
  initializeCart: createRow('theTable', askWithBody({ merchantId: '1001', browserId: 'b' })),
  getGuests: createRow('theTable'),
  // Every diner at the table may clear the cart in their own name.
  clearCart: {
    ...createRow('theTable', (scene) => ({
      headers: {
        [headers.cartEvents]: Buffer.from(JSON.stringify([clearAsAnn(scene, 'table')])).toString('base64url'),
      },
    })),
    changes: cart,
  },

  getHelp: createRow('theTable'),
  askHelp: {
    ...createRow('theTable', () => ({ body: { helpId: nanoid(), kind: 'waiter' } })),
    changes: ['service_events'],
  },
  getAllergy: createRow('theTable'),
  setAllergy: { ...createRow('theTable', askWithBody({ allergy: 'nuts' })), changes: ['session_members'] },
  withdrawHelp: createRow('theTable', askWithBody({ helpId: 'nobodys' })),
  previewOrder: {
    for: 'theTable',
    asks: ({ shown, userCouponId }) => ({ body: { ...shown, userCouponIds: [userCouponId] } }),
    comesTo: notYourCoupon,
    // Guests have no coupons.
    but: { 'guest at the table': 'served' },
  },
  placeOrder: {
    ...createRow(
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
    but: { 'guest at the table': createRefused(codes.guestModeDoesNotSupportPlacingOrders) },
  },
  getPlacement: createRow('theTable', ({ placementId }) => ({ params: { placementId } }), forbidden),
  getOrderDetail: createRow('diners', annsPrivateOrder, noSuch),
  getTableActiveOrder: createRow('theTable'),
  reportLostOrder: {
    ...createRow('theTable', () => {
      const dishes = [{ userName: '', productId: 'p', name: '', quantity: 1 }];
      return { body: { orderId: 'lost', serial: '1', at: 1, dishes } };
    }),
    changes: ['lost_orders'],
  },
  getPaying: createRow('diners', annsPrivateOrder, noSuch),
  shareDish: createRow(
    'diners',
    ({ privateOrder }) => ({ body: { orderId: privateOrder.id, orderItemId: '1-1', userIds: [] } }),
    noSuch,
  ),
  payOnline: createRow(
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
    createRefused(noPaymentPage),
  ),
  saveInvoice: createRow(
    'diners',
    ({ privateOrder: { id: orderId } }) => ({
      body: { orderId, buyerName: 'Eve', buyerTaxId: '', carrier: '' },
    }),
    noSuch,
  ),
  getReceipt: createRow('diners', ({ privateOrder }) => ({ body: { orderId: privateOrder.id } }), noSuch),
  mailReceipt: createRow(
    'diners',
    ({ privateOrder: { id: orderId } }) => ({ body: { orderId, address: 'eve@example.org' } }),
    noSuch,
  ),
  takePaymentResult: createRow(
    'everybody',
    () => ({ params: { merchantId: '1001' }, body: { payment: 'guessed', status: 'paid' } }),
    notFound,
  ),
  staffReceipt: createStaffRow('service', ({ tableOrder }) => ({ body: { orderId: tableOrder.id } }), noSuch),
  printReceipt: createStaffRow(
    'service',
    ({ tableOrder: { id: orderId } }) => ({ body: { actId: 'receipt', orderId } }),
    noSuch,
  ),
  staffMailReceipt: createStaffRow(
    'service',
    ({ tableOrder: { id: orderId } }) => ({ body: { orderId, address: 'eve@example.org' } }),
    noSuch,
  ),
  settleDispute: createStaffRow('service', askWithBody({ paymentId: 'nobodys' })),
  retryRefund: createStaffRow('service', askWithBody({ refundId: 'nobodys' })),
  settleRefund: createStaffRow('service', askWithBody({ refundId: 'nobodys' })),
  reportsOffered: createRow('everybody'),
  // A report about another party is stored without that party.
  sendReport: {
    ...createRow('diners', ({ ann, packedLog: packed }) => ({
      body: { text: 'gone', redacted: true, sessionId: ann.sessionId, packed },
    })),
    changes: ['reports'],
  },
  hasProcessingOrder: createRow('diners'),
  getMemberOrderList: createRow('diners'),
  getSuggestions: createRow('diners'),

  staffLogin: createRow('everybody', askWithBody({ merchantId: '1001', password: 'guessed it' }), forbidden),
  staffLogout: { ...createRow('everybody'), spends: true, changes: ['staff_sessions'] },
  staffWhoAmI: { ...createStaffRow(undefined), but: { 'system without the scope': 'served' } },
  // Stores that somebody looks at the staff page.
  staffOverview: { ...createStaffRow(undefined), changes: ['staff_sessions'] },
  staffNegotiate: createStaffRow(undefined),
  restOfTables: createStaffRow(undefined, () => ({ query: { after: '0.x' } })),
  olderOrders: createStaffRow(undefined, () => ({ query: { after: '1.9999999999999.x' } })),
  staffOrder: createStaffRow(undefined, ({ tableOrder }) => ({ params: { id: tableOrder.id } }), noSuch),
  answerHelp: createStaffRow(
    'service',
    ({ ann, helpId }) => ({ body: { sessionId: ann.sessionId, helpId } }),
    noSuch,
  ),
  // The kitchen may do other acts, so the right depends on the act.
  actOnOrder: {
    ...createStaffRow(
      undefined,
      ({ tableOrder: { id: orderId } }) => ({
        body: { actId: nanoid(), orderId, type: 'orderDiscounted', amount: '0.01', reason: 'late' },
      }),
      noSuch,
    ),
    needsHere: 'service',
  },
  orderAtTable: createStaffRow(
    'service',
    ({ freeTableId: tableId, productId }) => {
      const item = { productId, categoryId: 'c', notes: '', modifiers: [] };
      return { body: { actId: nanoid(), tableId, item, quantity: 1 } };
    },
    noSuch,
  ),
  setSoldOut: createStaffRow(undefined, ({ productId }) => ({ body: { productId, soldOut: true } }), noSuch),
  showOrderCode: createPeopleRow('service', atAnnsTable, noSuch),
  closeTable: createStaffRow('service', atAnnsTable, noSuch),
  kitchenScreen: createStaffRow(undefined),
  printAgain: createStaffRow(
    undefined,
    ({ tableOrder: { id: orderId } }) => ({ body: { actId: 'again', orderId, round: 1 } }),
    noSuch,
  ),
  takeBackAtTable: createStaffRow(
    'service',
    ({ ann }) => ({ body: { actId: 'closed', sessionId: ann.sessionId } }),
    noSuch,
  ),
  moveDishes: createStaffRow(
    'service',
    ({ tableOrder: { id: orderId } }) => ({
      body: { actId: 'dishes', orderId, dishes: [{ orderItemId: '1-1', quantity: 1 }] },
    }),
    noSuch,
  ),
  moveTable: createStaffRow(
    'service',
    ({ ann, freeTableId: toTableId }) => ({ body: { actId: 'moved', tableId: ann.tableId, toTableId } }),
    noSuch,
  ),
  mergeTables: createStaffRow(
    'service',
    ({ ann, neighbourTableId: intoTableId }) => ({
      body: { actId: 'merged', tableId: ann.tableId, intoTableId },
    }),
    noSuch,
  ),
  seatTable: createStaffRow(
    'service',
    ({ freeTableId: tableId }) => ({ body: { actId: 'seated', tableId, guests: 2 } }),
    noSuch,
  ),
  setTableGuests: createStaffRow(
    'service',
    ({ ann: { sessionId } }) => ({ body: { sessionId, guests: 9 } }),
    noSuch,
  ),
  noteTable: createStaffRow(
    'service',
    ({ ann: { sessionId } }) => ({ body: { sessionId, note: 'rude' } }),
    noSuch,
  ),
  splitTables: createStaffRow(
    'service',
    ({ ann: { sessionId } }) => ({ body: { actId: 'merged', sessionId } }),
    noSuch,
  ),
  removeDiner: createPeopleRow(
    'service',
    ({ ann }) => ({ body: { tableId: ann.tableId, userId: ann.userId } }),
    noSuch,
  ),
  reissueQrcode: createPeopleRow('service', atAnnsTable, noSuch),
  listReports: createPeopleRow('house'),
  getNumbers: createPeopleRow('numbers'),
  getPush: { ...createPeopleRow(undefined), changes: ['meta'] },
  turnOnPush: createPeopleRow(
    undefined,
    askWithBody({
      endpoint: 'https://127.0.0.1/push',
      keys: { p256dh: 'a', auth: 'b' },
      kinds: ['orders'],
      station: null,
    }),
    createRefused(pushRefused),
  ),
  renewPush: createPeopleRow(undefined, askWithBody({ endpoint: 'https://push.example/anns' })),
  turnOffPush: createPeopleRow(undefined, askWithBody({ endpoint: 'https://push.example/anns' })),
  getCash: createPeopleRow('till'),
  moveCash: {
    ...createPeopleRow('till', () => ({
      body: { actId: nanoid(), kind: 'payOut', amount: '1.00', reason: 'Eve' },
    })),
    changes: ['cash_movements'],
  },
  listClosings: createPeopleRow('numbers'),
  closeDay: createPeopleRow('numbers', askWithBody({ day: '2001-01-01' }), createRefused(dayNotClosable)),
  exportClosing: createStaffRow('numbers', () => ({ query: { number: '7', format: 'csv' } }), notFound),
  exportOrders: createStaffRow('numbers', () => ({ query: { day: '2026-11-25', format: 'csv' } })),
  exportAccounting: createStaffRow('numbers', () => ({
    query: { from: '2026-11-25', to: '2026-11-25', format: 'csv' },
  })),
  listOrders: createStaffRow('till', () => ({ query: { after: '0' } })),
  listWebhooks: createPeopleRow('till'),
  createWebhook: createPeopleRow(
    'till',
    askWithBody({ url: 'https://127.0.0.1/metrics' }),
    createRefused(webhookRefused),
  ),
  switchWebhook: createPeopleRow('till', askWithBody({ id: 'anns', isOn: false })),
  removeWebhook: createPeopleRow('till', askWithBody({ id: 'anns' })),
  listDeliveries: createPeopleRow('till'),
  redeliver: createPeopleRow('till', askWithBody({ id: 'told-ann' })),
  listPrinters: createPeopleRow('printers'),
  savePrinter: createPeopleRow(
    'printers',
    askWithBody({ id: 'anns', printer: aPrinter }),
    createRefused(printerRefused),
  ),
  removePrinter: createPeopleRow('printers', askWithBody({ id: 'anns' }), createRefused(printerRefused)),
  testPrinter: createPeopleRow('printers', askWithBody({ id: 'anns' }), createRefused(printerRefused)),
  saveStations: createPeopleRow(
    'printers',
    askWithBody({ stations: [{ id: 'anns', name: { 'en-US': 'Bar', 'zh-TW': '吧台' } }] }),
    createRefused(printerRefused),
  ),
  listConnections: createPeopleRow('connections'),
  saveConnection: createPeopleRow(
    'connections',
    askWithBody({ kind: 'texts', provider: 'nobody', values: {} }),
    createRefused(connectionRefused),
  ),
  getChain: createPeopleRow('chain'),
  getChainNumbers: createPeopleRow('chain'),
  makeBranchCode: { ...createPeopleRow('chain'), changes: ['access_codes'] },
  addBranch: createPeopleRow('chain', guessedCode, createRefused(chainRefused)),
  shareMenu: createPeopleRow(
    'chain',
    askWithBody({ merchantId: '1001', isShared: true }),
    createRefused(chainRefused),
  ),
  getBranchMenu: createPeopleRow('menu'),
  setLocalDish: createPeopleRow(
    'menu',
    ({ productId: dishId }) => ({ body: { dishId, price: '0.01' } }),
    createRefused(menuOfChain),
  ),
  removeBranch: createPeopleRow('chain', askWithBody({ merchantId: '1001' }), createRefused(chainRefused)),
  removeConnection: createPeopleRow('connections', askWithBody({ kind: 'texts' })),
  testPayments: createPeopleRow('connections', undefined, createRefused(connectionRefused)),
  testMail: createPeopleRow(
    'connections',
    askWithBody({ address: 'eve@example.org' }),
    createRefused(connectionRefused),
  ),
  testTexts: createPeopleRow(
    'connections',
    askWithBody({ phone: '2125550199' }),
    createRefused(connectionRefused),
  ),
  readReport: createPeopleRow('house', ({ reportCode: code }) => ({ params: { code } }), noSuch),
  listStaffTokens: createPeopleRow('people'),
  createStaffToken: {
    ...createPeopleRow('people', askWithBody({ name: 'a till', scopes: ['settle'] })),
    changes: ['staff_tokens'],
  },
  staffDoor: {
    ...createRow('everybody', ofMerchant),
    shows: ({ personName }) => ({ 'known device without a PIN': [personName] }),
  },
  // A strange device sends the right PIN, a known device a wrong one.
  loginWithPin: {
    ...createRow(
      'everybody',
      ({ personId, pin }, who) => ({
        body: { merchantId: '1001', personId, pin: who === 'known device without a PIN' ? '739105' : pin },
      }),
      forbidden,
    ),
    changesBy: { 'known device without a PIN': ['budgets'] },
  },
  knowDevice: createRow('everybody', guessedCode, forbidden),
  makeDeviceCode: { ...createPeopleRow('people'), changes: ['access_codes'] },
  chooseLanguage: {
    ...createPeopleRow(undefined, askWithBody({ language: 'zh-TW' })),
    changes: ['staff_people'],
  },
  listPeople: createPeopleRow('people'),
  addPerson: {
    ...createPeopleRow('people', () => ({ body: { name: nanoid(), role: 'owner', pin: '280594' } })),
    changes: ['staff_people', 'house_changes'],
  },
  changePerson: createPeopleRow('people', ({ personId: id }) => ({ body: { id, pin: '280594' } }), noSuch),
  freePin: createPeopleRow('people', thePerson, noSuch),
  removePerson: createPeopleRow('people', thePerson),
  getHouse: createPeopleRow('house'),
  changeHouse: createPeopleRow(
    'house',
    askWithBody({ version: 'not the one', tables: [] }),
    createRefused(houseChanged),
  ),
  settlePending: createPeopleRow(
    'house',
    askWithBody({ version: 'not the one', does: 'apply' }),
    createRefused(houseChanged),
  ),
  houseHistory: createPeopleRow('house'),
  takeBackHouseChange: createPeopleRow('house', unknownId, noSuch),
  houseSheet: createPeopleRow(
    'house',
    askWithBody({ origin: 'https://order.example', tableIds: ['nobodys'] }),
    createRefused(codes.badRequest),
  ),
  uploadPicture: createStaffRow(
    'menu',
    () => ({ query: { dishId: 'beef' }, headers: { 'Content-Type': 'image/jpeg' }, body: 'no picture' }),
    { status: 400, code: codes.badRequest },
  ),
  getMenuDraft: createStaffRow('menu'),
  editMenuDraft: {
    ...createStaffRow('menu', askWithBody({ edits: [{ path: ['order'], from: [], to: [] }] })),
    changes: ['menu_drafts'],
  },
  discardMenuDraft: createStaffRow('menu', anotherDraft, createRefused(menuCrossed)),
  publishMenu: createStaffRow('menu', anotherDraft, createRefused(menuCrossed)),
  unscheduleMenu: { ...createStaffRow('menu'), changes: ['menu_drafts'] },
  menuHistory: createStaffRow('menu'),
  takeBackMenuChange: createStaffRow('menu', unknownId, noSuch),
  getMenuFile: createStaffRow('menu'),
  writeMenuFile: createStaffRow(
    'menu',
    () => ({ body: '{"categories": "none"}' }),
    createRefused(codes.badRequest),
  ),
  previewMenuImport: createStaffRow('menu', () => ({ query: { mode: 'add' }, body: 'Name' })),
  exportMenuDraft: createStaffRow('menu', () => ({ query: { format: 'csv' } })),
  lookAtSetUp: createRow('everybody', guessedCode, forbidden),
  setUpRestaurant: createRow(
    'everybody',
    askWithBody({
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
  revokeStaffToken: createPeopleRow('people', ({ tillId }) => ({ body: { id: tillId } })),
  // From here on the other restaurant's staff are logged out.
  staffLogoutEverywhere: { ...createPeopleRow('people'), spends: true, changes: ['staff_sessions', 'meta'] },

  getPrivacyFacts: createRow('everybody'),
  // Must be last: accepted callers without a seat have no account afterwards.
  removeAccount: {
    ...createRow('diners', undefined, createRefused(accountInUse)),
    but: {
      'member who logged in as somebody else': 'served',
      'last party': 'served',
      'last party in the new session': unauthorized,
    },
    changes: ['users', 'ended_logins', 'phone_codes', 'code_requests', 'inbox', 'user_coupons', 'reports'],
  },
};
