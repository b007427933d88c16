// @module-tag long
/** `npm run conformance` over HTTP at a server that was written from the specification alone. */
import { describe, expect, test } from 'vitest';
import { dealValues, listReadable, notYetRead } from '#tests/foreign-values.ts';
import { phone, playAtForeignServer, playOnAndOn } from './evening.ts';

const readable = listReadable();
/** Values of one evening could hide one another. With `EVERY_VALUE` each value has an evening of its own. */
const evenings = process.env.EVERY_VALUE ? readable.map((value) => [value]) : dealValues(readable, 10);

// P5
test.each([[], ...evenings].map((switches) => ({ switches })))(
  'the phone works with $switches',
  async ({ switches }) => {
    const { orderId, failures, isGood } = await playAtForeignServer(switches);
    expect({ failures, hasOrder: orderId !== undefined, isGood }).toEqual({
      failures: [],
      hasOrder: true,
      isGood: true,
    });
  },
);

describe('the phone cannot work with', () => {
  test.each(Object.entries(notYetRead))('%s', async (assignment, words) => {
    const { failures, isGood } = await playAtForeignServer([assignment]);
    expect(failures.join('\n')).toContain(words);
    expect(isGood).toBe(false);
  });
});

test.each(['secondOrder=appended', 'secondOrder=new', 'hasProcessing=object'])(
  'the command works again at the same table with %s',
  async (assignment) => {
    const evenings = await playOnAndOn([assignment], [{ phone }, { phone: '2125550124' }]);
    expect(evenings.map(({ failures }) => failures)).toEqual([[], []]);
  },
);

test('an open order prevents the command from ordering again', async () => {
  const [, second] = await playOnAndOn(['secondOrder=refused'], [{ phone }, { phone: '2125550124' }]);
  expect(second?.failures.join('\n')).toMatch(
    /refused with 10087[^]*no order is open at the table: order \d+: settle it, and start again/,
  );
});

test('guests order if they may', async () => {
  const { isGood, text } = await playAtForeignServer(['guestOrders=allowed'], { phone: undefined });
  expect(isGood).toBe(true);
  expect(text).not.toContain('/api/member/login');
});

test.each(['guestOrders=refused', 'guestOrders=refusedNoMsg'])(
  'guests may not order with %s, and nothing else is wrong',
  async (assignment) => {
    const { orderId, guestsMayNot, failures } = await playAtForeignServer([assignment], { phone: undefined });
    expect({ orderId, guestsMayNot, failures }).toEqual({
      orderId: undefined,
      guestsMayNot: true,
      failures: [],
    });
  },
);

test.each([
  [['fault=refused:cartGet:999:500'], 'GET /api/shoppingCart: refused with 500'],
  [['fault=html500:products:999:0'], 'cannot be read: HTTP 500, and no JSON with an envelope'],
  [['fault=refused:preview:999:404'], 'POST /api/merchant/order/preview: refused with 404: “Not today.”'],
  [['fault=refused:activeOrder:999:404'], 'table-active-order has the order: order none, and should be '],
  [['fault=cut:guest:999:0'], 'POST /api/member/register/guest: no answer: '],
  [['fault=refused:memberPut:999:400'], 'PUT /api/member: refused with 400: “Not today.”'],
  [['fault=refused:orderDetail:999:404'], 'detailForMember: refused with 404: “Not today.”'],
  [['othersWrite=cartsLost', 'othersWriteEvery=1'], 'POST /api/shoppingCart adds a dish: orderItems[].quantity is 0'],
  [['tableState=unavailable'], 'GET /api/shoppingCart: refused with 10010'],
  [['clockShiftMs=-5000000000'], 'GET /api/shoppingCart contains the time of its last change: lastOperateAt reads as '],
  [['orderCode=needed', 'orderCodeMiss=paymentStatus'], 'refuses with a code: order.paymentStatus is 1011'],
  [['orderCode=needed', 'previewNeedsCode=yes'], 'POST /api/merchant/order/preview: refused with 1011'],
  [
    ['refusalStatus=400', 'errorBody=html'],
    'POST /api/shoppingCart with an unknown dish: cannot be read: HTTP 400, and no JSON with an envelope',
  ],
])('%j is found', async (switches, why) => {
  const { failures, isGood } = await playAtForeignServer(switches);
  expect(failures.join('\n')).toContain(why);
  expect(isGood).toBe(false);
}); // prettier-ignore

test.each<[switches: string[], words: string[]]>([
  [['orderCode=needed'], ['POST /api/member/order with a wrong order code: refused with 1011']],
  [['cartVersionCheck=orderAndCart'], ['POST /api/shoppingCart with an outdated cartRowVersion: refused with 66666']],
  [['cartVersionCheck=order'], ['POST /api/member/order with an outdated cartRowVersion: refused with 66666']],
  [
    ['unauthorized=status', 'guestPerFingerprint=many', 'memberPutAnswer=true', 'soldOutField=status'],
    [
      'POST /api/member/order by a guest, of nothing: refused with 10011',
      'POST /api/member/order once more, of nothing: refused with 1997',
      'POST /api/shoppingCart with an unknown dish: refused with 2025',
      'POST /api/shoppingCart with an unknown option: refused with 1997',
      'GET /api/shoppingCart of an unknown table: refused with 10010',
      'GET /api/shoppingCart with an invalid token: refused with 401',
      'POST /api/member/register/guest gives the guest a new token: registered again',
      'two phones with one Guest-Account-Identifier are two diners: two guests',
      'PUT /api/member: saved as Ann',
      'products[].soldOut: nothing is shown as sold out',
      '[].products[].status',
    ],
  ],
  [
    ['emptyOrder=10087', 'guestsAnswer=guestCount'],
    [
      'POST /api/member/order once more, of nothing: refused with 10087',
      'orderDetail.guests was 3; GET /api/shoppingCart/guests says 3, the cart nothing',
    ],
  ],
])('with %j the report says what the server does', expectReport); // prettier-ignore

test.each<[switches: string[], words: string[]]>([
  [
    ['menuNeedsToken=yes', 'unknownMerchant=emptyObject', 'clearTimeUnit=ms', 'guestPerFingerprint=one', 'times=local'],
    [
      'diners see the menu only after they have scanned a table’s code',
      'at a mistyped address diners do not learn that there is no such restaurant',
      'diners are not asked whether an old cart is still theirs',
      'only the random end of the Guest-Account-Identifier distinguishes phones',
      'lastOperateTime without a time zone: each phone reads it as local time',
    ],
  ],
  [
    ['guestsFromCart=ignored', 'cartAfterOrder=kept', 'orderUserCarts=absent'],
    [
      'each phone asks its diner how many they are',
      'the ordered dishes are in the cart again',
      'after another scan the diner is not shown the order, and its dishes have no owner',
    ],
  ],
  [['orderOf=own'], ['an order takes its sender’s dishes alone: each diner orders by themselves']],
  [['detailSeenBy=owner'], ['the other diners do not see the order']],
])('the phone works with %j, and the report says what diners notice', expectReport); // prettier-ignore

async function expectReport(switches: readonly string[], words: readonly string[]): Promise<void> {
  const { text, isGood } = await playAtForeignServer(switches);
  expect(words.filter((each) => !text.includes(each))).toEqual([]);
  expect(isGood).toBe(true);
}
