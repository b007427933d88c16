// @module-tag slow
import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { changeHouse, getHouse } from '#contract/calls/house.ts';
import { houseHistory, takeBackHouseChange } from '#contract/calls/house-history.ts';
import { actRefused } from '#contract/calls/service.ts';
import * as people from '#contract/calls/people.ts';
import { listReports } from '#contract/calls/report.ts';
import * as staff from '#contract/calls/staff.ts';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import type { Order } from '#contract/order-fields.ts';
import type { StaffRole } from '#contract/staff-rights.ts';
import { readStoredOrder } from '#server/ordering/orders/order-store.ts';
import { requireOrder } from '#server/service/fulfilment/do-act.ts';
import { createAccessCode } from '#server/service/staff/access/access-codes.ts';
import { listDishes, createFreeTables, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { act, actOnOrder, createFullPayment } from './acts.ts';
import { expectData, fakeClock, startSharedServer } from '../server-under-test.ts';

const clock = fakeClock();
const server = startSharedServer({ clock });
const freeTable = createFreeTables(server);

let addresses = 0;
let names = 0;
const createPersonName = (role: string) => `${role} ${(names += 1)}`;
const pin = '280594';

/** A browser with its own cookies and address. */
function createBrowser() {
  const jar = new Map<string, string>();
  const address = `10.6.0.${(addresses += 1)}`;
  const createHeaders = () => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') });
  const call: typeof server.call = async (asked, options) => {
    const answer = await server.call(asked, { address, ...options, headers: createHeaders() });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  const ask: typeof server.ask = async (asked, options) => expectData(await call(asked, options));
  return { call, ask };
}
type Browser = ReturnType<typeof createBrowser>;

async function logInOwner(merchantId = '1002'): Promise<Browser> {
  const browser = createBrowser();
  await browser.ask(staff.staffLogin, { body: { merchantId, password: server.staffPassword, name: 'Mo' } });
  return browser;
}

async function createPerson(owner: Browser, role: StaffRole, name = createPersonName(role)) {
  return (await owner.ask(people.addPerson, { body: { name, role, pin } })).person;
}

/** Logs in with the PIN on a device where the owner has logged in before. */
async function logInAtKnownDevice(personId: string, merchantId = '1002'): Promise<Browser> {
  const browser = await logInOwner(merchantId);
  expectData(await logInWithPin(browser, personId, pin, merchantId));
  return browser;
}

const logInWithPin = async (browser: Browser, personId: string, given = pin, merchantId = '1002') =>
  await browser.call(people.loginWithPin, { body: { merchantId, personId, pin: given } });
/** Tries a PIN at the restaurant 1003. @returns the code of the answer */
const tryPin = async (browser: Browser, personId: string, given: string) =>
  (await logInWithPin(browser, personId, given, '1003')).code;

// CX26
test('the owner adds people; each logs in with a PIN on a known device, and signs with their name', async () => {
  const owner = await logInOwner();
  const waiter = await createPerson(owner, 'waiter', '  Wen ');
  expect(waiter).toEqual({ id: waiter.id, name: 'Wen', role: 'waiter', createdAt: clock.now() });
  expect((await owner.ask(people.listPeople)).people).toContainEqual(waiter);
  const stored = await server.db.selectFrom('staff_people').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(pin);

  await owner.ask(staff.staffLogout, { body: {} });
  const door = await owner.ask(people.staffDoor, { query: { merchantId: '1002' } });
  expect(door).toMatchObject({ isKnown: true, takesPassword: true });
  expect(door.people).toContainEqual({ id: waiter.id, name: 'Wen' });
  const wen = { person: 'Wen', role: 'waiter', rights: ['service'] };
  expect(expectData(await logInWithPin(owner, waiter.id))).toMatchObject(wen);
  expect(await owner.ask(staff.staffWhoAmI)).toMatchObject(wen);
});

// CX26
test('an unknown device gets no names and cannot use a PIN, not even one of another restaurant that knows it', async () => {
  const owner = await logInOwner();
  const { id: personId } = await createPerson(owner, 'manager');
  for (const stranger of [createBrowser(), await logInOwner('1001')]) {
    const door = await stranger.ask(people.staffDoor, { query: { merchantId: '1002' } });
    expect(door).toMatchObject({ isKnown: false, people: [] });
    expect(await logInWithPin(stranger, personId)).toMatchObject({ status: 403 });
  }
});

// CX13
test('a device that is used at two restaurants is known at both, and so is one of an older version', async () => {
  const browser = await logInOwner('1001');
  await browser.ask(staff.staffLogin, { body: { merchantId: '1002', password: server.staffPassword } });
  for (const merchantId of ['1001', '1002'])
    expect(await browser.ask(people.staffDoor, { query: { merchantId } })).toMatchObject({ isKnown: true });

  const answer = await server.call(staff.staffLogin, {
    body: { merchantId: '1001', password: server.staffPassword },
  });
  const [, signed] = /staff-device-\w+=([^;]+)/.exec(answer.headers.get('set-cookie')!)!;
  const before = { headers: { cookie: `${staff.deviceCookie}=${signed}` } };
  const isKnownAt = async (merchantId: string) =>
    (await server.ask(people.staffDoor, { ...before, query: { merchantId } })).isKnown;
  expect([await isKnownAt('1001'), await isKnownAt('1002')]).toEqual([true, false]);
});

// CX26
test('five wrong PINs of one person on one device lock it for a day; others and other devices continue; a new PIN unlocks it', async () => {
  const owner = await logInOwner('1003');
  const [wen, ann] = [await createPerson(owner, 'waiter'), await createPerson(owner, 'waiter')];
  const tablet = await logInOwner('1003');
  // The right PIN in between gives all tries back.
  for (const given of ['0001', '0002', '0003', '0004', pin, '0005', '0006', '0007', '0008', '0009'])
    expect(await tryPin(tablet, wen.id, given)).toBe(given === pin ? codes.ok : codes.forbidden);
  expect(await tryPin(tablet, wen.id, pin)).toBe(people.pinSpent);
  expect(await tryPin(tablet, ann.id, pin)).toBe(codes.ok);
  expect(await tryPin(await logInOwner('1003'), wen.id, pin)).toBe(codes.ok);
  clock.advance(23 * 3_600_000);
  expect(await tryPin(tablet, wen.id, pin)).toBe(people.pinSpent);
  const back = await logInOwner('1003');
  await back.ask(people.changePerson, { body: { id: wen.id, pin: '840271' } });
  expect(await tryPin(tablet, wen.id, pin)).toBe(codes.forbidden);
  expect(await tryPin(tablet, wen.id, '840271')).toBe(codes.ok);
});

test('the owner sees who is locked out on a device, and unlocks them; the log records that', async () => {
  const owner = await logInOwner('1003');
  const [wen, ann] = [await createPerson(owner, 'waiter'), await createPerson(owner, 'waiter')];
  const tablet = await logInOwner('1003');
  const shutOut = async () =>
    Object.fromEntries(
      (await owner.ask(people.listPeople)).people.map(({ id, shutOutUntil }) => [id, shutOutUntil]),
    );
  for (const given of ['0001', '0002', '0003', '0004']) await tryPin(tablet, wen.id, given);
  expect(await shutOut()).toMatchObject({ [wen.id]: undefined, [ann.id]: undefined });
  await tryPin(tablet, wen.id, '0005');
  const begun = clock.now();
  expect(await shutOut()).toMatchObject({ [wen.id]: begun + 24 * 3_600_000, [ann.id]: undefined });
  expect(await tryPin(tablet, wen.id, pin)).toBe(people.pinSpent);

  expect(await owner.ask(people.freePin, { body: { id: wen.id } })).toEqual({ freed: true });
  expect((await shutOut())[wen.id]).toBeUndefined();
  expect(await tryPin(tablet, wen.id, pin)).toBe(codes.ok);
  expect(server.logged.join('')).toContain('the wrong PINs of a person were reset');
  expect((await owner.call(people.freePin, { body: { id: 'nobody' } })).code).toBe(codes.notFound);
});

test('ten wrong PINs of one person on one device in a week lock it, on whatever days; wrong names are not stored', async () => {
  const owner = await logInOwner('1003');
  const { id: personId } = await createPerson(owner, 'waiter');
  const tablet = await logInOwner('1003');
  for (let day = 0; day < 2; day += 1) {
    for (const given of ['0001', '0002', '0003', '0004', '0005'])
      expect(await tryPin(tablet, personId, given)).toBe(codes.forbidden);
    clock.advance(25 * 3_600_000);
  }
  const { code, data } = await logInWithPin(tablet, personId, pin, '1003');
  expect(code).toBe(people.pinSpent);
  expect((data as unknown as { until: number }).until - clock.now()).toBeGreaterThan(4 * 24 * 3_600_000);
  clock.advance(5 * 24 * 3_600_000);
  expect(await tryPin(tablet, personId, pin)).toBe(codes.ok);
  const readBudgets = () => server.db.selectFrom('budgets').select('key').execute();
  const before = await readBudgets();
  expect(await tryPin(tablet, 'nobody-there', '0001')).toBe(codes.forbidden);
  expect(await readBudgets()).toEqual(before);
});

// D37
test('many wrong tries from the restaurant’s own network lock out none of its tablets', async () => {
  const owner = await logInOwner();
  const { id: personId } = await createPerson(owner, 'waiter');
  const body = { merchantId: '1002', personId, pin };
  const address = '10.6.1.1';
  const knock = () => server.call(people.staffDoor, { address, query: { merchantId: '1002' } });
  await Promise.all(Array.from({ length: 240 }, knock));
  expect(await server.call(people.loginWithPin, { address, body })).toMatchObject({
    status: 429,
    data: { budget: 'knocksAtStaffDoor' },
  });
  await owner.ask(people.staffDoor, { address, query: { merchantId: '1002' } });
  await owner.ask(people.loginWithPin, { address, body });
});

// CX26
test('a new PIN and a removal end that person’s sessions, and a new role applies at once', async () => {
  const owner = await logInOwner();
  const person = await createPerson(owner, 'manager');
  const theirs = await logInAtKnownDevice(person.id);
  expect((await theirs.call(listReports)).code).toBe(codes.ok);
  await owner.ask(people.changePerson, { body: { id: person.id, role: 'kitchen', name: 'Kim' } });
  expect(await theirs.ask(staff.staffWhoAmI)).toMatchObject({ person: 'Kim', role: 'kitchen', rights: [] });
  await owner.ask(people.changePerson, { body: { id: person.id, pin: '840271' } });
  expect(await theirs.call(staff.staffWhoAmI)).toMatchObject({ status: 401 });

  const other = await createPerson(owner, 'manager');
  const others = await logInAtKnownDevice(other.id);
  expect(await owner.ask(people.removePerson, { body: { id: other.id } })).toEqual({ removed: true });
  expect(await others.call(staff.staffWhoAmI)).toMatchObject({ status: 401 });
  expect(await logInWithPin(others, other.id)).toMatchObject({ status: 403 });
  expect(await owner.ask(people.removePerson, { body: { id: other.id } })).toEqual({ removed: false });
});

// CX26
test('the last owner can be neither removed nor demoted by anybody; a name is unique', async () => {
  const owner = await logInOwner('1001');
  const first = await createPerson(owner, 'owner', 'Olga');
  const herself = await logInAtKnownDevice(first.id, '1001');
  const last = { code: people.personRefused, data: { reason: 'lastOwner' } };
  for (const browser of [owner, herself]) {
    expect(await browser.call(people.removePerson, { body: { id: first.id } })).toMatchObject(last);
    const body = { id: first.id, role: 'manager' as const };
    expect(await browser.call(people.changePerson, { body })).toMatchObject(last);
  }
  const taken = { code: people.personRefused, data: { reason: 'nameTaken' } };
  const namesake = { name: 'olga ', role: 'waiter' as const, pin };
  expect(await owner.call(people.addPerson, { body: namesake })).toMatchObject(taken);
  const second = { id: (await createPerson(herself, 'owner')).id, name: 'OLGA' };
  expect(await owner.call(people.changePerson, { body: second })).toMatchObject(taken);
  await herself.ask(people.changePerson, { body: { id: first.id, role: 'manager' } });
  expect(await herself.call(people.listPeople)).toMatchObject({ status: 403, data: { right: 'people' } });
});

test.each(['123', '1234567', '12a4', '', '1234', '0000', '987654', '888888'])(
  '%s is no PIN',
  async (given) => {
    const owner = await logInOwner();
    const body = { name: createPersonName('x'), role: 'waiter' as const, pin: given };
    const refused = { status: 400, data: { path: 'body.pin' } };
    expect(await owner.call(people.addPerson, { body })).toMatchObject(refused);
  },
);

// CX26
test('the acts on an order that the kitchen may do, and those it may not', async () => {
  const owner = await logInOwner('1001');
  const kitchen = await logInAtKnownDevice((await createPerson(owner, 'kitchen')).id, '1001');
  const seat = await server.seat(await server.member('2125650900'), await freeTable());
  const phone = createTablePhone(server, seat, 'kitchen-acts');
  await phone.send(phone.add(createItem((await listDishes(server)).simple[0]!), 2));
  const { order } = expectData(await phone.place('kitchen-acts')) as { order: Order };

  const sent = act(order, { type: 'roundSent', round: 1 });
  await kitchen.ask(actOnOrder, sent);
  expect(await kitchen.ask(kitchenScreen)).toMatchObject({ tickets: [{ orderId: order.id }] });
  const refused = { status: 403, data: { right: 'service' } };
  const paid = createFullPayment(order);
  expect(await kitchen.call(actOnOrder, paid)).toMatchObject(refused);
  await owner.ask(actOnOrder, paid);
  const back = (actId: string) => act(order, { type: 'takenBack', actId });
  for (const actId of [paid.body.actId, 'made-up'])
    expect(await kitchen.call(actOnOrder, back(actId))).toMatchObject(refused);
  await kitchen.ask(actOnOrder, back(sent.body.actId));
  const dishes = order.orderItems.map(({ id: orderItemId, quantity }) => ({ orderItemId, quantity }));
  const served = act(order, { type: 'ticketBumped', stage: 'served', dishes });
  await kitchen.ask(actOnOrder, served);
  await kitchen.ask(actOnOrder, act(order, { type: 'ticketRecalled', recalledId: served.body.actId }));
  const readOrderCode = async (browser: Browser) =>
    (await browser.ask(staff.staffOverview)).tables.find(({ tableId }) => tableId === seat.tableId)!.session!
      .orderCode;
  await owner.ask(staff.showOrderCode, { body: { tableId: seat.tableId } });
  expect([await readOrderCode(owner), await readOrderCode(kitchen)]).toEqual([expect.any(String), null]);
});

// CX28
test('a code makes one device known, once, within ten minutes', async () => {
  const owner = await logInOwner();
  const person = await createPerson(owner, 'waiter');
  const { code, until } = await owner.ask(people.makeDeviceCode, { body: {} });
  expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  expect(until).toBe(clock.now() + 600_000);
  const [tablet, second] = [createBrowser(), createBrowser()];
  const typed = { body: { code: ` ${code.toLowerCase().replace('-', ' ')}` } };
  expect(await tablet.ask(people.knowDevice, typed)).toEqual({ merchantId: '1002' });
  expect(await second.call(people.knowDevice, typed)).toMatchObject({ status: 403 });
  expect(await tablet.call(staff.staffWhoAmI)).toMatchObject({ status: 401 });
  expectData(await logInWithPin(tablet, person.id));
  const late = await owner.ask(people.makeDeviceCode, { body: {} });
  clock.advance(600_000);
  expect(await second.call(people.knowDevice, { body: { code: late.code } })).toMatchObject({ status: 403 });
});

// CX28
test('the admin’s code lets the owner log in if all passwords and PINs are lost', async () => {
  const { code } = await createAccessCode(server.deps, { kind: 'owner', merchantId: '1002' });
  const laptop = createBrowser();
  await laptop.ask(people.knowDevice, { body: { code } });
  expect(await laptop.ask(staff.staffWhoAmI)).toMatchObject({ merchantId: '1002', role: 'owner' });
});

test('after “log out everywhere” only the device that did it is known', async () => {
  const owner = await logInOwner();
  const person = await createPerson(owner, 'waiter');
  const tablet = await logInAtKnownDevice(person.id);
  await owner.ask(staff.staffLogoutEverywhere, { body: {} });
  for (const device of [tablet, owner])
    expect(await device.call(staff.staffWhoAmI)).toMatchObject({ status: 401 });
  expectData(await logInWithPin(owner, person.id));
  expect(await logInWithPin(tablet, person.id)).toMatchObject({ status: 403 });
  expect((await (await logInAtKnownDevice(person.id)).ask(staff.staffWhoAmI)).role).toBe('waiter');
});

test.each<[StaffRole, string[]]>([
  ['owner', ['service', 'menu', 'house', 'people', 'numbers', 'till', 'printers', 'connections', 'chain']],
  ['manager', ['service', 'menu', 'house', 'numbers', 'till', 'printers']],
  ['waiter', ['service']],
  ['kitchen', []],
])('%s: “me” lists what they may do', async (role, rights) => {
  const person = await createPerson(await logInOwner(), role);
  const me = await (await logInAtKnownDevice(person.id)).ask(staff.staffWhoAmI);
  expect(me).toMatchObject({ role, rights });
});

// CX73
describe('limits of a waiter and a manager', () => {
  async function createTableWithLimits(waiterLimits: object, reasons: object = noReasons) {
    const owner = await logInOwner('1001');
    const { settings, version } = await owner.ask(getHouse);
    await owner.ask(changeHouse, { body: { version, settings: { ...settings, waiterLimits, reasons } } });
    const [manager, waiter] = [await createPerson(owner, 'manager'), await createPerson(owner, 'waiter')];
    const [byManager, byWaiter] = [
      await logInAtKnownDevice(manager.id, '1001'),
      await logInAtKnownDevice(waiter.id, '1001'),
    ];
    const seat = await server.seat(await server.member(`21259${10_000 + (names += 1)}`), await freeTable());
    const phone = createTablePhone(server, seat, `limits${names}`);
    const item = createItem((await listDishes(server)).simple[0]!);
    await phone.send(phone.add(item), phone.add(item));
    const order = await phone.order(`limits-${names}`);
    return { manager, byManager, waiter, byWaiter, order };
  }
  const none = { discount: null, void: null, refund: null, unpaid: null };
  const noReasons = { void: [], discount: [], refund: [] };
  const createDiscount = (percent: number) =>
    ({ type: 'orderDiscounted', percent, reason: 'Regular guest' }) as const;

  test('discounts of an order add up; above the limit a manager’s PIN is required, and the manager is named', async () => {
    const { manager, byManager, waiter, byWaiter, order } = await createTableWithLimits({
      ...none,
      discount: '10',
    });
    await byWaiter.ask(actOnOrder, act(order, createDiscount(10)));
    const more = act(order, createDiscount(5));
    const asked = await byWaiter.call(actOnOrder, more);
    expect(asked).toMatchObject({
      code: actRefused,
      data: {
        reason: 'needsApproval',
        approvers: expect.arrayContaining([{ id: manager.id, name: manager.name }]),
      },
    });
    const withPin = (personId: string, given: string) =>
      byWaiter.call(actOnOrder, { body: { ...more.body, approval: { personId, pin: given } } });
    expect(await withPin(manager.id, '0001')).toMatchObject({ status: 403 });
    expect(await withPin(waiter.id, pin), 'a waiter').toMatchObject({ status: 403 });
    expectData(await withPin(manager.id, pin));
    const { events } = await readStoredOrder(server.db, await requireOrder(server.db, '1001', order.id));
    expect(
      events.map((event) => [event.by.name, 'approvedBy' in event ? event.approvedBy : undefined]),
    ).toEqual([
      [waiter.name, undefined],
      [waiter.name, manager.name],
    ]);
    await byManager.ask(actOnOrder, act(order, createDiscount(50)));
  });

  test('voids, refunds and unpaid orders have limits of their own; 0 always requires approval', async () => {
    const { byWaiter, order } = await createTableWithLimits({ ...none, void: '0', unpaid: '0' });
    const needsApproval = { code: actRefused, data: { reason: 'needsApproval' } };
    const voids = { type: 'dishVoided', orderItemId: '1-1', quantity: 1, reason: 'x' } as const;
    expect(await byWaiter.call(actOnOrder, act(order, voids))).toMatchObject(needsApproval);
    const cancels = {
      type: 'orderClosed',
      outcome: 'cancelled',
      reason: 'x',
      owed: order.totalAmount!,
      unsent: 2,
    } as const;
    expect(await byWaiter.call(actOnOrder, act(order, cancels))).toMatchObject(needsApproval);
    await byWaiter.ask(actOnOrder, createFullPayment(order));
    const refunds = { type: 'orderRefunded', amount: '0.50', method: 'cash', reason: 'x' } as const;
    await byWaiter.ask(actOnOrder, act(order, refunds));
  });

  // CX81
  test('beyond the limits of managers only an owner approves, also what a waiter does; 0 always asks', async () => {
    const { manager, byManager, byWaiter, order } = await createTableWithLimits({ ...none, discount: '10' });
    const owner = await logInOwner('1001');
    const boss = await createPerson(owner, 'owner');
    const limitManagers = async (managerLimits: object) => {
      const { settings, version } = await owner.ask(getHouse);
      await owner.ask(changeHouse, { body: { version, settings: { ...settings, managerLimits } } });
    };
    await limitManagers({ discount: '20', void: '0', refund: '0', unpaid: '0' });
    const asks = async (who: Browser, given: ReturnType<typeof act>) => await who.call(actOnOrder, given);
    const needsOwner = { code: actRefused, data: { reason: 'needsApproval', isOwners: true } };
    await byManager.ask(actOnOrder, act(order, createDiscount(20)));
    const more = act(order, createDiscount(5));
    for (const who of [byManager, byWaiter]) {
      const { data, ...asked } = await asks(who, more);
      expect({ data, ...asked }).toMatchObject(needsOwner);
      const { approvers } = data as unknown as { approvers: { id: string }[] };
      expect(approvers).toContainEqual({ id: boss.id, name: boss.name });
      expect(approvers.map(({ id }) => id)).not.toContain(manager.id);
    }
    const withPin = (who: Browser, personId: string) =>
      who.call(actOnOrder, { body: { ...more.body, approval: { personId, pin } } });
    expect(await withPin(byWaiter, manager.id), 'a manager').toMatchObject(needsOwner);
    const { order: lowered } = expectData(await withPin(byManager, boss.id));
    const { events } = await readStoredOrder(server.db, await requireOrder(server.db, '1001', order.id));
    expect(events.at(-1)).toMatchObject({ by: { name: manager.name }, approvedBy: boss.name });
    const voids = { type: 'dishVoided', orderItemId: '1-1', quantity: 1, reason: 'x' } as const;
    expect(await asks(byManager, act(order, voids))).toMatchObject(needsOwner);
    const { order: now } = await owner.ask(actOnOrder, createFullPayment(lowered));
    const refunds = { type: 'orderRefunded', amount: '0.50', method: 'cash', reason: 'x' } as const;
    expect(await asks(byManager, act(now, refunds))).toMatchObject(needsOwner);
    await owner.ask(actOnOrder, act(now, refunds));
    await limitManagers(none);
    await byManager.ask(actOnOrder, act(now, refunds));
  });

  // CX81
  test('only an owner changes the limits of managers, and takes such a change back', async () => {
    const { byManager } = await createTableWithLimits(none);
    const owner = await logInOwner('1001');
    const change = async (who: Browser, managerLimits: object, name?: object) => {
      const { settings, version } = await owner.ask(getHouse);
      const changed = { ...settings, ...name, managerLimits };
      return await who.call(changeHouse, { body: { version, settings: changed } });
    };
    expect(await change(byManager, { ...none, refund: '5.00' })).toMatchObject({ status: 403 });
    expectData(await change(owner, { ...none, refund: '5.00' }));
    const { changes } = await owner.ask(houseHistory);
    const { id } = changes[0]!;
    expect(await byManager.call(takeBackHouseChange, { body: { id } })).toMatchObject({ status: 403 });
    expectData(await change(byManager, { ...none, refund: '5.00' }, { themeColor: '#123456' }));
    expectData(await owner.call(takeBackHouseChange, { body: { id } }));
    expect((await owner.ask(getHouse)).settings.managerLimits).toEqual(none);
  });

  test('the restaurant’s own reasons are shown to its people; a mistake in a limit is named', async () => {
    const reasons = { void: ['Dropped'], discount: [], refund: [] };
    const { byWaiter } = await createTableWithLimits(none, reasons);
    expect((await byWaiter.ask(staff.staffWhoAmI)).reasons).toEqual({ void: ['Dropped'] });
    const owner = await logInOwner('1001');
    const { settings, version } = await owner.ask(getHouse);
    expect(settings.reasons).toEqual(reasons);
    const wrong = { ...settings, waiterLimits: { ...none, discount: '101' } };
    const { data } = await owner.call(changeHouse, { body: { version, settings: wrong } });
    expect(data).toMatchObject({ mistakes: [{ path: 'merchant.waiterLimits.discount' }] });
    await owner.ask(changeHouse, {
      body: {
        version,
        settings: { ...settings, waiterLimits: none, reasons: noReasons },
      },
    });
  });
});

// CX74
test('the language belongs to the person and is used on the next device', async () => {
  const owner = await logInOwner();
  const { id } = await createPerson(owner, 'waiter');
  const [tablet, phone] = [await logInAtKnownDevice(id), await logInOwner()];
  expect(await tablet.ask(staff.chooseLanguage, { body: { language: 'zh-TW' } })).toEqual({ chosen: true });
  expect(expectData(await logInWithPin(phone, id))).toMatchObject({ language: 'zh-TW' });
  const byPassword = await logInOwner();
  expect(await byPassword.ask(staff.chooseLanguage, { body: { language: 'zh-TW' } })).toEqual({
    chosen: false,
  });
});
