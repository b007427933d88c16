import { builtInTables } from '#testing/foreign-server/menus.ts';
import type { Switches } from '#testing/foreign-server/switches.ts';
import { dish, line, openRoom, Phone, readReply, table, type Reply } from './paper.ts';

/** A long evening that touches every open place of the specification. The transcript shows each answer and message. */
export interface Evening {
  transcript: string[];
  replies: Map<string, Reply>;
  ordered: number;
  messages: { group: string; message: unknown }[];
}

const code = '/api/merchant/table/order-code/valid/';
const home = '/api/member/merchant/home';
const cart = '/api/shoppingCart';
const guests = `${cart}/guests`;
const ofTable = '/api/merchant/order';
const negotiate = '/api/system/web-pub-sub/scan-order-negotiate';

export function runEvening(switches: Partial<Switches>): Evening {
  const room = openRoom({ ...switches });
  const { staff } = room.restaurant;
  const transcript: string[] = [];
  const replies = new Map<string, Reply>();
  const note = (name: string, reply: Reply) => {
    transcript.push(`${name} ${reply.status} ${reply.contentType} ${reply.text}`);
    replies.set(name, reply);
    return reply;
  };
  const [ann, ben] = [new Phone(room, 'ann'), new Phone(room, 'ben')];

  arrive(ann, ben, note);
  const lineIds = () => staff.linesOf(table.id).map((owned) => owned.line.id);
  fillCart(ann, ben, note, lineIds);

  ben.post([line(dish(102), 1, { notes: 'no soy' })]);
  staff.soldOut(dish(102), true);
  note('menu sold out', ann.send('GET', '/api/member/merchant/products-by-categories'));
  note('cart sold out', ben.send('GET', cart));
  note('post sold out', ben.post([line(dish(103), 1), line(dish(102), 5)]));
  staff.soldOut(dish(102), false);
  note('stale cart', ben.post([line(dish(103), 2)], { cartRowVersion: '77' }));
  note('guest order', ben.order());

  note('code', ann.send('POST', '/api/member/phone/code', { phone: '(415) 555-0123' }));
  note('code again', ann.send('POST', '/api/member/phone/code', { phone: '4155550123' }));
  for (const phone of ['2125550101', '2125550102', '2125550103', '2125550104'])
    note(`code for ${phone}`, ben.send('POST', '/api/member/phone/code', { phone }));
  room.clock.ms += 61_000;
  note('log in', ann.logIn());
  note('member', ann.send('GET', '/api/member'));
  const logIn = (body: object) => ben.send('POST', '/api/member/login', body);
  note('same code', logIn({ phone: '415-555-0123', code: staff.codeSentTo('4155550123') }));
  note('unknown phone', logIn({ phone: '212-555-0123', code: '123456', autoRegister: false }));
  note('cart after login', ann.send('GET', cart));

  const options = { orderItemModifiers: [{ modifierProductId: dish(912), quantity: 1 }] };
  ann.post([line(dish(101), 4), line(dish(105), 1, options)]);
  takeOrders(ann, ben, note, staff.orderCodeOf(table.id));

  ben.post([line(dish(104), 1)]);
  note('own clear', ann.send('DELETE', `${cart}/clear`));
  note('cart cleared', ben.send('GET', cart));
  note('guests cleared', ben.send('GET', guests));
  leave(ann, ben, note);
  room.clock.ms += 3_600_000;
  note('an hour later', ben.send('GET', cart));
  staff.revokeToken(room.restaurant.people().at(0)?.id ?? '');
  note('revoked', ben.send('GET', '/api/member'));
  ben.token = 'worthless';
  note('public with bad token', ben.send('GET', home));
  note('no page', ben.send('GET', '/api/nothing/here'));
  transcript.push(...[...room.messages, staff.linesOf(table.id)].map((one) => JSON.stringify(one)));
  return { transcript, replies, ordered: staff.ordersOf(table.id).length, messages: room.messages };
}

type Note = (name: string, reply: Reply) => Reply;

function arrive(ann: Phone, ben: Phone, note: Note): void {
  note('home without token', ann.send('GET', home));
  const merchant = (query: Record<string, string>) =>
    ann.send('GET', '/api/merchant/tiny-merchant', undefined, query);
  note('merchant', merchant({ id: '1805000000000000007', settingValueEnums: '18001' }));
  note('merchant unknown', merchant({ id: '9' }));
  note('home elsewhere', ann.send('GET', home, undefined, { merchantId: '9' }));
  note('qr', ann.send('GET', `api/merchant/table/qrcode/info/${table.qrcodeId}`));
  const words = { keyword: 'tea', pageSize: '2', page: '1' };
  note('search', ann.send('GET', '/api/member/merchant/search', undefined, words));
  note('negotiate without token', ann.send('GET', negotiate, undefined, { userId: '5' }));
  note('register', ann.register());
  note('register again', ann.register());
  note('register ben', ben.register());
  const named = { firstName: 'Ben', lastName: 'Li', birthday: '0704', mail: 'ben@example.com' };
  note('name', ben.send('PUT', '/api/member', { id: 'x', ...named, languagePreference: 'en' }));
  note('member of ben', ben.send('GET', '/api/member'));
  const [other, byPrint] = [new Phone(ben.room, 'other'), new Phone(ben.room, 'ben')];
  const ofBen = { browserId: 'browser-ben' };
  note('member without fingerprint', other.send('GET', '/api/member', undefined, ofBen));
  note('member without token', byPrint.send('GET', '/api/member', undefined, { browserId: 'browser-other' }));
  note('guests unset', ann.send('GET', guests));
  note('cart empty', ann.send('GET', cart));
  note('initialize', ann.send('POST', `${cart}/initialize`, { guestCount: 3, orderType: 0 }));
  ann.post([line(dish(110), 1)]);
  note('initialize again', ben.send('POST', `${cart}/initialize`, { guestCount: 4, orderType: 2 }));
  note('guests', ann.send('GET', guests));
}

function fillCart(ann: Phone, ben: Phone, note: Note, lineIds: () => string[]): void {
  note('post', ann.post([line(dish(101), 2), line(dish(105), 1), line(dish(101), 1)]));
  const options = { orderItemModifiers: [{ modifierProductId: '77', quantity: 1 }] };
  note('post unknown option', ann.post([line(dish(101), 2), line(dish(106), 1, options)]));
  note('post of ben', ben.post([line(dish(102), 1, { notes: 'no soy' }), line(dish(108), 0.75)]));
  const [first = '0'] = lineIds();
  note('post of the first line', ben.post([line(dish(101), 3, { id: first })]));
  note('post less', ann.post([line(dish(101), -1, { id: first })]));
  note('post unknown line', ann.post([line(dish(101), 2), line(dish(103), 1, { id: '4242' })]));
  const items = [line(dish(101), 2), line(dish(106), 1)];
  note('post under order', ann.send('POST', cart, { order: { orderItems: items } }));
  note('post flat', ann.send('POST', cart, { orderItems: items, guests: 5 }));
  const mixed = { orderDetail: { orderItems: items }, guests: 5 };
  note('post mixed', ann.send('POST', cart, mixed, { tableId: builtInTables[1]!.id }));
  note('post for elsewhere', ann.send('POST', cart, { orderDetail: { orderItems: items } }));
  note('cart', ben.send('GET', cart));
  const own = new Phone(ann.room, 'ann');
  own.token = ann.token;
  own.tableId = undefined;
  note('cart without table', own.send('GET', cart));
}

function takeOrders(ann: Phone, ben: Phone, note: Note, orderCode: string): void {
  note('send code', ann.send('POST', '/api/merchant/message/send-order-code-message', { tableId: table.id }));
  note('right code', ann.send('GET', code + orderCode));
  note('wrong code', ann.send('GET', `${code}99999`));
  const previewed = { orderItems: [line(dish(101), 4)], userCouponIds: [] };
  const preview = note('preview', ann.send('POST', `${ofTable}/preview`, previewed));
  const ids = /"userCouponId":"?(\d+)/.exec(preview.text)?.[1];
  note('no order yet', ann.send('GET', `${ofTable}/table-active-order`));
  note('order without code', ann.order({ cartRowVersion: undefined }));
  note('cart after order', ann.send('GET', cart));
  note('order empty', ann.order({ orderItems: [], orderCode }));
  ann.post([line(dish(107), 3)]);
  note('order stale', ann.order({ orderCode, cartRowVersion: '77' }));
  ann.post([line(dish(107), 3)]);
  const coupons = ids === undefined ? {} : { userCouponIds: [ids] };
  note('order', ann.order({ orderCode, order: { orderItems: [line(dish(103), 9)] }, ...coupons }));
  note('active', ann.send('GET', `${ofTable}/table-active-order`));
  note('processing', ann.send('GET', `${ofTable}/has-processing-order`));
  note('processing of ben', ben.send('GET', `${ofTable}/has-processing-order`));
  const orderId = ann.room.restaurant.staff.ordersOf(table.id).at(0)?.id ?? '0';
  note('detail', ann.send('GET', `${ofTable}/detailForMember`, undefined, { id: orderId }));
  note('detail for ben', ben.send('GET', `${ofTable}/detailForMember`, undefined, { orderId }));
  ann.room.restaurant.staff.settle(table.id);
  ann.post([line(dish(111), 1)]);
  ann.order({ orderCode });
  const page = { page: '1', pageSize: '15' };
  note('list', ann.send('GET', `${ofTable}/member-order-list`, undefined, page));
  note('list of ben', ben.send('GET', `${ofTable}/member-order-list`));
}

function leave(ann: Phone, ben: Phone, note: Note): void {
  note('negotiate', ann.send('GET', negotiate));
  ben.tableId = builtInTables[2]!.id;
  note('no active order', ben.send('GET', `${ofTable}/table-active-order`));
  ben.tableId = table.id;
  const authorization = `Bearer ${ann.token}`;
  const headers = { authorization, tableid: table.id };
  const headerOnly = { method: 'GET', path: guests, query: {}, headers, body: undefined };
  const requests = {
    'table by header': headerOnly,
    'table by query': { ...headerOnly, query: { tableId: table.id }, headers: { authorization } },
    'merchant by query': { ...headerOnly, path: home, query: { merchantId: '9' } },
  };
  for (const [name, request] of Object.entries(requests))
    note(name, readReply(ann.room.restaurant.answer(request)));
}
