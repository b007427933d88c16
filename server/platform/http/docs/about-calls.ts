/** Facts about the calls that the contract's schemas lack: a summary, who may call it, and which headers it reads. */
import * as z from 'zod/mini';
import type { headers } from '#contract/http/headers.ts';

/**
 * - `everybody`: no token is needed, but an invalid token is refused
 * - `diners`: a guest's or member's token
 * - `theLogin`: the same, also an expired token that can still be refreshed
 * - `theTable`: a guest's or member's token, at the table that the headers name
 * - `staff`: the staff page's session, or a system of the restaurant that has the call's scope
 */
export type Audience = 'everybody' | 'diners' | 'theLogin' | 'theTable' | 'staff';

export interface AboutCall {
  readonly summary: string;
  readonly for: Audience;
  /** The headers that it reads in addition to those of its audience. */
  readonly reads?: readonly (keyof typeof headers)[];
  /** The fields of the answer in addition to those of the envelope. */
  readonly beside?: z.ZodMiniType;
}

/** The keys are the names of the calls in the contract. */
export const aboutCalls: Readonly<Record<string, AboutCall>> = {
  getTinyMerchant: { summary: 'A restaurant: name, currency, taxes, settings', for: 'everybody' },
  getMerchantHome: { summary: 'A restaurant with the names of its menu’s categories', for: 'everybody' },
  searchProducts: { summary: 'Dishes whose name or description holds every word', for: 'everybody' },
  getProductsByCategories: { summary: 'The whole menu', for: 'everybody' },

  getTableByQrcode: { summary: 'Scan a table’s code: opens or joins its session', for: 'diners' },
  sendOrderCodeMessage: { summary: 'Send the table’s order code to the staff', for: 'theTable' },
  checkOrderCode: { summary: 'Whether this is the table’s order code', for: 'theTable' },
  negotiate: {
    summary: 'The address of the hub for this table’s phones',
    for: 'theTable',
    beside: z.object({ group: z.string() }),
  },

  updateCart: { summary: 'Change the cart', for: 'theTable' },
  getCart: { summary: 'The table’s cart', for: 'theTable' },
  initializeCart: { summary: 'The table’s cart, for a phone that has just started', for: 'theTable' },
  getGuests: { summary: 'How many guests the table has said it is', for: 'theTable' },
  clearCart: { summary: 'Clear the cart', for: 'theTable', reads: ['cartEvents'] },

  previewOrder: { summary: 'What an order of these dishes would cost', for: 'theTable' },
  placeOrder: { summary: 'Place an order, or a further round of the open one', for: 'theTable' },
  getPlacement: { summary: 'What became of an attempt to order', for: 'theTable' },
  getOrderDetail: { summary: 'One order', for: 'diners' },
  getTableActiveOrder: { summary: 'The order that is open at the table', for: 'theTable' },
  reportLostOrder: {
    summary: 'Tells the staff of an order that the data, put back from an older copy, does not have',
    for: 'theTable',
  },
  getHelp: { summary: 'Whom the table calls, and whether anybody would see it', for: 'theTable' },
  askHelp: { summary: 'Call somebody: a waiter, water, the bill', for: 'theTable' },
  withdrawHelp: { summary: 'Take a call back', for: 'theTable' },
  hasProcessingOrder: { summary: 'Whether an order of the asker is under way', for: 'diners' },
  getMemberOrderList: { summary: 'The asker’s orders, the newest first', for: 'diners' },

  getAnonymousToken: {
    summary: 'A token for a browser that is nobody yet',
    for: 'everybody',
    reads: ['merchantId'],
  },
  logout: { summary: 'End the login and all its tokens', for: 'theLogin' },
  registerGuest: { summary: 'Become a guest', for: 'everybody', reads: ['merchantId'] },
  sendPhoneCode: { summary: 'Send a login code to a phone', for: 'everybody', reads: ['merchantId'] },
  login: { summary: 'Log in with the code of a phone', for: 'everybody', reads: ['merchantId'] },
  getMember: { summary: 'Who asks', for: 'diners' },
  updateMember: { summary: 'Change the own name, mail, birthday or language', for: 'diners' },
  removeAccount: { summary: 'Remove the own account, and what is known of its diner', for: 'diners' },
  refreshToken: { summary: 'Another token of the same login', for: 'theLogin' },

  getCoupons: { summary: 'The asker’s coupons in one state', for: 'diners' },

  staffLogin: { summary: 'Begin a session of the staff page', for: 'everybody' },
  staffLogout: { summary: 'End the session of the staff page', for: 'everybody' },
  staffLogoutEverywhere: { summary: 'End all sessions of the restaurant’s staff page', for: 'staff' },
  staffWhoAmI: { summary: 'Whose staff page this is', for: 'staff' },
  staffOverview: { summary: 'All tables and the day’s orders', for: 'staff' },
  olderOrders: { summary: 'The day’s orders that the overview has no room for', for: 'staff' },
  restOfTables: { summary: 'The tables that the overview has no room for', for: 'staff' },
  staffOrder: { summary: 'One order of the restaurant', for: 'staff' },
  answerHelp: { summary: 'Say that somebody is on their way to the table', for: 'staff' },
  getPaying: { summary: 'How an order can be paid from the phone, and how that went', for: 'diners' },
  shareDish: { summary: 'Say who shares a dish of an order', for: 'diners' },
  payOnline: { summary: 'The signed address of the restaurant’s payment page', for: 'diners' },
  takePaymentResult: {
    summary: 'What became of a payment at the page (signed with PAYMENT_SECRETS)',
    for: 'everybody',
  },
  settleDispute: { summary: 'Say that a payment that was told wrongly has been looked after', for: 'staff' },
  actOnOrder: {
    summary: 'Send, serve, void, add, discount, pay, give back, close or reopen; or take that back',
    for: 'staff',
  },
  setSoldOut: { summary: 'Mark a dish, or options of dishes, as sold out or as back', for: 'staff' },
  showOrderCode: { summary: 'The code that a table needs to order', for: 'staff' },
  closeTable: { summary: 'End the session of a table', for: 'staff' },
  kitchenScreen: { summary: 'What is still to be made and served, by station', for: 'staff' },
  printAgain: { summary: 'Print the tickets of a round once more', for: 'staff' },
  orderAtTable: {
    summary: 'Order a dish for a table, also where nobody has ordered or sits',
    for: 'staff',
  },
  moveTable: { summary: 'Set a party at another table', for: 'staff' },
  mergeTables: { summary: 'Make one party of two', for: 'staff' },
  takeBackAtTable: { summary: 'Take back what was done about a table a moment ago', for: 'staff' },
  removeDiner: { summary: 'Send a diner away from a table', for: 'staff' },
  reissueQrcode: { summary: 'Give a table another QR code', for: 'staff' },
  listReports: { summary: 'What diners reported, the newest first', for: 'staff' },
  readReport: { summary: 'The logs of such a report', for: 'staff' },
  listStaffTokens: { summary: 'The tokens of the restaurant’s own systems', for: 'staff' },
  createStaffToken: { summary: 'Make a token for one of them; its secret is told this once', for: 'staff' },
  revokeStaffToken: { summary: 'End such a token', for: 'staff' },
  listPeople: { summary: 'Who works at the restaurant, with their roles', for: 'staff' },
  addPerson: { summary: 'Add somebody, with a role and a PIN', for: 'staff' },
  freePin: { summary: 'Look at somebody’s PIN again where too many were wrong', for: 'staff' },
  changePerson: { summary: 'Give somebody another name, role or PIN', for: 'staff' },
  removePerson: { summary: 'End what somebody may do here, and their sessions', for: 'staff' },
  staffDoor: { summary: 'How somebody gets in with this device; names where it is known', for: 'everybody' },
  loginWithPin: { summary: 'Begin a session with a PIN, on a device that is known', for: 'everybody' },
  makeDeviceCode: { summary: 'A code, good once, that makes another device known', for: 'staff' },
  knowDevice: { summary: 'Make this device known with such a code', for: 'everybody' },
  getHouse: { summary: 'Settings, tables and coupons of the restaurant', for: 'staff' },
  changeHouse: { summary: 'Change settings, tables or coupons', for: 'staff' },
  houseHistory: { summary: 'Who changed what of settings, tables, coupons and people', for: 'staff' },
  takeBackHouseChange: { summary: 'Take such a change back', for: 'staff' },
  uploadPicture: {
    summary: 'A picture of a dish, as its file: cut out and scaled by the server',
    for: 'staff',
  },
  houseSheet: { summary: 'A sheet with the QR codes of the tables, as PDF', for: 'staff' },
  getMenuDraft: { summary: 'The draft of the menu, over what is published', for: 'staff' },
  editMenuDraft: { summary: 'Change the draft', for: 'staff' },
  discardMenuDraft: { summary: 'Throw the draft away', for: 'staff' },
  publishMenu: { summary: 'Publish the draft, now or at a time', for: 'staff' },
  unscheduleMenu: { summary: 'Do not publish what was to go live by itself', for: 'staff' },
  menuHistory: { summary: 'What was published, by whom, the newest first', for: 'staff' },
  takeBackMenuChange: { summary: 'Make what a published change changed as it was', for: 'staff' },
  getMenuFile: { summary: 'The published menu, as a menu file has it', for: 'staff' },
  writeMenuFile: { summary: 'Make the menu the same as a file, at once', for: 'staff' },
  lookAtSetUp: { summary: 'Whether a code sets a new restaurant up', for: 'everybody' },
  setUpRestaurant: { summary: 'Set a new restaurant up, with its owner', for: 'everybody' },
  staffNegotiate: { summary: 'The address of the hub for the staff page', for: 'staff' },

  getNumbers: { summary: 'What was sold and taken on some days, and what waited how long', for: 'staff' },
  listClosings: { summary: 'The daily closings, and what would be closed now', for: 'staff' },
  closeDay: { summary: 'Close a day, once', for: 'staff' },
  exportOrders: { summary: 'The orders of a day as a file', for: 'staff' },
  listOrders: { summary: 'Orders that have changed since a cursor, each as it stands', for: 'staff' },
  listWebhooks: { summary: 'Where the restaurant’s own systems are told of its orders', for: 'staff' },
  createWebhook: { summary: 'Name an address; its secret is told this once', for: 'staff' },
  switchWebhook: { summary: 'Switch such an address on or off', for: 'staff' },
  removeWebhook: { summary: 'Remove such an address', for: 'staff' },
  listDeliveries: { summary: 'What was told, to whom, and how that went', for: 'staff' },
  redeliver: { summary: 'Tell it once more', for: 'staff' },

  getPrivacyFacts: {
    summary: 'How long this server keeps what it is told, and to whom it passes it on',
    for: 'everybody',
  },
  reportsOffered: { summary: 'Whether reports of problems are taken here', for: 'everybody' },
  sendReport: { summary: 'A diner’s report of a problem, answered with its code', for: 'diners' },
  logBehaviours: { summary: 'Behaviour events of a phone, for the log', for: 'everybody' },
};

export const aboutTags: Readonly<Record<string, string>> = {
  merchant: 'Restaurants and their menus',
  table: 'Scanning a table, its order code, its live connection',
  cart: 'The cart that the phones of a table share',
  order: 'Previews and orders',
  member: 'Guests, members, logins',
  token: 'Tokens',
  coupon: 'Coupons',
  help: 'Calls of a table for somebody',
  staff: 'The restaurant’s side: its staff page, its own systems',
  people: 'Who works at the restaurant, and how they get in',
  house: 'Settings, tables, coupons and the sheet of the tables’ codes',
  houseHistory: 'What was changed of the house, and the way back',
  menuDraft: 'The menu as the restaurant edits it',
  setUp: 'A new restaurant, from nothing',
  menuFile: 'The whole menu in one call',
  menuPicture: 'Pictures for the menu',
  tables: 'What the staff do about a party',
  kitchen: 'The kitchen’s printers',
  service: 'What is done about orders after they were placed',
  payment: 'The bill’s parts, and paying them at the restaurant’s payment page',
  behaviour: 'What phones report',
  privacy: 'What is kept of people, and its removal',
  report: 'What diners report of problems',
  numbers: 'What a restaurant took, by day',
  closing: 'Daily closings',
  till: 'Changes of orders for a till: asked for, or told',
};
