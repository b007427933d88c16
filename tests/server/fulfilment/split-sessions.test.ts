// @module-tag slow
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { getCart } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import { answerHelp, askHelp, getHelp } from '#contract/calls/help.ts';
import { takeBackMs } from '#contract/limits.ts';
import { getPlacement } from '#contract/calls/order.ts';
import { removeDiner } from '#contract/calls/staff.ts';
import { mergeTables, takeBackAtTable } from '#contract/calls/tables.ts';
import { endPaidSessions } from '#server/service/fulfilment/tables/end-paid-sessions.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { expectData, type DinerAtTable } from '../server-under-test.ts';
import { createFulfilment, createRefusal } from './fulfilment-for-tests.ts';

const desk = createFulfilment();
const { clock, server, till, createParty, readDish, placeCart, done, sessionAt, follows } = desk;

type Party = Awaited<ReturnType<typeof createParty>>;

/** Merges two parties at the table of the first. The phone of the later party follows. */
async function mergeAndFollow(place: Party, from: Party, later = from) {
  const actId = nanoid();
  const body = { actId, tableId: from.seat.tableId, intoTableId: place.seat.tableId };
  const { sessionId, undoUntil } = await server.ask(mergeTables, { ...till, body });
  expect(undoUntil).toBe(clock.now() + takeBackMs);
  return { tap: { actId, sessionId }, guest: await follows(later) };
}
const takeBack = async (tap: { readonly actId: string; readonly sessionId: string }) =>
  await server.call(takeBackAtTable, { ...till, body: tap });
const splitAgain = async (tap: Parameters<typeof takeBack>[0]) =>
  expect(expectData(await takeBack(tap))).toEqual({ takenBack: true });
const readDiners = async ({ tableId }: DinerAtTable) =>
  new Set((await sessionAt(tableId))!.diners.map(({ userId }) => userId));
const askForHelp = async (seat: DinerAtTable, helpId: string, kind = 'water') =>
  await server.ask(askHelp, { ...seat, body: { helpId, kind } });
const readOwnCalls = async (seat: DinerAtTable) => (await server.ask(getHelp, seat)).calls;

// CX19, O4
test.each(['at the earlier one’s table', 'at the later one’s table'])(
  'one party %s: each gets back its table, its diners and its part of the cart, with the changes since',
  async (where) => {
    const [ann, bob] = [await createParty(), await createParty()];
    const item = await readDish();
    await ann.phone.send(ann.phone.add(item, 2));
    await bob.phone.send(bob.phone.add(item, 3));
    const isAtAnns = where.includes('earlier');
    const { tap, guest } = await (isAtAnns ? mergeAndFollow(ann, bob) : mergeAndFollow(bob, ann, bob));
    await guest.phone.send(guest.phone.add(item));
    await splitAgain(tap);
    await splitAgain(tap);

    for (const [{ seat }, cartPieces] of [
      [ann, 2],
      [bob, 4],
    ] as const) {
      expect(await sessionAt(seat.tableId)).toMatchObject({ id: seat.sessionId, cartPieces });
      expect(await readDiners(seat)).toEqual(new Set([seat.userId]));
    }
    // Bob's phone still names Ann's party. The server's answer names its own party.
    const query = { merchantId: '1001', browserId: 'b' };
    expect(await server.call(getCart, { ...guest.seat, query })).toMatchObject({
      code: codes.tableUnavailable,
      data: { sessionId: bob.seat.sessionId, restoredFrom: ann.seat.sessionId },
    });
    const back = await follows(guest);
    const { sessionId, tableId, userId } = bob.seat;
    expect(back).toMatchObject({ code: bob.code, seat: { sessionId, tableId } });
    expect(back.phone.carts()).toEqual([[userId, [['', 4]]]]);
    await ann.phone.refresh();
    expect(ann.phone.carts()).toEqual([[ann.seat.userId, [['', 2]]]]);
    await back.phone.send(back.phone.add(item));
    const order = await placeCart(back.phone);
    expect(order).toMatchObject({ tableId });
    expect(order.orderItems.map(({ quantity }) => quantity)).toEqual([5]);
  },
);

// A1, O2
test('orders go back with the acts since then, and no number comes twice; calls too, answered or not', async () => {
  const [ann, bob] = [await createParty(), await createParty()];
  const item = await readDish();
  await bob.phone.send(bob.phone.add(item, 2));
  const order = await placeCart(bob.phone, 'before-joining');
  await askForHelp(bob.seat, 'water-before');
  const { guest, tap } = await mergeAndFollow(ann, bob);
  const added = { type: 'dishAdded', item, quantity: 1, userId: bob.seat.userId } as const;
  await done(order, added);
  await done(order, { type: 'orderPaid', amount: '1.00', method: 'cash' });
  await server.ask(answerHelp, { ...till, body: { sessionId: tap.sessionId, helpId: 'water-before' } });
  await askForHelp(guest.seat, 'bill-since', 'bill');
  await askForHelp(ann.seat, 'anns-own', 'waiter');
  await splitAgain(tap);

  const after = await done(order, added);
  expect(after).toMatchObject({ tableId: bob.seat.tableId, paymentsTotal: '1.00' });
  expect(new Set(after.orderItems.map(({ id }) => id)).size).toBe(3);
  const { seat } = await follows(guest);
  const params = { placementId: 'before-joining' };
  expect(await server.ask(getPlacement, { ...seat, params })).toMatchObject({ outcome: 'placed' });
  expect(await readOwnCalls(seat)).toMatchObject([
    { helpId: 'water-before', answeredAt: clock.now() },
    { helpId: 'bill-since', answeredAt: null },
  ]);
  expect(await readOwnCalls(ann.seat)).toMatchObject([{ helpId: 'anns-own' }]);
  const paid = await desk.paysAll(after);
  expect(paid.totalAmount).toBe(paid.paymentsTotal);
  const types = (await readFulfilment(server.db, bob.seat.sessionId)).map(({ type }) => type);
  expect(types.slice(0, 3)).toEqual(['helpAsked', 'sessionClosed', 'takenBack']);
});

// A3
test('a split is refused, and nothing moves, once they have ordered together, others sit there, or a minute has passed', async () => {
  const [ann, bob] = [await createParty(), await createParty()];
  const item = await readDish();
  const first = await mergeAndFollow(ann, bob);
  await first.guest.phone.send(first.guest.phone.add(item));
  await placeCart(first.guest.phone);
  expect(await takeBack(first.tap)).toMatchObject(createRefusal('orderedSince'));
  expect(await sessionAt(bob.seat.tableId)).toBeNull();
  expect((await readDiners(ann.seat)).size).toBe(2);

  const [cem, dan] = [await createParty(), await createParty()];
  const second = await mergeAndFollow(cem, dan);
  await second.guest.phone.send(second.guest.phone.add(item));
  await server.seat(await server.guest(), dan.code);
  expect(await takeBack(second.tap)).toMatchObject(createRefusal('tableTaken'));
  expect(await sessionAt(cem.seat.tableId)).toMatchObject({ cartPieces: 1 });

  const third = await mergeAndFollow(await createParty(), await createParty());
  clock.advance(takeBackMs + 1);
  expect(await takeBack(third.tap)).toMatchObject(createRefusal('tooLate'));
});

// CX19
test('a diner who logged in since moves as the member; a diner who was removed since stays away', async () => {
  const [ann, bob] = [await createParty(), await createParty()];
  const guest = await server.seat(await server.guest(), bob.code);
  const unwanted = await server.seat(await desk.createMember(), bob.code);
  const { tap } = await mergeAndFollow(ann, bob);
  const here = await follows({ seat: guest, code: bob.code });
  const member = await server.member('2127158000', { asGuest: here.seat });
  const body = { tableId: ann.seat.tableId, userId: unwanted.userId };
  await server.ask(removeDiner, { ...(await desk.person()), body });
  await splitAgain(tap);
  expect(await readDiners(bob.seat)).toEqual(new Set([bob.seat.userId, member.userId]));
  expect(await readDiners(ann.seat)).toEqual(new Set([ann.seat.userId]));
});

test('a call moves with its party each time, there and back', async () => {
  const [ann, bob] = [await createParty(), await createParty()];
  await askForHelp(bob.seat, 'thirst');
  const readCalls = async ({ tableId }: DinerAtTable) =>
    (await sessionAt(tableId))!.calls.map(({ helpId, answeredAt }) => [helpId, answeredAt]);
  for (const _ of ['by mistake', 'after all']) {
    const { guest, tap } = await mergeAndFollow(ann, bob);
    expect(await readCalls(ann.seat)).toEqual([['thirst', null]]);
    expect(await readOwnCalls(guest.seat)).toMatchObject([{ helpId: 'thirst' }]);
    clock.advance(1_000);
    await splitAgain(tap);
    expect(await readCalls(ann.seat)).toEqual([]);
    expect(await readCalls(bob.seat)).toEqual([['thirst', null]]);
    clock.advance(1_000);
  }
});

// CX17
test.each(['joined another', 'is two again'])(
  'an answer cannot be undone once its party %s, because its call has moved',
  async (what) => {
    const [ann, bob] = [await createParty(), await createParty()];
    await askForHelp(bob.seat, 'elsewhere');
    const answerRequest = async (sessionId: string) => {
      const answer = { sessionId, actId: nanoid() };
      await server.ask(answerHelp, { ...till, body: { ...answer, helpId: 'elsewhere' } });
      return answer;
    };
    const isJoining = what.startsWith('joined');
    const before = isJoining ? await answerRequest(bob.seat.sessionId) : undefined;
    const { tap } = await mergeAndFollow(ann, bob);
    const answer = before ?? (await answerRequest(tap.sessionId));
    if (!isJoining) await splitAgain(tap);
    expect(await takeBack(answer)).toMatchObject(createRefusal('tooLate'));
  },
);

test('an order that a third party placed before it joined belongs to neither of the two', async () => {
  const [ann, bob, cem] = [await createParty(), await createParty(), await createParty()];
  await cem.phone.send(cem.phone.add(await readDish()));
  await placeCart(cem.phone);
  const first = await mergeAndFollow(ann, bob);
  const second = await mergeAndFollow(ann, cem);
  await splitAgain(first.tap);
  await splitAgain(second.tap);

  const [dan, eve, fay] = [await createParty(), await createParty(), await createParty()];
  await dan.phone.send(dan.phone.add(await readDish()));
  const third = await mergeAndFollow(dan, eve);
  await dan.phone.refresh();
  await placeCart(dan.phone);
  const fourth = await mergeAndFollow(dan, fay);
  expect(await takeBack(third.tap)).toMatchObject(createRefusal('orderedSince'));
  await splitAgain(fourth.tap);
});

// CX19
test('parties that had paid and were merged by mistake end one minute after the split', async () => {
  const [ann, bob] = [await createParty(), await createParty()];
  await ann.phone.send(ann.phone.add(await readDish()));
  const order = await placeCart(ann.phone);
  await desk.servesAll(order);
  await desk.paysAll(order);
  const { tap } = await mergeAndFollow(ann, bob);
  await splitAgain(tap);
  clock.advance(takeBackMs - 1);
  expect(await endPaidSessions(server.deps)).not.toContain(ann.seat.sessionId);
  clock.advance(1);
  const ended = await endPaidSessions(server.deps);
  expect(ended).toContain(ann.seat.sessionId);
  expect(ended, 'a party without an order owes nothing and stays').not.toContain(bob.seat.sessionId);
});
