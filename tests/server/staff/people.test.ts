// @module-tag slow
/** Who works at a restaurant: roles, PINs, devices, and what each of them opens. */
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import * as people from '#contract/calls/people.ts';
import { listReports } from '#contract/calls/report.ts';
import * as staff from '#contract/calls/staff.ts';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import type { Order } from '#contract/order-fields.ts';
import { staffRoles, type StaffRole } from '#contract/staff-rights.ts';
import { makeAccessCode } from '#server/service/staff/access/access-codes.ts';
import { dishes, freeTables, itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import { act, actOnOrder, paysAll } from './acts.ts';
import { dataOf, fakeClock, sharedServer } from '../server-under-test.ts';

const clock = fakeClock();
const server = sharedServer({ clock });
const freeTable = freeTables(server);

let addresses = 0;
let names = 0;
const aName = (role: string) => `${role} ${(names += 1)}`;
const pin = '280594';

/** A browser with its own cookies. */
function aBrowser() {
  const jar = new Map<string, string>();
  const address = `10.6.0.${(addresses += 1)}`;
  const headers = () => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') });
  const keep = (answer: { headers: Headers }) => {
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
  };
  const call: typeof server.call = async (asked, options) => {
    const answer = await server.call(asked, { address, ...options, headers: headers() });
    keep(answer);
    return answer;
  };
  const ask: typeof server.ask = async (asked, options) => dataOf(await call(asked, options));
  return { call, ask };
}
type Browser = ReturnType<typeof aBrowser>;

async function asOwner(merchantId = '1002'): Promise<Browser> {
  const browser = aBrowser();
  await browser.ask(staff.staffLogin, { body: { merchantId, password: server.staffPassword, name: 'Mo' } });
  return browser;
}

async function somebody(owner: Browser, role: StaffRole, name = aName(role)) {
  return (await owner.ask(people.addPerson, { body: { name, role, pin } })).person;
}

/** Logs in with the PIN on a device that the owner was logged in with before. */
async function atKnownDevice(personId: string, merchantId = '1002'): Promise<Browser> {
  const browser = await asOwner(merchantId);
  await browser.ask(people.loginWithPin, { body: { merchantId, personId, pin } });
  return browser;
}

// CX26
test('the owner adds people; each logs in with a PIN where the device is known, and signs with their name', async () => {
  const owner = await asOwner();
  const waiter = await somebody(owner, 'waiter', '  Wen ');
  expect(waiter).toEqual({ id: waiter.id, name: 'Wen', role: 'waiter', createdAt: clock.now() });
  expect((await owner.ask(people.listPeople)).people).toContainEqual(waiter);
  const kept = await server.db.selectFrom('staff_people').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(pin);

  await owner.ask(staff.staffLogout, { body: {} });
  const door = await owner.ask(people.staffDoor, { query: { merchantId: '1002' } });
  expect(door).toMatchObject({ isKnown: true, takesPassword: true });
  expect(door.people).toContainEqual({ id: waiter.id, name: 'Wen' });
  const body = { merchantId: '1002', personId: waiter.id, pin };
  expect(await owner.ask(people.loginWithPin, { body })).toMatchObject({
    person: 'Wen',
    role: 'waiter',
    rights: ['service'],
  });
  expect(await owner.ask(staff.staffWhoAmI)).toMatchObject({ person: 'Wen', role: 'waiter' });
});

// D59
test('a strange device hears no names and takes no PIN, also not of another restaurant where it is known', async () => {
  const owner = await asOwner();
  const { id: personId } = await somebody(owner, 'manager');
  const body = { merchantId: '1002', personId, pin };
  for (const stranger of [aBrowser(), await asOwner('1001')]) {
    expect(await stranger.ask(people.staffDoor, { query: { merchantId: '1002' } })).toMatchObject({
      isKnown: false,
      people: [],
    });
    expect(await stranger.call(people.loginWithPin, { body })).toMatchObject({ status: 403 });
  }
});

// CX13, D59
test('a device that is used at two restaurants is known at both, one of before as well', async () => {
  const browser = await asOwner('1001');
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

// D59, CX26
test('five wrong PINs of one person on one device in a day; others and other devices go on; a new PIN opens it again', async () => {
  const owner = await asOwner('1003');
  const [wen, ann] = [await somebody(owner, 'waiter'), await somebody(owner, 'waiter')];
  const tablet = await asOwner('1003');
  const tries = (browser: Browser, personId: string, given: string) =>
    browser.call(people.loginWithPin, { body: { merchantId: '1003', personId, pin: given } });
  // The right one in between gives all of them back.
  for (const given of ['0001', '0002', '0003', '0004', pin, '0005', '0006', '0007', '0008', '0009'])
    expect((await tries(tablet, wen.id, given)).code).toBe(given === pin ? codes.ok : codes.forbidden);
  const spent = await tries(tablet, wen.id, pin);
  expect(spent).toMatchObject({ code: people.pinSpent, data: { until: expect.any(Number) } });
  expect((await tries(tablet, ann.id, pin)).code).toBe(codes.ok);
  expect((await tries(await asOwner('1003'), wen.id, pin)).code).toBe(codes.ok);
  clock.advance(23 * 3_600_000);
  expect((await tries(tablet, wen.id, pin)).code).toBe(people.pinSpent);
  const back = await asOwner('1003');
  await back.ask(people.changePerson, { body: { id: wen.id, pin: '840271' } });
  expect((await tries(tablet, wen.id, pin)).code).toBe(codes.forbidden);
  expect((await tries(tablet, wen.id, '840271')).code).toBe(codes.ok);
});

// D59, CX26
test('the owner sees whom a device shuts out, and gives the tries back; that stands in the log', async () => {
  const owner = await asOwner('1003');
  const [wen, ann] = [await somebody(owner, 'waiter'), await somebody(owner, 'waiter')];
  const tablet = await asOwner('1003');
  const tries = (given: string) =>
    tablet.call(people.loginWithPin, { body: { merchantId: '1003', personId: wen.id, pin: given } });
  const shutOut = async () =>
    Object.fromEntries(
      (await owner.ask(people.listPeople)).people.map(({ id, shutOutUntil }) => [id, shutOutUntil]),
    );
  for (const given of ['0001', '0002', '0003', '0004']) await tries(given);
  expect(await shutOut()).toMatchObject({ [wen.id]: undefined, [ann.id]: undefined });
  await tries('0005');
  const begun = clock.now();
  expect(await shutOut()).toMatchObject({ [wen.id]: begun + 24 * 3_600_000, [ann.id]: undefined });
  expect((await tries(pin)).code).toBe(people.pinSpent);

  expect(await owner.ask(people.freePin, { body: { id: wen.id } })).toEqual({ freed: true });
  expect((await shutOut())[wen.id]).toBeUndefined();
  expect((await tries(pin)).code).toBe(codes.ok);
  expect(server.logged.join('')).toContain('the tries at a PIN were given back');
  expect((await owner.call(people.freePin, { body: { id: 'nobody' } })).code).toBe(codes.notFound);
});

// D59
test('ten wrong PINs of one person on one device in a week, whatever the days; of nobody nothing is kept', async () => {
  const owner = await asOwner('1003');
  const { id: personId } = await somebody(owner, 'waiter');
  const tablet = await asOwner('1003');
  const tries = (given: string, of = personId) =>
    tablet.call(people.loginWithPin, { body: { merchantId: '1003', personId: of, pin: given } });
  for (let day = 0; day < 2; day += 1) {
    for (const given of ['0001', '0002', '0003', '0004', '0005'])
      expect((await tries(given)).code).toBe(codes.forbidden);
    clock.advance(25 * 3_600_000);
  }
  const { code, data } = await tries(pin);
  expect(code).toBe(people.pinSpent);
  expect((data as unknown as { until: number }).until - clock.now()).toBeGreaterThan(4 * 24 * 3_600_000);
  clock.advance(5 * 24 * 3_600_000);
  expect((await tries(pin)).code).toBe(codes.ok);
  const kept = () => server.db.selectFrom('budgets').select('key').execute();
  const before = await kept();
  expect((await tries('0001', 'nobody-there')).code).toBe(codes.forbidden);
  expect(await kept()).toEqual(before);
});

// D59, D37
test('who knocks on and on from the network of the house keeps no tablet of it out', async () => {
  const owner = await asOwner();
  const { id: personId } = await somebody(owner, 'waiter');
  const body = { merchantId: '1002', personId, pin };
  const address = '10.6.1.1';
  const knock = () => server.call(people.staffDoor, { address, query: { merchantId: '1002' } });
  await Promise.all(Array.from({ length: 240 }, knock));
  expect(await server.call(people.loginWithPin, { address, body })).toMatchObject({
    status: 429,
    data: { budget: 'knocksAtStaffDoor' },
  });
  expect((await owner.call(people.staffDoor, { address, query: { merchantId: '1002' } })).code).toBe(
    codes.ok,
  );
  expect((await owner.call(people.loginWithPin, { address, body })).code).toBe(codes.ok);
});

// CX26
test('a new PIN and a removal end their sessions, a new role holds at once', async () => {
  const owner = await asOwner();
  const person = await somebody(owner, 'manager');
  const theirs = await atKnownDevice(person.id);
  expect((await theirs.call(listReports)).code).toBe(codes.ok);
  await owner.ask(people.changePerson, { body: { id: person.id, role: 'kitchen', name: 'Kim' } });
  expect(await theirs.ask(staff.staffWhoAmI)).toMatchObject({ person: 'Kim', role: 'kitchen', rights: [] });
  await owner.ask(people.changePerson, { body: { id: person.id, pin: '840271' } });
  expect(await theirs.call(staff.staffWhoAmI)).toMatchObject({ status: 401 });

  const other = await somebody(owner, 'manager');
  const others = await atKnownDevice(other.id);
  expect(await owner.ask(people.removePerson, { body: { id: other.id } })).toEqual({ removed: true });
  expect(await others.call(staff.staffWhoAmI)).toMatchObject({ status: 401 });
  const again = await others.call(people.loginWithPin, {
    body: { merchantId: '1002', personId: other.id, pin },
  });
  expect(again).toMatchObject({ status: 403 });
  expect(await owner.ask(people.removePerson, { body: { id: other.id } })).toEqual({ removed: false });
});

// CX26
test('the last owner is neither removed nor demoted, whoever tries; a name is there once', async () => {
  const owner = await asOwner('1001');
  const first = await somebody(owner, 'owner', 'Olga');
  const herself = await atKnownDevice(first.id, '1001');
  const last = { code: people.personRefused, data: { reason: 'lastOwner' } };
  for (const browser of [owner, herself]) {
    expect(await browser.call(people.removePerson, { body: { id: first.id } })).toMatchObject(last);
    const body = { id: first.id, role: 'manager' as const };
    expect(await browser.call(people.changePerson, { body })).toMatchObject(last);
  }
  const taken = { code: people.personRefused, data: { reason: 'nameTaken' } };
  expect(await owner.call(people.addPerson, { body: { name: 'olga ', role: 'waiter', pin } })).toMatchObject(
    taken,
  );
  const second = await somebody(herself, 'owner');
  expect(await owner.call(people.changePerson, { body: { id: second.id, name: 'OLGA' } })).toMatchObject(
    taken,
  );
  await herself.ask(people.changePerson, { body: { id: first.id, role: 'manager' } });
  expect(await herself.call(people.listPeople)).toMatchObject({ status: 403, data: { right: 'people' } });
});

test.each(['123', '1234567', '12a4', '', '1234', '0000', '987654', '888888'])(
  '%s is no PIN',
  async (given) => {
    const owner = await asOwner();
    const body = { name: aName('x'), role: 'waiter' as const, pin: given };
    expect(await owner.call(people.addPerson, { body })).toMatchObject({
      status: 400,
      data: { path: 'body.pin' },
    });
  },
);

// D58
test('what the kitchen does about an order, and what it does not', async () => {
  const owner = await asOwner('1001');
  const kitchen = await atKnownDevice((await somebody(owner, 'kitchen')).id, '1001');
  const seat = await server.seat(await server.member('2125650900'), await freeTable());
  const phone = tablePhone(server, seat, 'kitchen-acts');
  const { simple } = await dishes(server);
  await phone.send(phone.add(itemFor(simple[0]!), 2));
  const { order } = dataOf(await phone.place('kitchen-acts')) as { order: Order };

  const sent = act(order, { type: 'roundSent', round: 1 });
  expect((await kitchen.call(actOnOrder, sent)).code).toBe(codes.ok);
  expect(await kitchen.ask(kitchenScreen)).toMatchObject({ tickets: [{ orderId: order.id }] });
  const refused = { status: 403, data: { right: 'service' } };
  expect(await kitchen.call(actOnOrder, paysAll(order))).toMatchObject(refused);
  const paid = paysAll(order);
  await owner.ask(actOnOrder, paid);
  const back = (actId: string) => ({ body: { type: 'takenBack' as const, orderId: order.id, actId } });
  expect(await kitchen.call(actOnOrder, back(paid.body.actId))).toMatchObject(refused);
  expect(await kitchen.call(actOnOrder, back('made-up'))).toMatchObject(refused);
  expect((await kitchen.call(actOnOrder, back(sent.body.actId))).code).toBe(codes.ok);
  const codeOf = async (browser: Browser) =>
    (await browser.ask(staff.staffOverview)).tables.find(({ tableId }) => tableId === seat.tableId)!.session!
      .orderCode;
  await owner.ask(staff.showOrderCode, { body: { tableId: seat.tableId } });
  expect([await codeOf(owner), await codeOf(kitchen)]).toEqual([expect.any(String), null]);
});

// CX28
test('a code makes one device known, once and for ten minutes', async () => {
  const owner = await asOwner();
  const person = await somebody(owner, 'waiter');
  const { code, until } = await owner.ask(people.makeDeviceCode, { body: {} });
  expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  expect(until).toBe(clock.now() + 600_000);
  const [tablet, second] = [aBrowser(), aBrowser()];
  const typed = { body: { code: ` ${code.toLowerCase().replace('-', ' ')}` } };
  expect(await tablet.ask(people.knowDevice, typed)).toEqual({ merchantId: '1002' });
  expect(await second.call(people.knowDevice, typed)).toMatchObject({ status: 403 });
  expect(await tablet.call(staff.staffWhoAmI)).toMatchObject({ status: 401 });
  const body = { merchantId: '1002', personId: person.id, pin };
  expect((await tablet.call(people.loginWithPin, { body })).code).toBe(codes.ok);
  const late = await owner.ask(people.makeDeviceCode, { body: {} });
  clock.advance(600_000);
  expect(await second.call(people.knowDevice, { body: { code: late.code } })).toMatchObject({ status: 403 });
});

// CX28, D60
test('the operator’s code lets the owner in where nobody knows a password or a PIN any more', async () => {
  const { code } = await makeAccessCode(server.deps, { kind: 'owner', merchantId: '1002' });
  const laptop = aBrowser();
  await laptop.ask(people.knowDevice, { body: { code } });
  expect(await laptop.ask(staff.staffWhoAmI)).toMatchObject({ merchantId: '1002', role: 'owner' });
});

// D59
test('logged out everywhere: no device is known any more but that on which it was done', async () => {
  const owner = await asOwner();
  const person = await somebody(owner, 'waiter');
  const tablet = await atKnownDevice(person.id);
  await owner.ask(staff.staffLogoutEverywhere, { body: {} });
  for (const device of [tablet, owner])
    expect(await device.call(staff.staffWhoAmI)).toMatchObject({ status: 401 });
  const body = { merchantId: '1002', personId: person.id, pin };
  expect(await owner.call(people.loginWithPin, { body })).toMatchObject({ success: true });
  expect(await tablet.call(people.loginWithPin, { body })).toMatchObject({ status: 403 });
  expect((await (await atKnownDevice(person.id)).ask(staff.staffWhoAmI)).role).toBe('waiter');
});

// D58
test.each(staffRoles)('%s: what they may do is said by “me”', async (role) => {
  const owner = await asOwner();
  const person = await somebody(owner, role);
  const { rights } = await (await atKnownDevice(person.id)).ask(staff.staffWhoAmI);
  const all = ['service', 'menu', 'house', 'people', 'numbers', 'till'];
  const wanted: Record<StaffRole, string[]> = {
    owner: all,
    manager: all.filter((right) => right !== 'people'),
    waiter: ['service'],
    kitchen: [],
  };
  expect(rights).toEqual(wanted[role]);
});
