// @module-tag slow
import { describe, expect, test } from 'vitest';
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import {
  getAnonymousToken,
  getMember,
  login,
  registerGuest,
  sendPhoneCode,
  updateMember,
} from '#contract/calls/member.ts';
import { registrationState } from '#contract/states.ts';
import { readDemoMerchants } from '#server/back-office/demo/restaurants.ts';
import { expectData, fakeClock, startSharedServer, type Caller, type Diner } from '../server-under-test.ts';

const clock = fakeClock();
const server = startSharedServer({ clock });

const category = (await readDemoMerchants())[0]!.categories.find(({ products }) =>
  products.some(({ modifierGroups, soldOut }) => !soldOut && modifierGroups.every(({ min }) => min === 0)),
)!;
const product = category.products.find(
  ({ modifierGroups, soldOut }) => !soldOut && modifierGroups.every(({ min }) => min === 0),
)!;

async function pick(diner: Diner, quantity: number): Promise<void> {
  const item = {
    id: 0,
    productId: product.id,
    categoryId: category.id,
    quantity,
    notes: '',
    orderItemModifiers: [],
  };
  const orderDetail = { orderItems: [item] };
  await server.ask(updateCart, { ...diner, body: { merchantId: diner.merchantId, orderDetail } });
}

/** The number of units by user id in the cart that this diner sees. */
async function countCartUnits(diner: Diner): Promise<Record<string, number>> {
  const query = { merchantId: diner.merchantId, browserId: 'b1' };
  const { userCarts } = await server.ask(getCart, { ...diner, query });
  return Object.fromEntries(
    userCarts.map(({ userId, orderItems }) => [
      userId,
      orderItems.reduce((sum, item) => sum + item.quantity, 0),
    ]),
  );
}

/** The diner's profile with these changes. */
async function createProfile(diner: Caller, changes: object): Promise<object> {
  const { id, phone, name, firstName, lastName, mail, birthday, languagePreference } = await server.ask(
    getMember,
    diner,
  );
  return { id, phone, name, firstName, lastName, mail, birthday, languagePreference, status: 0, ...changes };
}

describe('a guest', () => {
  // CU2, CA12
  test('is created by each call without a token', async () => {
    // Browsers of one model send the same fingerprint.
    const headers = { 'Guest-Account-Identifier': 'same-on-every-iphone' };
    const one = await server.ask(registerGuest, { merchantId: '1001', headers });
    const other = await server.ask(registerGuest, { merchantId: '1001', headers });
    expect(one.id).not.toBe(other.id);
    expect(one).toMatchObject({ name: '', phone: '', registrationState: registrationState.unregistered });
  });

  test('with an anonymous token is created once, however often it asks', async () => {
    const { token } = await server.ask(getAnonymousToken, { merchantId: '1001' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.call(registerGuest, { merchantId: '1001', token })),
    );
    expect(new Set(answers.map((answer) => expectData(answer).id)).size).toBe(1);
  });

  test('with their own token gets their own identity', async () => {
    const guest = await server.guest();
    expect((await server.ask(registerGuest, guest)).id).toBe(guest.userId);
    const member = await server.member('2125550201');
    expect(await server.ask(registerGuest, member)).toMatchObject({
      id: member.userId,
      phone: '2125550201',
      registrationState: registrationState.registered,
    });
  });

  test('needs an existing merchant', async () => {
    expect(await server.call(registerGuest, {})).toMatchObject({ status: 400 });
    expect(await server.codeOf(registerGuest, { merchantId: '9999' })).toBe(codes.notFound);
    expect(await server.codeOf(getAnonymousToken, { merchantId: '9999' })).toBe(codes.notFound);
  });

  test('gives a first name and nothing more', async () => {
    const guest = await server.guest();
    const named = await server.call(updateMember, {
      ...guest,
      body: await createProfile(guest, { firstName: '  Ann  Lee ' }),
    });
    expect(expectData(named)).toMatchObject({ firstName: 'Ann Lee', name: 'Ann Lee' });
    expect((await server.ask(getMember, guest)).firstName).toBe('Ann Lee');
    expect(
      await server.call(updateMember, { ...guest, body: await createProfile(guest, { firstName: ' ' }) }),
    ).toMatchObject({ code: codes.badRequest, msg: 'name required' });
  });
});

describe('login', () => {
  const request = (phone: string, code: string, changes: object = {}) => ({
    phone,
    code,
    autoRegister: true,
    autoReceiveCoupon: true,
    autoFillingName: true,
    ...changes,
  });

  // CU9, CA9
  test('creates a member of a merchant once, and finds them again', async () => {
    const first = await server.member('2125550211');
    clock.advance(60_000);
    expect((await server.member('2125550211')).userId).toBe(first.userId);
    clock.advance(120_000);
    expect((await server.member('2125550211', { merchantId: '1002' })).userId).not.toBe(first.userId);
  });

  // CE15
  test('can be asked to create none: 404, and the code stays valid', async () => {
    const phone = '2125550212';
    await server.ask(sendPhoneCode, { merchantId: '1001', address: '10.9.0.1', body: { phone } });
    const code = await server.readCode(phone);
    const attempt = { merchantId: '1001', body: request(phone, code, { autoRegister: false }) };
    expect(await server.call(login, attempt)).toMatchObject({ success: false, code: codes.notFound });
    expect(await server.call(login, { merchantId: '1001', body: request(phone, code) })).toMatchObject({
      success: true,
    });
  });

  // CV6
  test.each([
    [{ code: '12345' }, 'body.code'],
    [{ code: 123456 }, 'body.code'],
    [{ phone: 5 }, 'body.phone'],
    [{ autoRegister: 'yes' }, 'body.autoRegister'],
  ])('refuses %j', async (changes, path) => {
    const body = request('2125550213', '123456', changes);
    expect(await server.call(login, { merchantId: '1001', body })).toMatchObject({
      status: 400,
      code: codes.badRequest,
      data: { path },
    });
  });

  // CB8
  test('keeps the guest’s name, seat and cart', async () => {
    const guest = await server.seat(await server.guest(), '2');
    const mate = await server.seat(await server.guest(), '2');
    await server.ask(updateMember, { ...guest, body: await createProfile(guest, { firstName: 'Bo' }) });
    await pick(guest, 3);
    await pick(mate, 1);

    const member = await server.member('2125550214', { asGuest: guest });
    expect(member.userId).not.toBe(guest.userId);
    expect((await server.ask(getMember, member)).firstName).toBe('Bo');
    const seated = { ...member, tableId: guest.tableId, sessionId: guest.sessionId };
    expect(await countCartUnits(seated)).toEqual({ [member.userId]: 3, [mate.userId]: 1 });
  });

  test('of a member as another member moves nothing', async () => {
    const ann = await server.seat(await server.member('2125550217'), '3');
    await server.ask(updateMember, { ...ann, body: await createProfile(ann, { firstName: 'Ann' }) });
    await pick(ann, 3);
    const bob = await server.member('2125550218', { asGuest: ann });
    expect(bob.userId).not.toBe(ann.userId);
    expect((await server.ask(getMember, bob)).firstName).toBe('');
    expect(await countCartUnits(ann)).toEqual({ [ann.userId]: 3 });
    const query = { merchantId: '1001', browserId: 'b1' };
    const atTheTable = { ...bob, tableId: ann.tableId, sessionId: ann.sessionId };
    expect(await server.codeOf(getCart, { ...atTheTable, query })).toBe(codes.tableUnavailable);
  });

  test('keeps the name that the member had', async () => {
    const member = await server.member('2125550215');
    await server.ask(updateMember, { ...member, body: await createProfile(member, { firstName: 'Cy' }) });
    const guest = await server.guest();
    await server.ask(updateMember, { ...guest, body: await createProfile(guest, { firstName: 'Di' }) });
    clock.advance(60_000);
    const again = await server.member('2125550215', { asGuest: guest });
    expect((await server.ask(getMember, again)).firstName).toBe('Cy');
  });

  test('moves a to-go cart onto the one that the member has', async () => {
    const guest = await server.guest();
    await pick(guest, 2);
    const member = await server.member('2125550216', { asGuest: guest });
    expect(await countCartUnits(member)).toEqual({ [member.userId]: 2 });

    const nextGuest = await server.guest();
    await pick(nextGuest, 4);
    clock.advance(60_000);
    const again = await server.member('2125550216', { asGuest: nextGuest });
    expect(await countCartUnits(again)).toEqual({ [member.userId]: 6 });
    expect(await countCartUnits(nextGuest)).toEqual({});
  });
});

describe("a member's profile", () => {
  const complete = { firstName: 'Eve', lastName: 'Lin', birthday: 229, mail: 'eve@example.com' };

  // CV8
  test('is validated in the order of its form', async () => {
    const member = await server.member('2125550221');
    const send = async (changes: object) =>
      await server.call(updateMember, { ...member, body: await createProfile(member, changes) });
    // A first name may come alone.
    expect(expectData(await send({ firstName: 'Flo' }))).toMatchObject({ firstName: 'Flo' });
    const answers = [
      [{ ...complete, phone: '' }, 'phone required'],
      [{ ...complete, lastName: '', mail: '' }, 'name required'],
      [{ ...complete, firstName: '' }, 'name required'],
      [{ ...complete, birthday: null, mail: '' }, 'birthday required'],
      [{ ...complete, mail: '' }, 'email required'],
      [{ ...complete, mail: 'eve@example' }, 'email format incorrect'],
      [{ ...complete, birthday: 230 }, 'birthday incorrect'],
      [{ ...complete, birthday: 1301 }, 'birthday incorrect'],
      [{ ...complete, birthday: 5 }, 'birthday incorrect'],
      [{ ...complete, phone: '2125550999' }, 'phone cannot be changed'],
    ] as const;
    for (const [changes, msg] of answers)
      expect(await send(changes)).toMatchObject({ success: false, code: codes.badRequest, msg });
    const long = { status: 400, data: { path: 'body.firstName' } };
    expect(await send({ ...complete, firstName: 'x'.repeat(41) })).toMatchObject(long);
    expect(expectData(await send(complete))).toMatchObject({
      ...complete,
      name: 'Eve Lin',
      languagePreference: 'en-US',
    });
    expect(await server.ask(getMember, member)).toMatchObject(complete);
  });

  test('can be changed by no other diner', async () => {
    const member = await server.member('2125550223');
    const guest = await server.guest();
    expect(
      await server.call(updateMember, { ...guest, body: await createProfile(member, complete) }),
    ).toMatchObject({ status: 403, code: codes.forbidden });
    expect((await server.ask(getMember, member)).firstName).toBe('');
  });
});
