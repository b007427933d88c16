// @module-tag slow
import { expect, test } from 'vitest';
import { answerHelp, askHelp, getHelp, withdrawHelp } from '#contract/calls/help.ts';
import { codes } from '#contract/codes.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { takeBackMs } from '#contract/limits.ts';
import { closeTable, takeBackAtTable } from '#contract/calls/tables.ts';
import { answeredForMs } from '#projections/service/help-calls.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { expectData, type DinerAtTable } from '../server-under-test.ts';
import { createFulfilment, createRefusal } from './fulfilment-for-tests.ts';

const { clock, server, freeTable, sessionAt, person } = createFulfilment();
const sit = async () => await server.seat(await server.guest(), await freeTable());

const askForHelp = async (seat: DinerAtTable, kind: string, helpId = `help-${kind}`) =>
  await server.ask(askHelp, { ...seat, body: { helpId, kind } });

test('diners can call for help while the staff page is open, and no longer', async () => {
  const seat = await sit();
  const readOffered = async () => (await server.ask(getHelp, seat)).offered;
  expect(await readOffered()).toBe(false);
  await server.ask(staffOverview, await server.till());
  expect(await readOffered(), 'a POS is no waiter').toBe(false);
  const mo = await person();
  expect(await readOffered()).toBe(false);
  await server.ask(staffOverview, mo);
  expect(await readOffered()).toBe(true);
  clock.advance(91_000);
  expect(await readOffered()).toBe(false);
});

// CX17
test('a call is made, seen, answered by name, shown to the table, and gone after a while', async () => {
  const seat = await sit();
  const mo = await person();
  expect((await askForHelp(seat, 'water')).calls).toMatchObject([
    { helpId: 'help-water', kind: 'water', userId: seat.userId, answeredAt: null },
  ]);
  const readCalls = async () => (await sessionAt(seat.tableId))!.calls;
  expect(await readCalls()).toMatchObject([{ kind: 'water', answeredAt: null }]);
  const body = { sessionId: seat.sessionId, helpId: 'help-water' };
  const both = await Promise.all([1, 2].map(() => server.call(answerHelp, { ...mo, body })));
  expect(both.filter((each) => expectData(each).answered)).toHaveLength(1);
  expect((await server.ask(getHelp, seat)).calls).toMatchObject([
    { answeredAt: clock.now(), answeredBy: 'Mo' },
  ]);
  clock.advance(answeredForMs);
  expect((await server.ask(getHelp, seat)).calls).toEqual([]);
  expect(await readCalls()).toEqual([]);
});

// A3
test('an answer can be undone for a minute: the table calls again, and anybody may answer again', async () => {
  const seat = await sit();
  const mo = await person();
  await askForHelp(seat, 'water', 'thirst');
  const answerRequest = async (actId: string) =>
    await server.ask(answerHelp, { ...mo, body: { sessionId: seat.sessionId, helpId: 'thirst', actId } });
  const takeBack = async (actId: string) =>
    await server.call(takeBackAtTable, { ...mo, body: { sessionId: seat.sessionId, actId } });
  const undoUntil = clock.now() + takeBackMs;
  expect(await answerRequest('a-slip')).toEqual({ answered: true, undoUntil });
  expect(await answerRequest('a-slip'), 'twice is once').toEqual({ answered: false, undoUntil });
  expect(await answerRequest('somebody-else')).toEqual({ answered: false, undoUntil: null });
  expectData(await takeBack('a-slip'));
  expect((await server.ask(getHelp, seat)).calls).toMatchObject([{ helpId: 'thirst', answeredAt: null }]);
  expect(await answerRequest('meant')).toMatchObject({ answered: true });
  expect((await server.ask(getHelp, seat)).calls).toMatchObject([{ answeredBy: 'Mo' }]);
  clock.advance(takeBackMs + 1);
  expect(await takeBack('meant')).toMatchObject(createRefusal('tooLate'));
});

test('a repeated call of a table is one call, whoever taps; one tap cancels it', async () => {
  const seat = await sit();
  await Promise.all([
    askForHelp(seat, 'waiter'),
    askForHelp(seat, 'waiter'),
    askForHelp(seat, 'waiter', 'another-tap'),
  ]);
  expect((await server.ask(getHelp, seat)).calls).toHaveLength(1);
  const { calls } = await askForHelp(seat, 'bill');
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
  await askForHelp(seat, 'water', 'real');
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
  expectData(await server.call(closeTable, { ...mo, body: { tableId: seat.tableId } }));
  expect(await server.call(getHelp, seat)).toMatchObject({ success: false, code: codes.tableUnavailable });
});

// D37
test('a guest with too many calls is refused, and other guests are not; repeating an open call costs no call', async () => {
  const tableCode = await freeTable();
  const silly = await server.seat(await server.guest(), tableCode);
  const ann = await server.seat(await server.guest(), tableCode);
  await askForHelp(silly, 'bill');
  for (let call = 0; call < 20; call += 1) await askForHelp(silly, 'bill', `again-${call}`);
  for (let call = 1; call < 20; call += 1) {
    const helpId = `silly-${call}`;
    await askForHelp(silly, 'water', helpId);
    await server.ask(withdrawHelp, { ...silly, body: { helpId } });
  }
  const more = await server.call(askHelp, { ...silly, body: { helpId: 'more', kind: 'water' } });
  expect(more).toMatchObject({ status: 429, data: { budget: 'callsOfDiner' } });
  expect((await askForHelp(ann, 'water')).calls.map(({ kind }) => kind)).toEqual(['bill', 'water']);
}, 60_000);
