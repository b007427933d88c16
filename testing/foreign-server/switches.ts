/**
 * The switches of the foreign server. Each place where the specification leaves a choice is one switch.
 * A switch is a choice (the first value is the plain default), a number, or the text of planned faults.
 * The server reads a switch at each request, so a change while running takes effect at once.
 *
 * Example: setSwitch(switches, 'times=iso') returns undefined on success, or else the error text.
 */
interface Choice<V extends string> {
  kind: 'choice';
  values: readonly V[];
  /** What the switch changes, for people. */
  does: string;
}
interface NumberSwitch {
  kind: 'number';
  initial: number;
  does: string;
}
interface FreeText {
  kind: 'text';
  initial: string;
  does: string;
}

const defineChoice = <const V extends string>(values: readonly V[], does: string): Choice<V> => ({
  kind: 'choice',
  values,
  does,
});
const defineNumber = (initial: number, does: string): NumberSwitch => ({ kind: 'number', initial, does });

export const switchTable = {
  // How values are written.
  idForm: defineChoice(['number', 'text'], 'ids of digits go out as JSON numbers or as text'),
  idLength: defineChoice(['long', 'short'], 'new ids have 19 digits or a few'),
  amounts: defineChoice(['number', 'text'], 'money is a JSON number or text with two decimals'),
  quantities: defineChoice(['number', 'text'], 'quantities and counts are numbers or text'),
  times: defineChoice(
    ['ms', 'msText', 'seconds', 'iso', 'local'],
    'times are ms, ms as text, seconds, ISO text, or "2026-01-31 18:00:00" (UTC)',
  ),
  flags: defineChoice(['boolean', 'number', 'text'], 'yes and no are true/false, 1/0 or "true"/"false"'),
  enums: defineChoice(
    ['number', 'word', 'numberText'],
    'statuses and kinds are numbers, words or numbers as text',
  ),
  emptyFields: defineChoice(
    ['null', 'absent', 'emptyText'],
    'a field without a value is null, missing or ""',
  ),
  emptyLists: defineChoice(['list', 'null', 'absent'], 'an empty list is [], null or missing'),
  lists: defineChoice(
    ['bare', 'items', 'records', 'list', 'rows', 'content', 'data'],
    'a page is a bare list, or under items, records, list, rows, content or data with a total',
  ),
  rowVersions: defineChoice(['number', 'text', 'absent'], 'row versions are numbers, opaque text or missing'),

  // The envelope and refusals.
  envelope: defineChoice(
    ['full', 'noMsg', 'nullMsg', 'codeText', 'noCode', 'extra'],
    'a good answer has all four fields, lacks msg, has msg null, code "0", no code, or more fields',
  ),
  refusalStatus: defineChoice(['200', '400', 'byCode'], 'HTTP status of a refusal'),
  refusalSuccess: defineChoice(['false', 'true', 'absent'], 'success in a refusal'),
  refusalMsg: defineChoice(['words', 'empty', 'null', 'absent'], 'msg in a refusal'),
  refusalData: defineChoice(['null', 'absent', 'object'], 'data in a refusal'),
  refusalCode: defineChoice(['number', 'text'], 'code in a refusal is a number or text'),
  unauthorized: defineChoice(
    ['body', 'status', 'both'],
    '401 is in the body (HTTP 200), only in the status, or in both',
  ),
  errorBody: defineChoice(
    ['envelope', 'html', 'text', 'empty', 'framework'],
    'body of every answer with status 400 or more',
  ),
  contentType: defineChoice(['json', 'jsonCharset', 'text'], 'content type of answers'),
  unknownMerchant: defineChoice(
    ['code404', 'status404', 'dataNull', 'emptyObject'],
    'answer to a merchant id that nobody has',
  ),

  // The identity of the caller.
  guestIdentity: defineChoice(
    ['token', 'fingerprint', 'browserId'],
    'a guest is known by token, Guest-Account-Identifier or browser id',
  ),
  guestPerFingerprint: defineChoice(
    ['one', 'many'],
    'a second registration with the same fingerprint gives the same guest or a new one',
  ),
  guestTokenOnReturn: defineChoice(
    ['same', 'new'],
    'a guest that registers again keeps the token or gets a new one (the old one dies)',
  ),
  guestAnswer: defineChoice(
    ['member', 'token', 'tokenObject', 'memberAndToken'],
    'data is the member, the bare token, {token} or {member, token}',
  ),
  memberAnswer: defineChoice(
    ['member', 'wrapped', 'list'],
    'GET member gives the member, {member} or a list',
  ),
  memberToken: defineChoice(
    ['always', 'onlyAtLogin'],
    'the member carries its token always or only at login and registration',
  ),
  memberPutAnswer: defineChoice(['member', 'true', 'null'], 'data after PUT member'),
  memberPutId: defineChoice(
    ['ignored', 'compared'],
    'the id in PUT member is ignored or must be the own one',
  ),
  birthdays: defineChoice(['number', 'text'], 'birthday is 1231 or "1231"'),
  guestName: defineChoice(
    ['none', 'emptyText', 'generated'],
    'a new guest has no first name, "" or a generated one',
  ),
  loginPerson: defineChoice(
    ['own', 'guestUpgraded'],
    'a new member gets an own id or keeps the id of the guest',
  ),
  guestLines: defineChoice(
    ['stay', 'move', 'drop'],
    "lines of the guest who logs in stay, become the member's or vanish",
  ),
  codeAnswer: defineChoice(['true', 'null', 'object'], 'data after the request of a login code'),
  codeLimit: defineChoice(
    ['minute', 'phoneOnly', 'none'],
    'limits on login codes: 4290 per phone and 4291 per address, only 4290, or no limit',
  ),
  codeUses: defineChoice(['once', 'many'], 'a login code works once or until the next one'),
  merchantFrom: defineChoice(['any', 'header', 'query'], 'where the server looks for the merchant id'),
  tableFrom: defineChoice(['any', 'header', 'query'], 'where the server looks for the table id'),
  menuNeedsToken: defineChoice(['no', 'yes'], 'menu calls without a token are answered or get 401'),
  publicBadToken: defineChoice(
    ['ignored', 'refused'],
    'a worthless token on a public call is ignored or gets 401',
  ),

  // Merchant, table and menu.
  qrAnswer: defineChoice(
    ['flat', 'table', 'nested', 'tableIdOnly', 'list'],
    'QR info is {merchantId, tableId, tableName}, the table itself, {merchant, table}, without a merchant, or in a list',
  ),
  merchantAnswer: defineChoice(
    ['object', 'wrapped', 'list'],
    'tiny-merchant gives the object, {merchant} or a list',
  ),
  merchantIdField: defineChoice(['id', 'merchantId', 'absent'], 'the id field of the merchant'),
  settingValues: defineChoice(
    ['typed', 'text', 'number', 'jsonText'],
    'setting values are true, "true", 1 or "{\\"value\\":true}"',
  ),
  settingsSent: defineChoice(
    ['all', 'asked', 'none', 'null'],
    'all settings, only the asked ones, an empty list or null',
  ),
  settingEnums: defineChoice(['number', 'text'], 'templateEnum is a number or text'),
  clearTimeUnit: defineChoice(['minutes', 'seconds', 'ms', 'absent'], 'unit of the clear-table-cart time'),
  guestMode: defineChoice(['on', 'off'], 'value of setting 18001'),
  homeAnswer: defineChoice(
    ['menus', 'menuList', 'categories', 'withoutProducts', 'merchant'],
    'home gives {menus}, a list of menus, {categories}, categories without products, or only the merchant',
  ),
  productsAnswer: defineChoice(
    ['categories', 'products', 'map', 'menus'],
    'products-by-categories gives categories, a flat list, a map by category id, or menus',
  ),
  productNames: defineChoice(
    ['plain', 'prefixed'],
    'id, name, price or productId, productName, productPrice',
  ),
  displayNames: defineChoice(
    ['one', 'modes', 'languages'],
    'name alone, with posName and sendChefName, or {"en-US", "zh-TW"}',
  ),
  optionNames: defineChoice(['modifierGroups', 'groups', 'attached', 'flat'], 'field names of option groups'),
  optionLimits: defineChoice(
    ['minMax', 'quantities', 'required', 'absent'],
    'limits of a group are min/max, minQuantity/maxQuantity, isRequired or missing',
  ),
  pictures: defineChoice(['img', 'imageUrl', 'images', 'absent'], 'field of the picture'),
  soldOutField: defineChoice(
    ['isSoldOut', 'soldOut', 'status', 'stock', 'available', 'onShelf', 'hidden', 'absent'],
    'how the menu says that a dish is sold out',
  ),
  rechargeListed: defineChoice(['no', 'yes'], 'the menu lists a product in recharge mode'),
  productMode: defineChoice(['sent', 'absent'], 'products have their item mode'),

  // The cart.
  cartBodyName: defineChoice(
    ['any', 'order', 'orderDetail', 'flat'],
    'where the order detail lies in the body of POST shoppingCart',
  ),
  postMeans: defineChoice(
    ['wholeOfAsker', 'wholeOfTable', 'change'],
    'a POST holds all lines of the asker, all of the table, or only changes to add',
  ),
  missingLine: defineChoice(['removed', 'kept'], 'a line missing from a whole cart is removed or kept'),
  negativeQuantity: defineChoice(
    ['reduces', 'line', 'refused'],
    'a negative quantity reduces a line, stands as a line, or gets 400',
  ),
  equalLines: defineChoice(['merged', 'apart'], 'a new line equal to an old one raises it or stands apart'),
  unknownLineId: defineChoice(
    ['newLine', 'refused', 'ignored'],
    'a line id that the cart lacks makes a new line, gets 1997, or is ignored',
  ),
  lineIds: defineChoice(
    ['stable', 'renewed', 'zero'],
    'lines keep their ids, get new ones at each change, or always tell 0',
  ),
  optionCheck: defineChoice(
    ['known', 'limits', 'none'],
    'unknown options get 1997; limits are checked too; or nothing is',
  ),
  soldOutPost: defineChoice(
    ['refused', 'accepted'],
    'a POST with a new sold-out dish gets 2025, or the line becomes invalid',
  ),
  soldOutLines: defineChoice(
    ['invalid', 'stay', 'dropped'],
    'lines of a sold-out dish go to invalidOrderItems, stay, or vanish',
  ),
  cartPostAnswer: defineChoice(
    ['order', 'wrapped', 'true', 'null', 'details'],
    'data after POST shoppingCart',
  ),
  postAnswerLines: defineChoice(
    ['table', 'own'],
    'the answered order holds the lines of the table or of the asker',
  ),
  cartGetAnswer: defineChoice(
    ['details', 'order', 'wrapped', 'userCarts'],
    'GET shoppingCart gives details, an order with userCarts, {cart}, or the bare list',
  ),
  emptyCart: defineChoice(['details', 'null'], 'an empty cart is details without lines or null'),
  emptyUserCarts: defineChoice(['omitted', 'listed'], 'diners without lines are left out or listed'),
  userCartOwner: defineChoice(
    ['userId', 'memberId', 'user'],
    'the owner of a user cart is sent as userId, memberId or {user}',
  ),
  lastOperate: defineChoice(
    ['lastOperateTime', 'lastOperateAt', 'lastOperationTime', 'absent'],
    'name of the last-operate time',
  ),
  cartVersionIn: defineChoice(['both', 'order', 'details', 'nowhere'], 'where cartRowVersion is sent'),
  cartVersionName: defineChoice(['cartRowVersion', 'rowVersion'], 'name of the cart version in cart answers'),
  cartVersionCheck: defineChoice(
    ['ignored', 'order', 'orderAndCart', 'required'],
    'a stale version gets 66666 at orders, at cart posts too, or must even be there',
  ),
  cartWithoutTable: defineChoice(
    ['own', 'refused'],
    'without a table the diner has an own cart or gets code 400',
  ),
  linePrice: defineChoice(
    ['withoutOptions', 'withOptions'],
    'price of a line excludes or includes its options',
  ),
  nameNeeded: defineChoice(['no', 'yes'], 'a cart post of a diner without a first name gets 400'),
  lineName: defineChoice(
    ['absent', 'name', 'productName'],
    'lines and their options carry the name of the dish or not',
  ),
  guestsAnswer: defineChoice(
    ['number', 'guestCount', 'guests', 'guestNumber', 'session'],
    'data of GET guests',
  ),
  guestsUnset: defineChoice(['zero', 'one', 'null'], 'the guest count before anyone chose it'),
  guestsFromCart: defineChoice(
    ['taken', 'ignored'],
    'guests in a cart post set the guest count of the table',
  ),
  initializeAnswer: defineChoice(['session', 'true', 'null', 'order', 'guests'], 'data after initialize'),
  initializeClears: defineChoice(['no', 'yes'], 'initialize keeps or empties the cart'),
  initializeAgain: defineChoice(
    ['overwrites', 'kept', 'refused'],
    'a second initialize sets new values, changes nothing, or gets 10010',
  ),
  clearAnswer: defineChoice(['true', 'null', 'order', 'details'], 'data after clear'),
  clearScope: defineChoice(['table', 'own'], "clear removes all lines or the asker's"),
  clearForgetsGuests: defineChoice(['no', 'yes'], 'clear resets the guest count'),
  tableState: defineChoice(['open', 'unavailable'], 'table calls work or get 10010'),

  // Orders.
  guestOrders: defineChoice(
    ['refused', 'refusedNoMsg', 'allowed'],
    'orders of guests get 10011, 10011 without msg, or pass',
  ),
  orderCode: defineChoice(
    ['notNeeded', 'needed'],
    'placing needs the order code of the table (setting 18002)',
  ),
  orderCodeMiss: defineChoice(
    ['code1011', 'code400', 'paymentStatus'],
    'answer to a missing or wrong order code',
  ),
  orderCodeAnswer: defineChoice(['boolean', 'refusal', 'object', 'null'], 'answer of order-code/valid'),
  sendCodeAnswer: defineChoice(['true', 'null', 'code'], 'data of send-order-code-message'),
  orderBody: defineChoice(['any', 'flat', 'wrapped'], 'the order lies in the body, or under order'),
  orderLines: defineChoice(['cart', 'request'], 'the order takes the lines of the cart or of the request'),
  orderOf: defineChoice(['table', 'own'], 'an order takes the lines of the table or of the asker'),
  cartAfterOrder: defineChoice(['emptied', 'kept'], 'the ordered lines leave the cart or stay'),
  secondOrder: defineChoice(
    ['appended', 'new', 'refused'],
    'a second order joins the open one, is a new one, or gets 10087',
  ),
  emptyOrder: defineChoice(['1997', '10087', '400'], 'code for an order without lines'),
  placeAnswer: defineChoice(
    ['wrapped', 'bare', 'idOnly', 'idWrapped'],
    'data after an order is {order}, the order, its id, or {order: {id}}',
  ),
  previewAnswer: defineChoice(
    ['order', 'wrapped', 'list'],
    'preview gives the order, {order} or a list of one',
  ),
  previewCoupon: defineChoice(['best', 'asked'], 'a preview without coupon ids applies the best one or none'),
  previewNeedsCode: defineChoice(['no', 'yes'], 'preview checks the order code as placing does'),
  couponShownIn: defineChoice(
    ['all', 'adjustment', 'nowhere'],
    'the amount of a coupon is in adjustment and items, only in the adjustment, or nowhere',
  ),
  couponIds: defineChoice(['list', 'text'], 'userCouponIds are a list or text with commas'),
  adjustmentSign: defineChoice(
    ['negative', 'positive'],
    'a discount adjustment has a negative or positive amount',
  ),
  taxMeans: defineChoice(['added', 'included'], 'tax comes on top or is in the prices'),
  orderDetailAnswer: defineChoice(
    ['order', 'wrapped', 'withId'],
    'detailForMember gives the order, {order} or {id, order}',
  ),
  detailSeenBy: defineChoice(['table', 'owner'], 'table mates or only the owner see an order'),
  activeOrderAnswer: defineChoice(
    ['order', 'wrapped', 'list'],
    'table-active-order gives the order, {order} or a list',
  ),
  noActiveOrder: defineChoice(
    ['null', 'absent', 'emptyObject', 'code404'],
    'answer when the table has no open order',
  ),
  hasProcessing: defineChoice(
    ['boolean', 'list', 'object', 'id', 'null', 'flag'],
    'has-processing-order gives yes/no, a list, the order, its id, the order or null, or {hasProcessingOrder}',
  ),
  processingOf: defineChoice(['person', 'table'], 'has-processing-order looks at the asker or the table'),
  orderListItems: defineChoice(['full', 'summary'], 'the order list holds whole orders or lacks their lines'),
  orderListSort: defineChoice(['newest', 'oldest'], 'order of the order list'),
  pageStart: defineChoice(['one', 'zero'], 'the first page has this number'),
  orderUserCarts: defineChoice(['sent', 'absent'], 'orders carry userCarts'),
  orderFields: defineChoice(
    ['all', 'few'],
    'orders carry all fields of the specification or the needed ones',
  ),

  // The table group.
  groupSent: defineChoice(
    ['server', 'phonesOnly'],
    'the server publishes changes, or only phones tell each other',
  ),
  messageTypes: defineChoice(
    ['camel', 'snake', 'upper', 'kebab', 'number', 'words', 'pascal'],
    'spelling of messageType',
  ),
  messageFrom: defineChoice(['asker', 'server', 'absent'], 'fromBrowserId of server messages'),
  messageForm: defineChoice(
    ['object', 'jsonText', 'dataText', 'wrapped'],
    'a message is an object, JSON text, has data as JSON text, or lies under message',
  ),
  messageProduct: defineChoice(['line', 'name', 'id', 'nameObject'], 'product in a cart message'),
  messageGuests: defineChoice(
    ['guestCount', 'guests', 'guestNumber', 'value', 'bare'],
    'data of update guest number',
  ),
  messageOrderType: defineChoice(['orderType', 'type', 'value', 'bare'], 'data of update order type'),
  messageUser: defineChoice(['userName', 'absent', 'user'], 'who did it: userName, nothing or {user}'),
  negotiateAnswer: defineChoice(['text', 'url', 'clientUrl'], 'data is the URL, {url} or {clientAccessUrl}'),
  negotiateRight: defineChoice(
    ['group', 'joined', 'all'],
    'the URL lets join and send in its group, is in the group already, or may use all groups',
  ),
  negotiateNeedsToken: defineChoice(['yes', 'no'], 'negotiate needs a token'),

  // Other people and faults.
  othersWrite: defineChoice(
    ['nobody', 'waiterAdds', 'waiterChanges', 'waiterRemoves', 'staffClears', 'cartsLost'],
    'somebody writes to the cart after accepted cart requests',
  ),
  othersTell: defineChoice(['yes', 'no'], 'such a change is published to the group or not'),
  slow: defineChoice(['nothing', 'firstPost', 'posts', 'cart', 'all'], 'which requests are slow'),
  slowWhen: defineChoice(['beforeWork', 'afterWork'], 'the wait comes before or after the work'),
  othersWriteEvery: defineNumber(3, 'othersWrite happens after every n-th accepted cart request'),
  slowMs: defineNumber(6000, 'length of a slow wait in ms'),
  tokenLifeMs: defineNumber(0, 'a token expires after so many ms (0 is never)'),
  clockShiftMs: defineNumber(0, 'the clock of the server is wrong by so many ms'),
  taxRate: defineNumber(0.0875, 'tax rate'),
  serviceChargeRate: defineNumber(0, 'service charge rate'),
  clearCartMinutes: defineNumber(30, 'value of setting 18005 in minutes'),
  fault: {
    kind: 'text',
    initial: '',
    does: 'KIND:CALL:TIMES:AMOUNT, several with commas; kinds lost, processedLate, heldBack, delayed, cut, html500, 429, refused; CALL is a call name or *',
  } satisfies FreeText,
} as const;

type Table = typeof switchTable;
export type SwitchName = keyof Table;
export type Switches = {
  -readonly [N in SwitchName]: Table[N] extends Choice<infer V>
    ? V
    : Table[N] extends NumberSwitch
      ? number
      : string;
};

export const switchNames = Object.keys(switchTable) as SwitchName[];

function getDefault(name: SwitchName): string | number {
  const entry = switchTable[name];
  return entry.kind === 'choice' ? (entry.values[0] ?? '') : entry.initial;
}

export function createSwitches(changes: Partial<Switches> = {}): Switches {
  const plain = Object.fromEntries(switchNames.map((name) => [name, getDefault(name)]));
  return Object.assign(plain as unknown as Switches, changes);
}

const faultPattern = /^(lost|processedLate|heldBack|delayed|cut|html500|429|refused):(\w+|\*):\d+(:\d+)?$/;

/** Sets one switch from text such as "times=iso". Returns the error text, or undefined on success. */
export function setSwitch(switches: Switches, assignment: string): string | undefined {
  const at = assignment.indexOf('=');
  const name = (at < 0 ? assignment : assignment.slice(0, at)).trim();
  const value = at < 0 ? '' : assignment.slice(at + 1).trim();
  if (!Object.hasOwn(switchTable, name)) return `There is no switch ${name}.`;
  const entry: Choice<string> | NumberSwitch | FreeText = switchTable[name as SwitchName];
  const target = switches as Record<string, string | number>;
  if (entry.kind === 'choice') {
    if (!entry.values.includes(value)) return `${name} takes one of ${entry.values.join(', ')}.`;
    target[name] = value;
  } else if (entry.kind === 'number') {
    if (value === '' || !Number.isFinite(Number(value))) return `${name} takes a number.`;
    target[name] = Number(value);
  } else {
    const wrong = value === '' ? undefined : value.split(',').find((part) => !faultPattern.test(part));
    if (wrong !== undefined) return `${name} takes ${entry.does}. Wrong part: ${wrong}`;
    target[name] = value;
  }
  return undefined;
}

/** The table that `main.ts --markdown` prints. */
export function renderSwitches(): string {
  const rows = switchNames.map((name) => {
    const entry: Choice<string> | NumberSwitch | FreeText = switchTable[name];
    const values =
      entry.kind === 'choice'
        ? entry.values.join(', ')
        : `${entry.kind} (${entry.initial === '' ? 'empty' : entry.initial})`;
    return `| ${name} | ${values} | ${entry.does} |`.replaceAll('\\', '\\\\');
  });
  return ['| Switch | Values (first is the default) | What it does |', '|---|---|---|', ...rows].join('\n');
}
