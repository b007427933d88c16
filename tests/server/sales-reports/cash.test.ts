// @module-tag slow
/** The cash drawers: what must lie in them, what was counted, and the difference (CX75, CX76). */
import { nanoid } from 'nanoid';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { cashRefused, getCash, moveCash, type MovementKind } from '#contract/calls/cash.ts';
import { closeDay, exportClosing, listClosings, type Closing } from '#contract/calls/closing.ts';
import type { Order } from '#contract/order-fields.ts';
import { createItem, createTablePhone, listDishes } from '#testing/phones/table-phone.ts';
import { changeSettings } from '../fulfilment/fulfilment-for-tests.ts';
import { expectData, fakeClock, startTestServer, type Caller } from '../server-under-test.ts';
import { act, actOnOrder, logInStaff } from '../staff/acts.ts';
import { parseCents, plainDrawers, type PlainEvent } from './plain-figures.ts';
import { readAccounting, type Row } from './read-accounting.ts';

const dayMs = 24 * 60 * 60_000;

async function restaurant() {
  const clock = fakeClock(Date.parse('2026-11-25T18:00:00Z'));
  const server = await startTestServer({
    clock,
    environment: { STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }), REQUESTS_PER_MINUTE: '0' },
  });
  const login = async (name: string) => await logInStaff(server, { merchantId: '1001', password: 'counter 1001', name });
  const phone = createTablePhone(server, await server.seat(await server.member('2125710001')), 'rz');
  const { simple } = await listDishes(server);
  await phone.send(phone.add(createItem(simple[0]!), 40));
  const { order } = expectData(await phone.place('for-cash')) as { order: Order };
  const pays = async (by: Caller, amount: string, fields: object = {}) => {
    clock.advance(1_000);
    const paid = act(order, { type: 'orderPaid', amount, method: 'cash', ...fields });
    await server.ask(actOnOrder, { ...by, ...paid });
    return paid.body.actId;
  };
  const refunds = async (by: Caller, amount: string) => {
    clock.advance(1_000);
    const refund = { type: 'orderRefunded', amount, method: 'cash', reason: 'cold' };
    await server.ask(actOnOrder, { ...by, ...act(order, refund) });
  };
  const moves = async (by: Caller, kind: MovementKind, amount: string, fields: object = {}) => {
    clock.advance(1_000);
    const reason = kind === 'payIn' || kind === 'payOut' ? { reason: 'market' } : {};
    return await server.ask(moveCash, { ...by, body: { actId: nanoid(), kind, amount, ...reason, ...fields } });
  };
  const close = async (by: Caller): Promise<Closing> => {
    clock.advance(1_000);
    const { next } = await server.ask(listClosings, by);
    return await server.ask(closeDay, { ...by, body: { day: next!.day } });
  };
  /** The drawers of a closing by the second reading. */
  const readAgain = async ({ number, from, to }: Closing, isPerPerson: boolean) => {
    const rows = await server.db.selectFrom('cash_movements').selectAll().where('closing', '=', number).execute();
    const events = await server.db.selectFrom('service_events').select('body').orderBy('seq').execute();
    const those = events.map(({ body }) => JSON.parse(body) as PlainEvent).filter(({ at }) => at >= from && at < to);
    return plainDrawers(rows, those, isPerPerson);
  };
  const inCents = ({ drawers = [] }: Closing) =>
    Object.fromEntries(
      drawers.map(({ drawer, expected, counted }) => [
        drawer,
        { expected: parseCents(expected), counted: counted === null ? null : parseCents(counted) },
      ]),
    );
  return { clock, server, order, login, pays, refunds, moves, close, readAgain, inCents };
} // prettier-ignore

test('CX75, CX76: the expected cash is float, payments, tips, pay-ins and pay-outs; the count shows what is missing', async () => {
  const { server, login, pays, refunds, moves, close, readAgain, inCents } = await restaurant();
  const ada = await login('Ada');
  await moves(ada, 'float', '150');
  await moves(ada, 'float', '100');
  await pays(ada, '20.00', { tip: '1.50' });
  await pays(ada, '5.00', { method: 'card', tip: '2.00' });
  const undone = await pays(ada, '7.00');
  await server.ask(actOnOrder, { ...ada, body: { type: 'takenBack', orderId: (await idOf(server)), actId: undone } });
  await refunds(ada, '3.00');
  await moves(ada, 'payIn', '50.25');
  await moves(ada, 'payOut', '30.00');
  await moves(ada, 'count', '1.00');
  const pieces = [{ value: '100', count: 1 }, { value: '20', count: 1 }, { value: '0.25', count: 67 }];
  const { drawers, movements } = await moves(ada, 'count', '136.75', { pieces });
  // 100.00 + 20.00 + 1.50 − 3.00 + 50.25 − 30.00
  const drawer = {
    drawer: '', currency: 'USD', float: '100.00', received: '18.50', paidIn: '50.25', paidOut: '30.00',
    expected: '138.75', counted: '136.75', difference: '-2.00',
  };
  expect(drawers).toEqual([drawer]);
  expect(movements.map(({ kind }) => kind)).toEqual(['count', 'count', 'payOut', 'payIn', 'float', 'float']);
  expect(movements[0]).toMatchObject({ by: 'Ada', amount: '136.75', pieces });
  expect((await server.ask(listClosings, ada)).next!.drawers).toEqual([drawer]);
  const closing = await close(ada);
  expect(closing.drawers).toEqual([drawer]);
  expect(closing.sums.tipsByPerson).toEqual([{ name: 'Ada', tips: '3.50' }]);
  expect(inCents(closing)).toEqual(await readAgain(closing, false));
  // The next closing begins with an empty drawer.
  expect((await server.ask(getCash, ada)).drawers).toMatchObject([{ float: '0.00', expected: '0.00', counted: null }]);
}); // prettier-ignore

async function idOf(server: Awaited<ReturnType<typeof restaurant>>['server']): Promise<string> {
  return (await server.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()).id;
}

test('CX75: a repeated act is one movement', async () => {
  const { server, login, moves } = await restaurant();
  const ada = await login('Ada');
  const body = { actId: 'out-1', kind: 'payOut', amount: '12.00', reason: 'flowers' } as const;
  const [first] = await Promise.all([1, 2, 3].map(() => server.ask(moveCash, { ...ada, body })));
  expect(first!.drawers).toMatchObject([{ paidOut: '12.00', expected: '-12.00' }]);
  const again = await moves(ada, 'payOut', '99.00', { actId: 'out-1', reason: 'more flowers' });
  expect(again.movements).toMatchObject([{ actId: 'out-1', amount: '12.00', reason: 'flowers' }]);
  expect(await server.db.selectFrom('cash_movements').select('act_id').execute()).toHaveLength(1);
});

test('CX75: if each person has a drawer, a payment goes into the drawer of the person who took it', async () => {
  const { server, login, pays, refunds, moves, close, readAgain, inCents } = await restaurant();
  await changeSettings(server, { drawerPerPerson: true });
  const [ada, bob] = [await login('Ada'), await login('Bob')];
  await moves(ada, 'float', '50.00');
  await moves(ada, 'float', '30.00', { drawer: 'Bob' });
  await pays(ada, '10.00');
  await pays(bob, '8.00', { tip: '2.00' });
  await refunds(bob, '1.00');
  await moves(bob, 'count', '39.00');
  const closing = await close(ada);
  expect(closing.drawers).toMatchObject([
    { drawer: 'Ada', float: '50.00', received: '10.00', expected: '60.00', counted: null, difference: null },
    {
      drawer: 'Bob',
      float: '30.00',
      received: '9.00',
      expected: '39.00',
      counted: '39.00',
      difference: '0.00',
    },
  ]);
  expect(inCents(closing)).toEqual(await readAgain(closing, true));
});

// CX76
test('each movement is in one closing: a late count in that of its day, today’s float in the next', async () => {
  const { clock, server, login, pays, moves, close, readAgain, inCents } = await restaurant();
  let ada = await login('Ada');
  const first = await close(ada);
  // After the closing somebody takes cash out; the rest of the day has nothing else.
  await moves(ada, 'payOut', '5.00');
  expect((await server.ask(listClosings, ada)).next).toBeNull();
  clock.advance(dayMs);
  ada = await login('Ada');
  await moves(ada, 'float', '80.00');
  await pays(ada, '20.00');
  clock.advance(dayMs);
  ada = await login('Ada');
  // The day before is not closed yet. Its count comes on the next morning, after the float of the new day.
  await moves(ada, 'float', '90.00');
  const { day, today, drawers } = await moves(ada, 'count', '95.00');
  expect([day, today]).toEqual(['2026-11-26', '2026-11-27']);
  expect(drawers).toMatchObject([{ float: '80.00', expected: '95.00', difference: '0.00' }]);
  const second = await close(ada);
  await pays(ada, '1.00');
  const third = await close(ada);
  expect(third.drawers).toMatchObject([
    { float: '90.00', paidOut: '0.00', expected: '91.00', counted: null },
  ]);
  for (const closing of [first, second, third])
    expect(inCents(closing)).toEqual(await readAgain(closing, false));
  const rows = await server.db.selectFrom('cash_movements').select('closing').orderBy('at').execute();
  expect(rows.map(({ closing }) => closing)).toEqual([2, 2, 3, 2]);
  const codeOf = async (counted: string) =>
    await server.codeOf(moveCash, {
      ...ada,
      body: { actId: nanoid(), kind: 'count', amount: '1.00', day: counted },
    });
  expect(await codeOf('2026-11-26')).toBe(cashRefused);
});

// CX76
test('a movement that is stored while the day is closed is in the next closing', async () => {
  const { clock, server, login, pays, moves, close } = await restaurant();
  const ada = await login('Ada');
  await moves(ada, 'payOut', '4.00');
  await close(ada);
  await server.db.updateTable('cash_movements').set({ closing: null }).execute();
  clock.advance(dayMs);
  const later = await login('Ada');
  await pays(later, '1.00');
  expect((await close(later)).drawers).toMatchObject([{ paidOut: '4.00' }]);
});

test('CX75: reasons, decimals and pieces are checked, and closings without drawers stay readable', async () => {
  const { server, login, moves, close } = await restaurant();
  const ada = await login('Ada');
  const codeOf = async (body: object) =>
    await server.codeOf(moveCash, { ...ada, body: { actId: nanoid(), kind: 'payOut', amount: '1.00', ...body } });
  expect(await codeOf({ reason: ' ' })).toBe(400);
  expect(await codeOf({ reason: 'x', amount: '1.001' })).toBe(400);
  expect(await codeOf({ reason: 'x', amount: '-1.00' })).toBe(400);
  const pieces = [{ value: '0.50', count: 3 }];
  expect(await codeOf({ kind: 'count', amount: '1.60', pieces })).toBe(400);
  expect(await codeOf({ kind: 'count', amount: '1.50', pieces })).toBe(0);
  await moves(ada, 'payIn', '2.00');
  await close(ada);
  const row = await server.db.selectFrom('day_closings').select('body').executeTakeFirstOrThrow();
  const { drawers: _drawers, ...older } = JSON.parse(row.body) as Closing;
  const { cashByPerson: _cash, ...sums } = older.sums;
  await server.db.updateTable('day_closings').set({ body: JSON.stringify({ ...older, sums }) }).execute();
  const [closing] = (await server.ask(listClosings, ada)).closings;
  expect(closing).toEqual({ ...older, sums: { ...sums, cashByPerson: [] }, counted: undefined });
  const query = { number: '1', format: 'csv' } as const;
  expect((await server.ask(exportClosing, { ...ada, query })).text).not.toContain(',cash,');
}); // prettier-ignore

// CX61
test('CX76: movements and differences are rows of the exports, and add up with the payments in cash', async () => {
  const { server, login, pays, refunds, moves, close } = await restaurant();
  const ada = await login('Ada');
  await moves(ada, 'float', '100.00');
  await pays(ada, '20.00', { tip: '1.00' });
  await refunds(ada, '2.00');
  await moves(ada, 'payIn', '10.00');
  await moves(ada, 'payOut', '30.00', { reason: '=flowers' });
  await moves(ada, 'count', '97.00');
  await close(ada);
  const days = { from: '2026-11-25', to: '2026-11-25' };
  const json = JSON.parse((await readAccounting(server, ada, { ...days, format: 'json' })).text) as { rows: Row[] };
  const csv = await readAccounting(server, ada, { ...days, format: 'csv' });
  const records = parse(csv.text, { bom: true, columns: true }) as Row[];
  for (const rows of [json.rows, records]) {
    const cash = rows.filter(({ method }) => method === 'cash');
    expect(cash.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['payment', '20.00'], ['refund', '-2.00'], ['float', '100.00'], ['payIn', '10.00'], ['payOut', '-30.00'],
      ['count', '97.00'], ['cashDifference', '-2.00'],
    ]);
    const total = cash
      .filter(({ kind }) => kind !== 'count')
      .reduce((all, { amount, tip = '0.00', rounding = '0.00' }) => all + parseCents(amount) + parseCents(tip || '0.00') + parseCents(rounding || '0.00'), 0n);
    expect(total).toBe(parseCents('97.00'));
  }
  expect(json.rows.find(({ kind }) => kind === 'payOut')).toMatchObject({ person: 'Ada', reason: '=flowers', currency: 'USD' });
  expect(records.find(({ kind }) => kind === 'payOut')!['reason']).toBe("'=flowers");
  const closing = await server.ask(exportClosing, { ...ada, query: { number: '1', format: 'csv' } });
  const lines = parse(closing.text, { bom: true, columns: true }) as Row[];
  expect(lines.filter(({ part }) => part === 'cash').map(({ name, amount }) => [name, amount])).toEqual([
    ['float', '100.00'], ['received', '19.00'], ['paid in', '10.00'], ['paid out', '30.00'], ['expected', '99.00'],
    ['counted', '97.00'], ['difference', '-2.00'],
  ]);
}); // prettier-ignore
