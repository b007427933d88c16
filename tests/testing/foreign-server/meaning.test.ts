import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calls } from '#testing/foreign-server/core/calls.ts';
import { runCommand } from '#testing/foreign-server/main.ts';
import { builtInSettings } from '#testing/foreign-server/menus.ts';
import {
  createSwitches,
  setSwitch,
  switchNames,
  switchTable,
  type Switches,
} from '#testing/foreign-server/switches.ts';
import { dish, line, openRoom, Phone, table, type Room } from './paper.ts';

function seat(switches: Partial<Switches> = {}): { room: Room; ann: Phone; ben: Phone; lines: () => string } {
  const room = openRoom(switches);
  const [ann, ben] = [new Phone(room, 'ann'), new Phone(room, 'ben')];
  ann.register();
  ben.register();
  const lines = () =>
    room.restaurant.staff
      .linesOf(table.id)
      .map((owned) => `${owned.line.quantity}x${owned.line.productId.slice(-3)}`)
      .join(' ');
  return { room, ann, ben, lines };
}

/** The cart after: Ann 2x101 1x102, Ben 1x103, Ann again 1x101, Ann -1x101. */
function cartAfterPosts(switches: Partial<Switches>): string {
  const { ann, ben, lines } = seat(switches);
  ann.post([line(dish(101), 2), line(dish(102), 1)]);
  ben.post([line(dish(103), 1)]);
  ann.post([line(dish(101), 1)]);
  ann.post([line(dish(101), -1)]);
  return lines();
}

describe('a cart post', () => {
  it.each<[Partial<Switches>, string]>([
    [{}, '1x103'],
    [{ missingLine: 'kept' }, '2x101 1x102 1x103'],
    [{ postMeans: 'change' }, '2x101 1x102 1x103'],
    [{ postMeans: 'change', equalLines: 'apart' }, '1x101 1x102 1x103 1x101'],
    [{ postMeans: 'change', negativeQuantity: 'line' }, '3x101 1x102 1x103 -1x101'],
    [{ postMeans: 'change', negativeQuantity: 'refused' }, '3x101 1x102 1x103'],
    [{ postMeans: 'wholeOfTable' }, ''],
  ])('with %j leaves %s', (switches, expected) => expect(cartAfterPosts(switches)).toBe(expected));

  it('changes nothing when a part of it is refused', () => {
    const { room, ann, lines } = seat();
    ann.post([line(dish(101), 2)]);
    expect(ann.post([line(dish(103), 1), line(dish(112), 1)]).code).toBe(2025);
    expect([lines(), room.messages.length]).toEqual(['2x101', 1]);
  });

  it('tells the table mates in the chosen spelling', () => {
    const { room, ann } = seat({ messageTypes: 'upper', messageProduct: 'name', messageUser: 'absent' });
    ann.post([line(dish(101), 2)]);
    expect(room.messages).toEqual([
      {
        group: table.id,
        message: {
          fromBrowserId: 'browser-ann',
          messageType: 'ADD_CART_ITEM',
          data: { product: 'Cucumber salad', quantity: 2 },
        },
      },
    ]);
  });
});

describe('an order', () => {
  it('rounds to the even cent and uses the best coupon', () => {
    const { ann } = seat({ taxRate: 0.05 });
    ann.logIn();
    ann.post([
      line(dish(104), 1),
      line(dish(105), 2, { orderItemModifiers: [{ modifierProductId: dish(912), quantity: 1 }] }),
    ]);
    const order = ann.send('POST', '/api/merchant/order/preview', { orderItems: [] }).data;
    // 2.05 + 2 x 19.30 = 40.65, less 5.00, tax 1.7825 is 1.78
    expect(order).toMatchObject({
      subTotalAmount: 40.65,
      totalDiscountAmount: 5,
      totalTaxAmount: 1.78,
      totalAmount: 37.43,
      priceAdjustments: [{ amount: -5 }],
    });
  });

  it('keeps the coupon of a refused order and spends it once', () => {
    const { ann, room } = seat();
    ann.logIn();
    const [coupon] =
      (ann.send('POST', '/api/merchant/order/preview', {}).code === 1997 && ann.post([line(dish(105), 2)]),
      (ann.send('POST', '/api/merchant/order/preview', {}).data as { userCouponIds: string[] })
        .userCouponIds);
    expect(ann.order({ userCouponIds: [coupon, coupon] }).code).toBe(400);
    expect(ann.order({ userCouponIds: [coupon] }).data).toMatchObject({
      order: { userCouponIds: [coupon], totalDiscountAmount: 5 },
    });
    ann.post([line(dish(105), 2)]);
    expect(ann.order({ userCouponIds: [coupon] }).code).toBe(400);
    expect(room.restaurant.staff.ordersOf(table.id)).toHaveLength(1);
  });
});

describe('the staff', () => {
  it('restores old carts without a word', () => {
    const { room, ann, lines } = seat();
    ann.post([line(dish(101), 1)]);
    const backup = room.restaurant.staff.backUpCarts();
    ann.post([line(dish(101), 5)]);
    const heard = room.messages.length;
    room.restaurant.staff.restoreCarts(backup);
    expect([lines(), room.messages.length]).toEqual(['1x101', heard]);
  });

  it('writes after the answer is made', () => {
    const { ann, lines } = seat({ othersWrite: 'staffClears', othersWriteEvery: 2 });
    ann.post([line(dish(101), 1)]);
    expect(ann.post([line(dish(101), 2)]).text).toContain(dish(101));
    expect(lines()).toBe('');
  });

  it.each<[string, RegExp]>([
    ['switch times=iso', /^Done/],
    ['switch times=noon', /takes one of/],
    [`soldout ${dish(101)} on`, /^Done/],
    [`waiter add T1 ${dish(102)} 2`, /^Done/],
    ['waiter add T9 1 1', /no such/],
    ['lines T1', /^No lines/],
    ['clear T1', /^Done/],
    ['revoke 5', /no such/],
    ['restore', /no such/],
    ['what', /switch NAME/],
  ])('understands "%s"', (command, expected) =>
    expect(runCommand(openRoom().restaurant, command)).toMatch(expected),
  );
});

it('long ids keep all their digits on the wire', () => {
  const { ann } = seat();
  expect(ann.send('GET', '/api/member').text).toMatch(/"id":18049\d{14},/);
  expect(setSwitch(ann.room.restaurant.switches, 'idForm=text')).toBeUndefined();
  expect(ann.send('GET', '/api/member').text).toMatch(/"id":"18049\d{14}",/);
});

describe('any request', () => {
  const known = fc.constantFrom<unknown>(
    dish(101),
    dish(105),
    dish(112),
    dish(912),
    '0',
    0,
    -1,
    1,
    1e308,
    '',
    null,
    table.id,
    '__proto__',
  );
  const names = [
    'orderDetail',
    'order',
    'orderItems',
    'id',
    'productId',
    'quantity',
    'orderItemModifiers',
    'modifierProductId',
    'notes',
    'guests',
    'userCouponIds',
    'phone',
    'code',
    'guestCount',
    'birthday',
    '__proto__',
    'constructor',
  ];
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      known,
      fc.jsonValue(),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc
        .array(fc.tuple(fc.constantFrom(...names), tie('tree')), { maxLength: 6 })
        .map((fields) => Object.fromEntries(fields) as unknown),
    ),
  }));
  const values = switchNames.flatMap((name) => {
    const entry = switchTable[name];
    return entry.kind === 'choice' ? entry.values.map((value) => `${name}=${value}`) : [];
  });

  it('gets an answer with a code, whatever it holds', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom(...calls), tree, fc.constantFrom(...values), fc.string({ maxLength: 8 })),
          { maxLength: 12 },
        ),
        (requests) => {
          const { ann, ben } = seat(createSwitches());
          ann.logIn();
          for (const [call, body, assignment, end] of requests) {
            setSwitch(ann.room.restaurant.switches, assignment);
            for (const phone of [ann, ben]) {
              const reply = phone.send(call.method, call.path + (call.path.endsWith('/') ? end : ''), body, {
                page: end,
                id: end,
              });
              expect(reply.status, reply.text).not.toBe(500);
            }
          }
          Object.assign(ann.room.restaurant.switches, createSwitches());
          expect(ann.send('GET', '/api/shoppingCart').code).toBe(0);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('gets code 400 and words for a broken body', () => {
    const { ann } = seat();
    for (const body of [
      null,
      5,
      'x',
      [],
      { orderItems: 7 },
      { orderItems: [7] },
      { orderItems: [{ quantity: 1 }] },
      { orderItems: [{ productId: dish(101), quantity: 'many' }] },
    ]) {
      expect(ann.send('POST', '/api/shoppingCart', body).json, JSON.stringify(body)).toMatchObject({
        success: false,
        code: 400,
        msg: expect.stringMatching(/\w+ \w+/),
      });
    }
    expect(
      ann.send('GET', '/api/merchant/tiny-merchant', undefined, { id: builtInSettings.merchantId }).code,
    ).toBe(0);
  });
});
