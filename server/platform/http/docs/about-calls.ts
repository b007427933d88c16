/** Describes the calls in `/openapi.json`: a summary, who may call it, and which headers it reads. */
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
  getTinyMerchant: { summary: 'Get a restaurant: name, currency, taxes, settings', for: 'everybody' },
  getMerchantHome: { summary: 'Get a restaurant with the names of its menu categories', for: 'everybody' },
  searchProducts: {
    summary: 'Search for dishes whose name or description contains every word',
    for: 'everybody',
  },
  getProductsByCategories: { summary: 'Get the whole menu', for: 'everybody' },

  getOpening: { summary: 'Check whether the restaurant takes orders now', for: 'everybody' },
  getReadiness: { summary: 'Check what the restaurant still lacks before it can open', for: 'staff' },
  dismissReadiness: { summary: 'Hide that checklist, or show it again', for: 'staff' },
  getPickupTimes: { summary: 'List the times at which an order to go can be picked up', for: 'everybody' },
  pauseOrders: { summary: 'Take no orders of diners for a while, with a reason', for: 'staff' },
  resumeOrders: { summary: 'Take orders again', for: 'staff' },

  getTableByQrcode: { summary: 'Scan a table’s QR code: open its session, or join it', for: 'diners' },
  sendOrderCodeMessage: { summary: 'Send the table’s order code to the staff', for: 'theTable' },
  checkOrderCode: { summary: 'Check the table’s order code', for: 'theTable' },
  negotiate: {
    summary: 'Get the address of the realtime hub for this table’s phones',
    for: 'theTable',
    beside: z.object({ group: z.string() }),
  },

  updateCart: { summary: 'Change the cart', for: 'theTable' },
  getCart: { summary: 'Get the table’s cart', for: 'theTable' },
  initializeCart: { summary: 'Get the table’s cart when a phone starts', for: 'theTable' },
  getGuests: { summary: 'Get the number of guests that the table has set', for: 'theTable' },
  clearCart: { summary: 'Clear the cart', for: 'theTable', reads: ['cartEvents'] },

  previewOrder: { summary: 'Calculate what an order of these dishes would cost', for: 'theTable' },
  placeOrder: { summary: 'Place an order, or add a round to the open order', for: 'theTable' },
  getPlacement: { summary: 'Get the result of an attempt to order', for: 'theTable' },
  getOrderDetail: { summary: 'Get an order', for: 'diners' },
  getTableActiveOrder: { summary: 'Get the open order of the table', for: 'theTable' },
  reportLostOrder: {
    summary: 'Report an order that a restored backup does not contain',
    for: 'theTable',
  },
  getHelp: { summary: 'Get the table’s calls, and whether staff would see a new one', for: 'theTable' },
  getAllergy: { summary: 'Get what the diner has said about allergies', for: 'theTable' },
  setAllergy: { summary: 'Tell the kitchen about the diner’s allergies', for: 'theTable' },
  askHelp: { summary: 'Call the staff: for service, water or the bill', for: 'theTable' },
  withdrawHelp: { summary: 'Withdraw a call', for: 'theTable' },
  hasProcessingOrder: { summary: 'Check whether the diner has an open order', for: 'diners' },
  getMemberOrderList: { summary: 'List the diner’s orders, newest first', for: 'diners' },

  getAnonymousToken: {
    summary: 'Get a token for a browser without a guest or member',
    for: 'everybody',
    reads: ['merchantId'],
  },
  logout: { summary: 'Log out and revoke all tokens of the login', for: 'theLogin' },
  registerGuest: { summary: 'Register a guest', for: 'everybody', reads: ['merchantId'] },
  sendPhoneCode: { summary: 'Send a login code to a phone', for: 'everybody', reads: ['merchantId'] },
  login: { summary: 'Log in with the code sent to a phone', for: 'everybody', reads: ['merchantId'] },
  getMember: { summary: 'Get the member or guest of the token', for: 'diners' },
  updateMember: { summary: 'Change the diner’s name, email address, birthday or language', for: 'diners' },
  removeAccount: { summary: 'Delete the account and the diner’s personal data', for: 'diners' },
  refreshToken: { summary: 'Get a new token for the same login', for: 'theLogin' },

  getCoupons: { summary: 'List the diner’s coupons in one state', for: 'diners' },

  staffLogin: { summary: 'Log in to the staff page', for: 'everybody' },
  staffLogout: { summary: 'Log out of the staff page', for: 'everybody' },
  staffLogoutEverywhere: { summary: 'End all sessions of the restaurant’s staff page', for: 'staff' },
  staffWhoAmI: { summary: 'Get the restaurant and the person of this session', for: 'staff' },
  staffOverview: { summary: 'Get all tables and the orders of the day', for: 'staff' },
  olderOrders: { summary: 'List the orders of the day that the overview leaves out', for: 'staff' },
  restOfTables: { summary: 'List the tables that the overview leaves out', for: 'staff' },
  staffOrder: { summary: 'Get an order of the restaurant', for: 'staff' },
  answerHelp: { summary: 'Answer a call: somebody is on their way to the table', for: 'staff' },
  getPaying: { summary: 'Get the ways to pay an order by phone, and its payments', for: 'diners' },
  shareDish: { summary: 'Set who shares a dish of an order', for: 'diners' },
  payOnline: { summary: 'Get the signed address of the restaurant’s payment page', for: 'diners' },
  takePaymentResult: {
    summary: 'Report the result of a payment (signed with PAYMENT_SECRETS)',
    for: 'everybody',
  },
  getReceipt: { summary: 'Get the bill of an order, or its receipt once it is paid', for: 'diners' },
  mailReceipt: { summary: 'Send the receipt by mail', for: 'diners' },
  saveInvoice: { summary: 'Keep the diner’s details for an invoice with the order', for: 'diners' },
  staffReceipt: { summary: 'Get the bill or receipt of an order for the staff', for: 'staff' },
  staffMailReceipt: { summary: 'Send the receipt by mail for the staff', for: 'staff' },
  printReceipt: { summary: 'Print the bill or receipt on the printer for bills', for: 'staff' },
  settleDispute: { summary: 'Mark a disputed payment as resolved', for: 'staff' },
  retryRefund: { summary: 'Send a failed refund to the payment provider again', for: 'staff' },
  settleRefund: { summary: 'Mark a failed refund as given back by hand', for: 'staff' },
  actOnOrder: {
    summary: 'Send, serve, void, add, discount, pay, refund, close or reopen; or undo one of these',
    for: 'staff',
  },
  setSoldOut: { summary: 'Mark a dish or its options as sold out, or as available again', for: 'staff' },
  showOrderCode: { summary: 'Get the code that a table needs to order', for: 'staff' },
  closeTable: { summary: 'End the session of a table', for: 'staff' },
  kitchenScreen: { summary: 'List the dishes that are still to be made or served, by station', for: 'staff' },
  printAgain: { summary: 'Print the tickets of a round again', for: 'staff' },
  orderAtTable: {
    summary: 'Order a dish for a table, with or without diners or an open order',
    for: 'staff',
  },
  moveTable: { summary: 'Move a session to another table', for: 'staff' },
  mergeTables: { summary: 'Merge the sessions of two tables', for: 'staff' },
  takeBackAtTable: { summary: 'Undo a recent act about a table', for: 'staff' },
  removeDiner: { summary: 'Remove a diner from a table', for: 'staff' },
  reissueQrcode: { summary: 'Give a table a new QR code', for: 'staff' },
  listReports: { summary: 'List the problem reports of diners, newest first', for: 'staff' },
  readReport: { summary: 'Get the logs of a problem report', for: 'staff' },
  listStaffTokens: { summary: 'List the tokens of the restaurant’s other systems', for: 'staff' },
  createStaffToken: { summary: 'Create a token. Only this answer contains its secret', for: 'staff' },
  revokeStaffToken: { summary: 'Revoke a token', for: 'staff' },
  chooseLanguage: { summary: 'Remember the language of the person who is logged in', for: 'staff' },
  listPeople: { summary: 'List the people who work at the restaurant, with their roles', for: 'staff' },
  addPerson: { summary: 'Add a person with a role and a PIN', for: 'staff' },
  freePin: { summary: 'Unlock a PIN after too many wrong attempts', for: 'staff' },
  changePerson: { summary: 'Change a person’s name, role or PIN', for: 'staff' },
  removePerson: { summary: 'Remove a person and end their sessions', for: 'staff' },
  staffDoor: {
    summary: 'Get the ways to log in on this device. A known device also gets the names',
    for: 'everybody',
  },
  loginWithPin: { summary: 'Log in with a PIN on a known device', for: 'everybody' },
  makeDeviceCode: { summary: 'Create a one-time code that adds a device', for: 'staff' },
  knowDevice: { summary: 'Add this device with a one-time code', for: 'everybody' },
  getHouse: { summary: 'Get the settings, tables and coupons of the restaurant', for: 'staff' },
  changeHouse: { summary: 'Change settings, tables or coupons', for: 'staff' },
  settlePending: { summary: 'Apply or discard settings that wait for a closing', for: 'staff' },
  houseHistory: { summary: 'List the changes of settings, tables, coupons and people', for: 'staff' },
  takeBackHouseChange: { summary: 'Undo a change of settings, tables, coupons or people', for: 'staff' },
  uploadPicture: {
    summary: 'Upload the picture of a dish. The server crops and scales it',
    for: 'staff',
  },
  houseSheet: { summary: 'Get a printable PDF sheet with the QR codes of the tables', for: 'staff' },
  getMenuDraft: { summary: 'Get the draft of the menu and the published menu', for: 'staff' },
  editMenuDraft: { summary: 'Change the draft', for: 'staff' },
  discardMenuDraft: { summary: 'Discard the draft', for: 'staff' },
  publishMenu: { summary: 'Publish the draft, now or at a later time', for: 'staff' },
  unscheduleMenu: { summary: 'Cancel a scheduled publication', for: 'staff' },
  menuHistory: { summary: 'List the publications and who made them, newest first', for: 'staff' },
  takeBackMenuChange: { summary: 'Undo a published change', for: 'staff' },
  getMenuFile: { summary: 'Get the published menu in the format of a menu file', for: 'staff' },
  writeMenuFile: { summary: 'Replace the menu by a menu file and publish it', for: 'staff' },
  previewMenuImport: {
    summary: 'Compare a menu file, CSV, JSON-LD or an export of Square with the draft. Nothing changes',
    for: 'staff',
  },
  exportMenuDraft: { summary: 'Save the menu and its draft as a file', for: 'staff' },
  lookAtSetUp: { summary: 'Check a set-up code for a new restaurant', for: 'everybody' },
  setUpRestaurant: { summary: 'Set up a new restaurant and its owner', for: 'everybody' },
  staffNegotiate: { summary: 'Get the address of the realtime hub for the staff page', for: 'staff' },

  getNumbers: {
    summary: 'Get the sales report of some days: sales, takings and waiting times',
    for: 'staff',
  },
  getCash: { summary: 'The cash drawers since the last closing', for: 'staff' },
  moveCash: { summary: 'Record a float, pay-in, pay-out or count of a cash drawer', for: 'staff' },
  listClosings: { summary: 'List the daily closings, with a preview of the next one', for: 'staff' },
  closeDay: { summary: 'Close a day. A day can be closed once', for: 'staff' },
  exportClosing: { summary: 'Export a daily closing as a file', for: 'staff' },
  exportOrders: { summary: 'Export the orders of a day as a file', for: 'staff' },
  exportAccounting: {
    summary: 'Export payments, refunds, discounts, voids and taxes of some days as a file, in portions',
    for: 'staff',
  },
  listOrders: {
    summary: 'List the orders that have changed since a cursor, in their current state',
    for: 'staff',
  },
  listWebhooks: { summary: 'List the webhooks', for: 'staff' },
  createWebhook: { summary: 'Create a webhook. Only this answer contains its secret', for: 'staff' },
  switchWebhook: { summary: 'Switch a webhook on or off', for: 'staff' },
  removeWebhook: { summary: 'Remove a webhook', for: 'staff' },
  listDeliveries: { summary: 'List the latest webhook deliveries and their results', for: 'staff' },
  redeliver: { summary: 'Send a delivery again', for: 'staff' },
  listPrinters: { summary: 'List the printers and stations, with the state of each printer', for: 'staff' },
  savePrinter: { summary: 'Add or change a printer', for: 'staff' },
  removePrinter: { summary: 'Remove a printer', for: 'staff' },
  testPrinter: { summary: 'Print a test', for: 'staff' },
  saveStations: { summary: 'Replace the list of kitchen stations', for: 'staff' },
  listConnections: { summary: 'List the services of other companies, without their keys', for: 'staff' },
  saveConnection: { summary: 'Save a provider and its keys', for: 'staff' },
  removeConnection: { summary: 'Remove a provider and its keys', for: 'staff' },
  testTexts: { summary: 'Send a test text to a phone', for: 'staff' },
  testMail: { summary: 'Send a test mail to an address', for: 'staff' },
  testPayments: { summary: 'Ask the payment provider whether it accepts the keys', for: 'staff' },

  getPrivacyFacts: {
    summary: 'Get how long this server keeps personal data, and who receives them',
    for: 'everybody',
  },
  reportsOffered: { summary: 'Check whether this server accepts problem reports', for: 'everybody' },
  sendReport: { summary: 'Send a problem report. The answer contains its code', for: 'diners' },
  logBehaviours: { summary: 'Log behaviour events of a phone', for: 'everybody' },
};

export const aboutTags: Readonly<Record<string, string>> = {
  merchant: 'Restaurants and their menus',
  opening: 'When a restaurant takes orders',
  readiness: 'What a restaurant lacks before it opens',
  table: 'Scanning a table, its order code, its realtime connection',
  allergy: 'What diners are allergic to',
  cart: 'The cart that the phones of a table share',
  order: 'Previews and orders',
  member: 'Guests, members and their logins',
  token: 'Tokens',
  coupon: 'Coupons',
  help: 'Calls for the staff',
  staff: 'The staff page and the restaurant’s other systems',
  people: 'The people who work at the restaurant, and their logins',
  house: 'Settings, tables, coupons and the QR sheet',
  houseHistory: 'The history of settings, and undo',
  menuDraft: 'The menu editor',
  setUp: 'Setting up a new restaurant',
  menuFile: 'The whole menu in one call',
  menuImport: 'The menu as a file, into the draft and out of it',
  menuPicture: 'Pictures for the menu',
  tables: 'Staff acts about tables and their sessions',
  kitchen: 'The kitchen’s screen and printers',
  service: 'Staff acts about orders',
  payment: 'Splitting a bill, and paying it at the restaurant’s payment page',
  providerRefunds: 'Refunds at the payment provider that staff have to look after',
  receipt: 'Bills and receipts',
  behaviour: 'Behaviour events of phones',
  privacy: 'Personal data: how long they are kept, and their deletion',
  report: 'Problem reports of diners',
  numbers: 'Sales reports',
  closing: 'Daily closings',
  cash: 'Cash drawers',
  till: 'Changed orders and webhooks, for a POS and other systems',
  printers: 'Printers and kitchen stations',
  connections: 'Services of other companies that the restaurant uses',
};
