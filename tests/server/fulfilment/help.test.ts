// @module-tag slow
import { expect, test } from 'vitest';
import { answerHelp, askHelp, getHelp, withdrawHelp } from '#contract/calls/help.ts';
import { codes } from '#contract/codes.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { takeBackMs } from '#contract/limits.ts';
import { closeTable, takeBackAtTable } from '#contract/calls/tables.ts';
import { answeredForMs } from '#projections/service/help-calls.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { dataOf, type DinerAtTable } from '../server-under-test.ts';
import { fulfilmentForTests, refused } from './fulfilment-for-tests.ts';

const { clock, server, freeTable, sessionAt, person } = fulfilmentForTests();
const sit = async () => await server.seat(await server.guest(), await freeTable());

const asks = async (seat: DinerAtTable, kind: string, helpId = `help-${kind}`) =>
  await server.ask(askHelp, { ...seat, body: { helpId, kind } });

test('diners can call for help while the staff page is open, and no longer', async () => {
  const seat = await sit();
  const offered = async () => (await server.ask(getHelp, seat)).offered;
  expect(await offered()).toBe(false);
  await server.ask(staffOverview, await server.till());
  expect(await offered(), 'a POS is no waiter').toBe(false);
  const mo = await person();
  expect(await offered()).toBe(false);
  await server.ask(staffOverview, mo);
  expect(await offered()).toBe(true);
  clock.advance(91_000);
  expect(await offered()).toBe(false);
});

// CX17
test('a call is made, seen, answered by name, shown to the table, and gone after a while', async () => {
  const seat = await sit();
  const mo = await person();
  expect((await asks(seat, 'water')).calls).toMatchObject([
    { helpId: 'help-water', kind: 'water', userId: seat.userId, answeredAt: null },
  ]);
  const callsAt = async () => (await sessionAt(seat.tableId))!.calls;
  expect(await callsAt()).toMatchObject([{ kind: 'water', answeredAt: null }]);
  const body = { sessionId: seat.sessionId, helpId: 'help-water' };
  const both = await Promise.all([1, 2].map(() => server.call(answerHelp, { ...mo, body })));
  expect(both.filter((each) => dataOf(each).answered)).toHaveLength(1);
  expect((await server.ask(getHelp, seat)).calls).toMatchObject([
    { answeredAt: clock.now(), answeredBy: 'Mo' },
  ]);
  clock.advance(answeredForMs);
  expect((await server.ask(getHelp, seat)).calls).toEqual([]);
  expect(await callsAt()).toEqual([]);
});

// A3
test('an answer can be undone for a minute: the table calls again, and anybody may answer again', async () => {
  const seat = await sit();
  const mo = await person();
  await asks(seat, 'water', 'thirst');
  const answers = async (actId: string) =>
    await server.ask(answerHelp, { ...mo, body: { sessionId: seat.sessionId, helpId: 'thirst', actId } });
  const takesBack = async (actId: string) =>
    await server.call(takeBackAtTable, { ...mo, body: { sessionId: seat.sessionId, actId } });
  const undoUntil = clock.now() + takeBackMs;
  expect(await answers('a-slip')).toEqual({ answered: true, undoUntil });
  expect(await answers('a-slip'), 'twice is once').toEqual({ answered: false, undoUntil });
  expect(await answers('somebody-else')).toEqual({ answered: false, undoUntil: null });
  dataOf(await takesBack('a-slip'));
  expect((await server.ask(getHelp, seat)).calls).toMatchObject([{ helpId: 'thirst', answeredAt: null }]);
  expect(await answers('meant')).toMatchObject({ answered: true });
  expect((await server.ask(getHelp, seat)).calls).toMatchObject([{ answeredBy: 'Mo' }]);
  clock.advance(takeBackMs + 1);
  expect(await takesBack('meant')).toMatchObject(refused('tooLate'));
});

test('a repeated call of a table is one call, whoever taps; one tap cancels it', async () => {
  const seat = await sit();
  await Promise.all([asks(seat, 'waiter'), asks(seat, 'waiter'), asks(seat, 'waiter', 'another-tap')]);
  expect((await server.ask(getHelp, seat)).calls).toHaveLength(1);
  const { calls } = await asks(seat, 'bill');
  expect(calls.map(({ kind }) => kind)).toEqual(['waiter', 'bill']);
  const { helpId } = calls[0]!;
  const left = await server.ask(withdrawHelp, { ...seat, body: { helpId } });
  expect(left.calls.map(({ kind }) => kind)).toEqual(['bill']);
  await server.ask(withdrawHelp, { ...seat, body: { helpId } });
  const types = (await readFulfilment(server.db, seat.sessionId)).map(({ type }) => type);
  expect(types).toEqual(['helpAsked', 'helpAsked', 'helpWithdrawn']);
});

test('refused: callers without a table, invalid calls, closed tables, too many calls', async () => {
  const seat = await sit();
  const mo = await person();
  const odd = await server.call(askHelp, { ...seat, body: { helpId: 'h', kind: 'taxi' } });
  expect(odd).toMatchObject({ status: 400, code: codes.badRequest });
  await asks(seat, 'water', 'real');
  const real = { sessionId: seat.sessionId, helpId: 'real' };
  for (const [who, body] of [
    [mo, { ...real, helpId: 'none' }],
    [mo, { ...real, sessionId: 'another' }],
    [await server.till('1003'), real],
  ] as const)
    expect(await server.call(answerHelp, { ...who, body })).toMatchObject({ code: codes.notFound });
  const strangers = { helpId: 'share', kind: 'bill', share: 'nobody-here' };
  expect(await server.call(askHelp, { ...seat, body: strangers })).toMatchObject({
    status: 400,
    data: { path: 'body.share' },
  });
  await server.ask(askHelp, { ...seat, body: { ...strangers, share: seat.userId } });
  dataOf(await server.call(closeTable, { ...mo, body: { tableId: seat.tableId } }));
  expect(await server.call(getHelp, seat)).toMatchObject({ success: false, code: codes.tableUnavailable });
});

// D37
test('a guest with too many calls is refused, and other guests are not; repeating an open call costs no call', async () => {
  const tableCode = await freeTable();
  const silly = await server.seat(await server.guest(), tableCode);
  const ann = await server.seat(await server.guest(), tableCode);
  await asks(silly, 'bill');
  for (let call = 0; call < 20; call += 1) await asks(silly, 'bill', `again-${call}`);
  for (let call = 1; call < 20; call += 1) {
    const helpId = `silly-${call}`;
    await asks(silly, 'water', helpId);
    await server.ask(withdrawHelp, { ...silly, body: { helpId } });
  }
  const more = await server.call(askHelp, { ...silly, body: { helpId: 'more', kind: 'water' } });
  expect(more).toMatchObject({ status: 429, data: { budget: 'callsOfDiner' } });
  expect((await asks(ann, 'water')).calls.map(({ kind }) => kind)).toEqual(['bill', 'water']);
}, 60_000);
