import { describe, expect, it } from 'vitest';
import { runCommand } from '#testing/foreign-server/main.ts';
import { setSwitch, type Switches } from '#testing/foreign-server/switches.ts';
import { createDishId, line, openRoom, Phone, table, type Room } from './paper.ts';

function seat(switches: Partial<Switches> = {}): {
  room: Room;
  ann: Phone;
  ben: Phone;
  formatLines: () => string;
} {
  const room = openRoom(switches);
  const [ann, ben] = [new Phone(room, 'ann'), new Phone(room, 'ben')];
  ann.register();
  ben.register();
  const formatLines = () =>
    room.restaurant.staff
      .linesOf(table.id)
      .map((owned) => `${owned.line.quantity}x${owned.line.productId.slice(-3)}`)
      .join(' ');
  return { room, ann, ben, formatLines };
}

/** The cart after: Ann 2x101 1x102, Ben 1x103, Ann again 1x101, Ann -1x101. */
function readCartAfterPosts(switches: Partial<Switches>): string {
  const { ann, ben, formatLines } = seat(switches);
  ann.post([line(createDishId(101), 2), line(createDishId(102), 1)]);
  ben.post([line(createDishId(103), 1)]);
  ann.post([line(createDishId(101), 1)]);
  ann.post([line(createDishId(101), -1)]);
  return formatLines();
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
  ])('with %j leaves %s', (switches, expected) => expect(readCartAfterPosts(switches)).toBe(expected));

  it('changes nothing when a part of it is refused', () => {
    const { room, ann, formatLines } = seat();
    ann.post([line(createDishId(101), 2)]);
    expect(ann.post([line(createDishId(103), 1), line(createDishId(112), 1)]).code).toBe(2025);
    expect([formatLines(), room.messages.length]).toEqual(['2x101', 1]);
  });
});

it('an order rounds to the even cent, uses the best coupon, and spends it once', () => {
  const { ann, room } = seat({ taxRate: 0.05 });
  ann.logIn();
  const options = { orderItemModifiers: [{ modifierProductId: createDishId(912), quantity: 1 }] };
  ann.post([line(createDishId(104), 1), line(createDishId(105), 2, options)]);
  const { data } = ann.send('POST', '/api/merchant/order/preview', { orderItems: [] });
  // 2.05 + 2 x 19.30 = 40.65, less 5.00, tax 1.7825 is 1.78
  expect(data).toMatchObject({
    subTotalAmount: 40.65,
    totalDiscountAmount: 5,
    totalTaxAmount: 1.78,
    totalAmount: 37.43,
  });
  const [coupon] = (data as { userCouponIds: string[] }).userCouponIds;
  expect(ann.order({ userCouponIds: [coupon, coupon] }).code).toBe(400);
  expect(ann.order({ userCouponIds: [coupon] }).data).toMatchObject({ order: { totalDiscountAmount: 5 } });
  ann.post([line(createDishId(105), 2)]);
  expect(ann.order({ userCouponIds: [coupon] }).code).toBe(400);
  expect(room.restaurant.staff.ordersOf(table.id)).toHaveLength(1);
});

describe('the staff', () => {
  it('restores old carts without a message', () => {
    const { room, ann, formatLines } = seat();
    ann.post([line(createDishId(101), 1)]);
    const backup = room.restaurant.staff.backUpCarts();
    ann.post([line(createDishId(101), 5)]);
    const received = room.messages.length;
    room.restaurant.staff.restoreCarts(backup);
    expect([formatLines(), room.messages.length]).toEqual(['1x101', received]);
  });

  it.each<[string, RegExp]>([
    ['switch times=iso', /^Done/],
    ['switch times=noon', /takes one of/],
    [`soldout ${createDishId(101)} on`, /^Done/],
    [`waiter add T1 ${createDishId(102)} 2`, /^Done/],
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

it.each([
  [null],
  ['x'],
  [[]],
  [{ orderItems: 7 }],
  [{ orderItems: [7] }],
  [{ orderItems: [{ quantity: 1 }] }],
  [{ orderItems: [{ productId: createDishId(101), quantity: 'many' }] }],
])('the body %j is refused with code 400 and a message', (body) => {
  expect(seat().ann.send('POST', '/api/shoppingCart', body).json).toMatchObject({
    success: false,
    code: 400,
    msg: expect.stringMatching(/\w+ \w+/) as string,
  });
});
