import { describe, expect, it } from 'vitest';
import { fieldsOf, listOf } from '#workshop/plain-server/wire/loose.ts';
import { roundHalfEven } from '#workshop/plain-server/orders/totals.ts';
import { setSwitch } from '#workshop/plain-server/switches/switch-text.ts';
import { plainSwitches, type Switches } from '#workshop/plain-server/switches/switches.ts';
import { bodyOf, cartOf, dataOf, dishes, firstLine, memberAtTable, openEvening } from './guests-at-table.ts';

function evening() {
  const opened = openEvening();
  return { ...opened, diner: memberAtTable(opened.restaurant, '2125550101') };
}

describe('numbers', () => {
  it('tell cartRowVersion everywhere, in POST answers, or nowhere', () => {
    const { restaurant, diner } = evening();
    const where = {
      everywhere: [true, true],
      postOnly: [true, false],
      updateAtOnly: [false, false],
    } as const;
    for (const cartVersion of ['everywhere', 'postOnly', 'updateAtOnly'] as const) {
      restaurant.switches.cartVersion = cartVersion;
      const posted = dataOf(restaurant.updateCart(diner, cartOf(31)));
      const got = dataOf(restaurant.getCart(diner));
      expect(['cartRowVersion' in posted, 'cartRowVersion' in got]).toEqual(where[cartVersion]);
      expect(got['updateAt']).toBe(posted['updateAt']);
    }
  });

  it.each([
    ['continue', [1, 3]],
    ['restart', [1, 1]],
  ] as const)('%s after an order', (versionsAfterDeletion, versions) => {
    const { restaurant, diner } = evening();
    restaurant.switches.versionsAfterDeletion = versionsAfterDeletion;
    const told = [31, 34].map((product) => {
      const { cartRowVersion } = dataOf(restaurant.updateCart(diner, cartOf(product)));
      restaurant.placeOrder(diner, cartOf(product));
      return cartRowVersion;
    });
    expect(told).toEqual(versions);
  });

  it('are compared on write, by version or by updateAt', () => {
    const { restaurant, diner, pass } = evening();
    restaurant.switches.compareVersions = true;
    restaurant.updateCart(diner, cartOf(31));
    const old = dataOf(restaurant.getCart(diner));
    pass(5);
    restaurant.updateCart(diner, cartOf(34));
    const { cartRowVersion, updateAt } = old;
    expect(bodyOf(restaurant.updateCart(diner, { ...cartOf(31), cartRowVersion }))['code']).toBe(66666);
    expect(bodyOf(restaurant.placeOrder(diner, { ...cartOf(34), cartRowVersion }))['code']).toBe(66666);
    restaurant.switches.cartVersion = 'updateAtOnly';
    expect(bodyOf(restaurant.updateCart(diner, { ...cartOf(31), updateAt }))['code']).toBe(66666);
    const newest = dataOf(restaurant.getCart(diner))['updateAt'];
    expect(bodyOf(restaurant.updateCart(diner, { ...cartOf(31), updateAt: newest }))['code']).toBe(0);
  });

  it('fall after a restore while tokens stay good, and with a clock that is set back', () => {
    const { restaurant, diner } = evening();
    restaurant.updateCart(diner, cartOf(31));
    const backup = restaurant.staff.backUpCarts();
    const first = dataOf(restaurant.updateCart(diner, cartOf(31, 34)));
    restaurant.staff.restoreCarts(backup);
    expect(dataOf(restaurant.getCart(diner))['cartRowVersion']).toBe(1);
    expect(dishes(dataOf(restaurant.getCart(diner)))).toEqual(['1 x 31']);
    restaurant.staff.restoreCarts();
    expect(dataOf(restaurant.getCart(diner))).toMatchObject({ cartRowVersion: 0, updateAt: null });
    restaurant.switches.clockShiftMs = -3_600_000;
    const later = dataOf(restaurant.updateCart(diner, cartOf(31)));
    expect(Number(later['updateAt'])).toBe(Number(first['updateAt']) - 3_600_000);
  });
});

describe('shapes', () => {
  it('write times, ids, numbers and quantities in each way', () => {
    const { restaurant, diner } = evening();
    restaurant.updateCart(diner, cartOf(31));
    Object.assign(restaurant.switches, {
      times: 'iso',
      ids: 'text',
      numbers: 'text',
      quantities: 'decimals',
    });
    const cart = dataOf(restaurant.getCart(diner));
    expect(cart['updateAt']).toBe('2026-01-01T18:00:00.000Z');
    expect(firstLine(cart)).toMatchObject({ productId: '31', price: '6.5', quantity: '1.000' });
    restaurant.switches.ids = 'long';
    const { json } = restaurant.getCart(diner);
    expect(json).toMatch(/"productId":73000000000000000\d\d,/);
    const productId = /"productId":(\d+)/.exec(json)?.[1];
    restaurant.updateCart(diner, { orderItems: [{ productId, quantity: 3 }] });
    restaurant.switches.ids = 'number';
    expect(dishes(dataOf(restaurant.getCart(diner)))).toEqual(['3.000 x 31']);
  });

  it.each([
    ['null', null],
    ['absent', undefined],
  ] as const)('leave optional fields %s', (optionalFields, value) => {
    const { restaurant, diner } = evening();
    restaurant.switches.optionalFields = optionalFields;
    const order = dataOf(restaurant.updateCart(diner, cartOf(31)));
    expect(order['totalAmount']).toBe(value);
    expect(fieldsOf(listOf(order['orderItems'])[0])).toMatchObject({ productId: 31, quantity: 1 });
    expect(fieldsOf(listOf(order['orderItems'])[0])['price']).toBe(value);
    expect(dataOf(restaurant.getCart(diner))['updateAt']).toBe(value);
    const product = fieldsOf(listOf(bodyOf(restaurant.search({}, { keyword: 'tea' }))['data'])[0]);
    expect(product).toMatchObject({ id: 34, name: 'Oolong tea', price: 3.75 });
    expect(dataOf(restaurant.getMember(diner))['firstName']).toBe(value);
  });

  it('leave out code, envelope or the wrapping of an order', () => {
    const { restaurant, diner } = evening();
    restaurant.switches.envelope = 'withoutCode';
    expect(Object.keys(bodyOf(restaurant.getCart(diner)))).toEqual(['success', 'msg', 'data']);
    restaurant.switches.envelope = 'bare';
    expect(Object.keys(bodyOf(restaurant.getCart(diner)))).toContain('userCarts');
    restaurant.switches.envelope = 'contract';
    restaurant.switches.placedOrder = 'bare';
    restaurant.updateCart(diner, cartOf(31));
    expect(dataOf(restaurant.placeOrder(diner, cartOf(31)))).toMatchObject({ tableId: 7, status: 0 });
  });

  it('differ in fields of orders, menus, merchants, members, settings and notes', () => {
    const { restaurant, diner } = evening();
    const { switches } = restaurant;
    switches.taxRate = 0.08875000000000001;
    restaurant.updateCart(diner, cartOf(31));
    const order = fieldsOf(dataOf(restaurant.placeOrder(diner, { ...cartOf(31), notes: 'Hello' }))['order']);
    expect(order['orderTaxes']).toEqual([{ name: 'Sales tax', rate: 0.08875000000000001, amount: 0.58 }]);
    expect(firstLine(order)).not.toHaveProperty('userName');
    switches.orderFields = 'withDiners';
    expect(firstLine(dataOf(restaurant.tableActiveOrder(diner)))).toHaveProperty('round', 1);
    Object.assign(switches, { orderFields: 'withoutTaxesAndCoupons', notes: 'veryLong' });
    const bare = dataOf(restaurant.tableActiveOrder(diner));
    expect(bare).not.toHaveProperty('orderTaxes');
    expect(String(bare['notes'])).toHaveLength(5_000);
    expect(restaurant.search({}, {}).json).not.toContain('allergens');
    switches.menuFields = 'full';
    expect(restaurant.search({}, {}).json).toContain('allergens');
    switches.merchantFields = 'withMoney';
    expect(dataOf(restaurant.tinyMerchant({}, {}))).toMatchObject({ currency: 'USD' });
    Object.assign(switches, { merchantFields: 'withoutSettings', memberFields: 'withoutBirthdayAndPicture' });
    expect(dataOf(restaurant.tinyMerchant({}, {}))).not.toHaveProperty('necessarySettingValues');
    expect(dataOf(restaurant.getMember(diner))).not.toHaveProperty('birthday');
    Object.assign(switches, { merchantFields: 'contract', settingValues: 'typed' });
    expect(restaurant.tinyMerchant({}, {}).json).toContain('{"templateEnum":18005,"value":30}');
  });

  it('round halves to the even neighbour', () => {
    expect([0.5, 1.5, 2.5, 2.500001, 1.005 * 100].map(roundHalfEven)).toEqual([0, 2, 2, 3, 100]);
  });
});

describe('rules left to the server', () => {
  it('let guests order, order the whole cart, and answer 401 in the body', () => {
    const { restaurant, diner } = evening();
    const guest = { browserId: 'b-1', tableId: '7' };
    restaurant.registerGuest(guest);
    Object.assign(restaurant.switches, {
      guestOrders: 'accepted',
      orderTakes: 'cart',
      unauthorizedAs: 'body',
    });
    restaurant.updateCart(diner, cartOf(31));
    restaurant.updateCart(guest, cartOf(34));
    const order = fieldsOf(dataOf(restaurant.placeOrder(guest, cartOf(34)))['order']);
    expect(dishes(order)).toEqual(['1 x 31', '1 x 34']);
    const answer = restaurant.getCart({ token: 'none' });
    expect([answer.status, bodyOf(answer)['code']]).toEqual([200, 401]);
    restaurant.switches.cartAnswer = 'order';
    expect(dataOf(restaurant.getCart(diner))).toMatchObject({ guests: 1, tableId: 7 });
  });

  it('leave lines behind that the request did not name, when an order takes the request', () => {
    const { restaurant, diner } = evening();
    restaurant.updateCart(diner, cartOf(31, 34));
    const order = fieldsOf(dataOf(restaurant.placeOrder(diner, cartOf(34)))['order']);
    expect(dishes(order)).toEqual(['1 x 34']);
    expect(dishes(dataOf(restaurant.getCart(diner)))).toEqual([]);
  });
});

describe('others', () => {
  it.each([
    ['waiterAdds', ['1 x 31', '1 x 35']],
    ['waiterWeighs', ['1 x 31', '0.5 x 31']],
    ['waiterChanges', ['2 x 31']],
    ['waiterRemoves', []],
    ['staffClears', []],
    ['cartsLost', []],
  ] as const)('%s, after the answer is made', (othersWrite, left) => {
    const { restaurant, diner } = evening();
    Object.assign(restaurant.switches, { othersWrite, othersWriteEvery: 1 });
    expect(dishes(dataOf(restaurant.updateCart(diner, cartOf(31))))).toEqual(['1 x 31']);
    expect(dishes(dataOf(restaurant.getCart(diner)))).toEqual(left);
  });

  it('take ordered lines back', () => {
    const { restaurant, diner } = evening();
    restaurant.updateCart(diner, cartOf(31));
    const order = fieldsOf(dataOf(restaurant.placeOrder(diner, cartOf(31)))['order']);
    const line = firstLine(order);
    expect(restaurant.staff.voidOrderLine(String(order['id']), String(line['id']), 1)).toBe(true);
    const voided = firstLine(dataOf(restaurant.tableActiveOrder(diner)));
    expect(voided).toMatchObject({ quantity: 0, qtyVoid: 1, qtySentToKitchen: 1 });
  });
});

describe('messages', () => {
  it('are told for nobody, for staff, or for everybody, as often as wished', () => {
    const { restaurant, diner, told } = evening();
    const countFor = (serverTells: 'nothing' | 'staffChanges' | 'everyChange') => {
      told.length = 0;
      restaurant.switches.serverTells = serverTells;
      restaurant.updateCart(diner, { ...cartOf(31), guests: told.length + 2 });
      restaurant.staff.addLine('7', '1', '34');
      restaurant.clearCart(diner);
      return told.map(({ message }) => fieldsOf(message.body)['messageType']);
    };
    expect(countFor('nothing')).toEqual([]);
    expect(countFor('staffChanges')).toEqual(['addCartItem']);
    expect(countFor('everyChange')).toEqual(['updateGuestNumber', 'addCartItem', 'addCartItem', 'clearCart']);
    restaurant.switches.messageCopies = 3;
    expect(countFor('staffChanges')).toHaveLength(3);
    expect(told[0]?.group).toBe('7');
  });

  it('have the form that the switch says', () => {
    const { restaurant, told } = evening();
    const inForm = (form: Switches['messageForm']) => {
      restaurant.switches.messageForm = form;
      restaurant.staff.addLine('7', '1', '34', 2);
      return told.at(-1)?.message;
    };
    const data = { userName: 'Waiter', product: 'Oolong tea', quantity: 2 };
    const body = { fromBrowserId: 'till-1', messageType: 'addCartItem', data };
    expect(inForm('contract')).toEqual({ content: 'json', body });
    expect(inForm('missingFields')).toEqual({ content: 'json', body: { messageType: 'addCartItem' } });
    expect(inForm('nullFields')?.body).toEqual({ ...body, fromBrowserId: null, data: null });
    expect(inForm('foreignType')?.body).toEqual({ ...body, messageType: 'kitchenBell' });
    expect(inForm('foreignFields')?.body).toMatchObject({
      till: { station: 3 },
      data: { product: { sku: 'A-1' } },
    });
    expect(inForm('plainText')).toEqual({ content: 'text', body: 'Waiter: addCartItem' });
    expect(inForm('jsonInText')).toEqual({ content: 'text', body: JSON.stringify(body) });
  });
});

describe('refusals', () => {
  it('hit the next requests of their call and change nothing', () => {
    const { restaurant, diner } = evening();
    expect(setSwitch(restaurant.switches, 'refusal=updateCart:77:2:The kitchen: closed')).toBeUndefined();
    restaurant.getCart(diner);
    for (let time = 0; time < 2; time += 1) {
      const body = bodyOf(restaurant.updateCart(diner, cartOf(31)));
      expect(body).toEqual({ success: false, code: 77, msg: 'The kitchen: closed', data: null });
    }
    expect(dishes(dataOf(restaurant.getCart(diner)))).toEqual([]);
    expect(bodyOf(restaurant.updateCart(diner, cartOf(31)))['code']).toBe(0);
  });
});

describe('switches by text', () => {
  it('are set, or said to be wrong', () => {
    const switches = plainSwitches();
    const texts = ['times=iso', 'taxRate=0.1', 'compareVersions=true', 'fault=processedLate:updateCart:2:50'];
    expect(texts.map((each) => setSwitch(switches, each))).toEqual(texts.map(() => undefined));
    const fault = { kind: 'processedLate', afterMs: 50, call: 'updateCart', times: 2 };
    expect(switches).toMatchObject({ times: 'iso', taxRate: 0.1, compareVersions: true, faults: [fault] });
    const wrong = ['times=noon', 'taxRate=', 'nothing=1', 'fault=flood', 'refusal=any', 'refusal=none:1'];
    expect(wrong.map((each) => typeof setSwitch(switches, each))).toEqual(wrong.map(() => 'string'));
  });
});
