import { describe, expect, it } from 'vitest';
import { listOf, fieldsOf } from '#workshop/plain-server/wire/loose.ts';
import { bodyOf, cartOf, dataOf, dishes, firstLine, memberAtTable, openEvening } from './guests-at-table.ts';

describe('a visit', () => {
  it('goes from the scan over cart, order and second round to the closed table', () => {
    const { restaurant, pass } = openEvening();
    const { merchantId, tables } = restaurant.signs;
    const qrcodeId = tables[0]?.qrcodeId ?? '';
    expect(dataOf(restaurant.qrcodeInfo({}, qrcodeId))).toEqual({
      id: Number(qrcodeId),
      merchantId: Number(merchantId),
      tableId: 7,
      tableName: 'Window',
    });

    const one = memberAtTable(restaurant, '2125550101');
    const two = memberAtTable(restaurant, '2125550102');
    restaurant.initialize(one, { guestCount: 2, orderType: 0 });
    restaurant.updateCart(one, cartOf(31));
    const posted = dataOf(restaurant.updateCart(two, cartOf(34, 35)));
    expect(listOf(posted['orderItems'])).toHaveLength(2);
    const cart = dataOf(restaurant.getCart(one));
    expect(dishes(cart)).toEqual(['1 x 31', '1 x 34', '1 x 35']);
    expect(bodyOf(restaurant.getGuests(two))['data']).toBe(2);

    const orderItems = listOf(cart['userCarts']).flatMap((each) => listOf(fieldsOf(each)['orderItems']));
    const preview = dataOf(restaurant.preview(one, { orderItems }));
    expect(preview['subTotalAmount']).toBe(12.25);
    expect(preview['totalDiscountAmount']).toBe(2);
    const order = fieldsOf(dataOf(restaurant.placeOrder(one, { orderItems }))['order']);
    expect(order).toMatchObject({ status: 0, guests: 2, tableName: 'Window', subTotalAmount: 12.25 });
    expect(dishes(dataOf(restaurant.getCart(two)))).toEqual([]);
    expect(bodyOf(restaurant.placeOrder(two, { orderItems }))).toMatchObject({ success: false, code: 10087 });

    pass(60_000);
    restaurant.updateCart(two, cartOf(36));
    const again = fieldsOf(dataOf(restaurant.placeOrder(two, cartOf(36)))['order']);
    expect(again['id']).toBe(order['id']);
    expect(dishes(again)).toEqual(['1 x 31', '1 x 34', '1 x 35', '1 x 36']);
    expect(bodyOf(restaurant.hasProcessingOrder(one))['data']).toBe(true);
    expect(dataOf(restaurant.tableActiveOrder(one))['id']).toBe(order['id']);

    restaurant.staff.closeTable('7');
    expect(bodyOf(restaurant.tableActiveOrder(one))['data']).toBeNull();
    expect(bodyOf(restaurant.hasProcessingOrder(one))['data']).toBe(false);
    expect(dataOf(restaurant.orderDetail(one, { id: order['id'] }))).toMatchObject({
      status: 1,
      paymentStatus: 2,
    });
    expect(listOf(bodyOf(restaurant.memberOrderList(two, {}))['data'])).toHaveLength(1);
    expect(bodyOf(restaurant.getGuests(two))['data']).toBe(0);
  });

  it('ends with 10010 at a table out of service', () => {
    const { restaurant } = openEvening();
    const diner = memberAtTable(restaurant, '2125550101');
    restaurant.staff.setAvailable('7', false);
    expect(bodyOf(restaurant.tableActiveOrder(diner))['code']).toBe(10010);
    expect(bodyOf(restaurant.updateCart(diner, cartOf(31)))['code']).toBe(10010);
  });
});

describe('a cart request', () => {
  it('replaces the lines of its author alone, and keeps the ids of lines it names', () => {
    const { restaurant } = openEvening();
    const one = memberAtTable(restaurant, '2125550101');
    const two = memberAtTable(restaurant, '2125550102');
    restaurant.updateCart(two, cartOf(34));
    const first = fieldsOf(listOf(dataOf(restaurant.updateCart(one, cartOf(31)))['orderItems'])[0]);
    const orderDetail = { orderItems: [{ ...first, quantity: '2.000' }], unknownField: { deep: true } };
    const second = fieldsOf(listOf(dataOf(restaurant.updateCart(one, { orderDetail }))['orderItems'])[0]);
    expect(second).toMatchObject({ id: first['id'], quantity: 2 });
    restaurant.updateCart(one, { merchantId: 101, orderItems: [] });
    expect(dishes(dataOf(restaurant.getCart(one)))).toEqual(['1 x 34']);
  });

  it('takes prices of product and options from the menu', () => {
    const { restaurant } = openEvening();
    const diner = memberAtTable(restaurant, '2125550101');
    const orderItemModifiers = [
      { modifierProductId: 52, quantity: 1 },
      { modifierProductId: 53, quantity: 2, price: 0 },
    ];
    const line = { id: 0, productId: 32, quantity: 2, price: 0.01, orderItemModifiers };
    const order = dataOf(restaurant.updateCart(diner, { orderItems: [line] }));
    expect(order['subTotalAmount']).toBe(34.5);
  });

  it('is refused for what is sold out, and shows such lines as invalid', () => {
    const { restaurant } = openEvening();
    const diner = memberAtTable(restaurant, '2125550101');
    restaurant.updateCart(diner, cartOf(31, 34));
    restaurant.staff.setSoldOut('31', true);
    expect(bodyOf(restaurant.updateCart(diner, cartOf(31, 31)))['code']).toBe(2025);
    const own = fieldsOf(listOf(dataOf(restaurant.getCart(diner))['userCarts'])[0]);
    expect(listOf(own['invalidOrderItems'])).toHaveLength(1);
    expect(listOf(own['orderItems'])).toHaveLength(1);
  });
});

describe('people', () => {
  it('are guests by their browser, members by phone and code', () => {
    const { restaurant, pass } = openEvening();
    const browser = { browserId: 'b-1', tableId: '7' };
    const guest = dataOf(restaurant.registerGuest(browser));
    expect(dataOf(restaurant.registerGuest(browser))['id']).toBe(guest['id']);
    expect(guest['registrationState']).toBe(0);
    const phone = '212-555-0101';
    restaurant.phoneCode({}, { phone });
    expect(bodyOf(restaurant.phoneCode({}, { phone }))['code']).toBe(4290);
    const code = restaurant.staff.codeSentTo('2125550101');
    expect(bodyOf(restaurant.login({}, { phone, code }))['code']).toBe(404);
    const member = dataOf(restaurant.login({}, { phone, code, autoRegister: true }));
    expect(member['registrationState']).toBe(1);
    const asker = { token: String(member['token']) };
    restaurant.updateMember(asker, { firstName: 'Ada', lastName: 'Lo', birthday: 1225 });
    expect(dataOf(restaurant.getMember(asker))).toMatchObject({ name: 'Ada Lo', birthday: 1225 });
    restaurant.staff.revokeToken(asker.token);
    expect(restaurant.getMember(asker).status).toBe(401);
    pass(61_000);
    for (const each of ['2125550111', '2125550112', '2125550113']) restaurant.phoneCode({}, { phone: each });
    expect(bodyOf(restaurant.phoneCode({}, { phone: '2125550114' }))['code']).toBe(4291);
  });

  it('cannot order as guests, nor what is not in the cart, nor with a coupon of somebody else', () => {
    const { restaurant } = openEvening();
    const guest = { browserId: 'b-1', tableId: '7' };
    restaurant.registerGuest(guest);
    restaurant.updateCart(guest, cartOf(31));
    expect(bodyOf(restaurant.placeOrder(guest, cartOf(31)))['code']).toBe(10011);
    const member = memberAtTable(restaurant, '2125550101');
    expect(bodyOf(restaurant.placeOrder(member, cartOf(34)))['code']).toBe(1997);
    const withCoupon = { ...cartOf(31), userCouponIds: [4_711] };
    expect(bodyOf(restaurant.placeOrder(member, withCoupon))['success']).toBe(false);
    expect(bodyOf(restaurant.placeOrder(member, cartOf(31)))['success']).toBe(true);
  });

  it('order without a table in a cart of their own', () => {
    const { restaurant } = openEvening();
    const diner = memberAtTable(restaurant, '2125550101', '');
    restaurant.updateCart(diner, cartOf(37));
    expect(firstLine(dataOf(restaurant.getCart(diner)))['menuName']).toBe('Lunch');
    const order = fieldsOf(dataOf(restaurant.placeOrder(diner, cartOf(37)))['order']);
    expect(order).toMatchObject({ type: 2, tableId: null });
  });
});

describe('the merchant', () => {
  it('tells settings, sections, products and search results', () => {
    const { restaurant } = openEvening({ orderCodeRequired: true });
    const info = dataOf(restaurant.tinyMerchant({}, { id: '101', settingValueEnums: '18002,8003' }));
    expect(info['necessarySettingValues']).toEqual([
      { templateEnum: 18002, value: 'true' },
      { templateEnum: 8003, value: '#f6821f' },
    ]);
    expect(bodyOf(restaurant.tinyMerchant({}, { id: '9' }))['success']).toBe(false);
    expect(listOf(dataOf(restaurant.home({}))['menus'])).toHaveLength(2);
    const sections = listOf(bodyOf(restaurant.productsByCategories({}, { categoryIds: '22' }))['data']);
    expect(sections.map((each) => fieldsOf(each)['name'])).toEqual(['Drinks']);
    const found = listOf(bodyOf(restaurant.search({}, { keyword: 'lunch' }))['data']);
    expect(found.map((each) => fieldsOf(each)['id'])).toEqual([37]);
  });

  it('asks for the order code where it is required', () => {
    const { restaurant } = openEvening({ orderCodeRequired: true });
    const diner = memberAtTable(restaurant, '2125550101');
    const orderCode = restaurant.staff.orderCodeOf('7') ?? '';
    expect(bodyOf(restaurant.orderCodeValid(diner, orderCode))['data']).toBe(true);
    expect(bodyOf(restaurant.orderCodeValid(diner, 'x'))['data']).toBe(false);
    restaurant.updateCart(diner, cartOf(31));
    expect(bodyOf(restaurant.placeOrder(diner, cartOf(31)))['code']).toBe(1011);
    expect(bodyOf(restaurant.placeOrder(diner, { ...cartOf(31), orderCode }))['success']).toBe(true);
  });
});
