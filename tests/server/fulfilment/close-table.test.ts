import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { takeBackMs } from '#contract/limits.ts';
import { getCart } from '#contract/calls/cart.ts';
import { closeTable, takeBackAtTable } from '#contract/calls/tables.ts';
import { calculateOwed, countUnsent } from '#server/ordering/orders/order-state.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { expectData } from '../server-under-test.ts';
import { createFulfilment, createRefusal } from './fulfilment-for-tests.ts';

const { clock, server, till, createMember, createParty, partyWithOrder, readDish, sessionAt, listed } =
  createFulfilment();

interface Closing {
  readonly tableId: string;
  readonly actId?: string;
  readonly sessionId?: string;
  readonly owed?: string;
  readonly unsent?: number;
  readonly reason?: string;
}
const sendClose = async (body: Closing) => await server.call(closeTable, { ...till, body });

// CX19, A2
test('closing names what a party owes and what was not sent; its orders stay among the open ones', async () => {
  const { seat, order } = await partyWithOrder();
  const { tableId, sessionId } = seat;
  const left = { owed: calculateOwed(order), unsent: countUnsent(order) };
  for (const shown of [{}, { ...left, owed: '0.01' }, { ...left, unsent: 0 }])
    expect(await sendClose({ tableId, ...shown })).toMatchObject(createRefusal('changed', left));
  const done = expectData(await sendClose({ tableId, ...left, actId: nanoid(), reason: 'left' }));
  expect(done).toEqual({ closed: true, undoUntil: clock.now() + takeBackMs });
  expect(await sessionAt(tableId)).toBeNull();
  expect(await listed(order)).toMatchObject({ isClosed: false, owed: left.owed });
  expect((await readFulfilment(server.db, sessionId)).at(-1)).toMatchObject({
    type: 'sessionClosed',
    reason: 'left',
    by: { kind: 'system' },
    ...left,
  });
});

// A3
test('two waiters close a table once; diners who have sat down since stay', async () => {
  const { seat, code } = await createParty();
  const { tableId, sessionId } = seat;
  const tap = { tableId, sessionId, actId: nanoid() };
  const [one, other] = await Promise.all([sendClose(tap), sendClose({ ...tap, actId: nanoid() })]);
  expect(expectData(one).closed).not.toBe(expectData(other).closed);
  const next = await server.seat(await createMember(), code);
  // The first is a slow copy of the same tap. The second comes from a screen with the old party on it.
  await sendClose(tap);
  await sendClose({ tableId, sessionId, actId: nanoid() });
  expect((await sessionAt(tableId))?.id).toBe(next.sessionId);
  const closings = (await readFulfilment(server.db, sessionId)).filter(
    ({ type }) => type === 'sessionClosed',
  );
  expect(closings).toHaveLength(1);
});

// CX19
test('closing is undone within a minute: the party and its cart continue, unless others sit there', async () => {
  const { seat, code, phone, member: diner } = await createParty();
  const { tableId, sessionId } = seat;
  await phone.send(phone.add(await readDish(), 2));
  const takeBack = async (actId: string) =>
    await server.call(takeBackAtTable, { ...till, body: { actId, sessionId } });
  expect(await takeBack('slip')).toMatchObject(createRefusal('tooLate'));
  expectData(await sendClose({ tableId, actId: 'slip' }));
  expect(await server.call(getCart, seat)).toMatchObject({ success: false });
  for (const _ of ['once', 'twice']) expect(expectData(await takeBack('slip'))).toEqual({ takenBack: true });
  expect(await sessionAt(tableId)).toMatchObject({ id: sessionId, cartPieces: 2 });
  expect((await server.seat(diner, code)).sessionId).toBe(sessionId);

  expectData(await sendClose({ tableId, actId: 'again' }));
  const next = await server.seat(await createMember(), code);
  expect(await takeBack('again')).toMatchObject(createRefusal('tableTaken'));
  expect((await sessionAt(tableId))?.id).toBe(next.sessionId);
  expectData(await sendClose({ tableId, sessionId: next.sessionId }));
  clock.advance(takeBackMs + 1);
  expect(await takeBack('again')).toMatchObject(createRefusal('tooLate'));
});
