import { BehaviorSubject, NEVER, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { MessageData, MessageType } from '#contract/messages.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { createRedeliveringGroup } from '#client/group/redelivering-group.ts';
import type { TableGroup } from '#client/group/table-group.ts';
import { Scheduler } from '#dev/simulation/world/scheduler.ts';
import { createDish } from '#testing/phones/engine-phone.ts';

/** A group that is up or down, in virtual time. */
function start() {
  const clock = new Scheduler(0);
  const connected = new Subject<void>();
  const delivered: { messageType: MessageType; data: MessageData }[] = [];
  const line = { up: true, attempts: 0 };
  const group: TableGroup = {
    messages: NEVER,
    connected,
    live: new BehaviorSubject(true),
    publish: async (messageType, data) => {
      line.attempts += 1;
      await new Promise<void>((resolve) => clock.after(5, resolve));
      if (line.up) delivered.push({ messageType, data });
      return line.up;
    },
    close: async () => {},
  };
  const env = {
    now: () => clock.now,
    random: () => 0.5,
    newId: () => 'x',
    uptime: () => clock.now,
    timer: (ms: number, work: () => void) => {
      const planned = clock.after(ms, work);
      return () => planned.cancel();
    },
    online: () => true,
    looking: () => true,
    wake: NEVER,
    leave: NEVER,
  };
  const pass = (ms: number) => clock.runUntil(clock.now + ms, () => {});
  const reconnect = () => void clock.after(0, () => connected.next());
  return { steady: createRedeliveringGroup(group, env), delivered, line, reconnect, pass };
}

const createAdditionMessage = (seq: number, version: number, notes = ''): MessageData => {
  const fields = { id: `ann:${seq}`, at: [seq, 0] as const, seen: {}, userId: 'u1' };
  const event = createItemAdded(fields, { lineId: fields.id, item: createDish('101', notes), quantity: 1 });
  return { userName: 'Ann', product: `Dish ${seq}`, version, sessionId: '', events: [event] };
};

const listIds = ({ data }: { data: MessageData }) => data.events?.map(({ id }) => id);

test('P3: accepted changes are delivered once the connection is open, in one message, at the earliest version', async () => {
  const { steady, delivered, line, pass } = start();
  line.up = false;
  const answers = [1, 2, 3].map((seq) => steady.publish('addCartItem', createAdditionMessage(seq, seq + 4)));
  await pass(20_000);
  expect(delivered).toEqual([]);
  line.up = true;
  await pass(20_000);
  expect(delivered.map(listIds)).toEqual([['ann:1', 'ann:2', 'ann:3']]);
  expect(delivered[0]!.data).toMatchObject({ version: 5, product: 'Dish 3', userName: 'Ann' });
  expect(await Promise.all(answers)).toEqual([true, true, true]);
  const { attempts } = line;
  await pass(60_000);
  expect(line.attempts).toBe(attempts);
});

test('O1: different types are sent separately and in order, so an addition hides no clear, guest number or order', async () => {
  const { steady, delivered, line, pass } = start();
  line.up = false;
  void steady.publish('updateGuestNumber', { ...createAdditionMessage(1, 1), guests: 3 });
  void steady.publish('clearCart', createAdditionMessage(2, 2));
  void steady.publish('addCartItem', createAdditionMessage(3, 3));
  void steady.publish('addCartItem', createAdditionMessage(4, 4));
  void steady.publish('placeOrder', { userName: 'Ann', orderId: 'o1' });
  void steady.publish('addCartItem', createAdditionMessage(5, 6));
  await pass(5_000);
  line.up = true;
  await pass(20_000);
  expect(delivered.map(({ messageType, data }) => [messageType, data.guests, listIds({ data })])).toEqual([
    ['updateGuestNumber', 3, ['ann:1']],
    ['clearCart', undefined, ['ann:2']],
    ['addCartItem', undefined, ['ann:3', 'ann:4']],
    ['placeOrder', undefined, undefined],
    ['addCartItem', undefined, ['ann:5']],
  ]);
});

// CG1
test('G6: a restored connection is used at once', async () => {
  const { steady, delivered, line, reconnect, pass } = start();
  line.up = false;
  void steady.publish('addCartItem', createAdditionMessage(1, 1));
  await pass(70_000);
  const { attempts } = line;
  line.up = true;
  reconnect();
  await pass(10);
  expect(line.attempts).toBe(attempts + 1);
  expect(delivered.map(listIds)).toEqual([['ann:1']]);
});

test('without faults each message is sent separately, in order', async () => {
  const { steady, delivered, pass } = start();
  void steady.publish('addCartItem', createAdditionMessage(1, 1));
  void steady.publish('clearCart', createAdditionMessage(2, 1));
  void steady.publish('addCartItem', createAdditionMessage(3, 2));
  await pass(50);
  expect(delivered.map(({ messageType }) => messageType)).toEqual([
    'addCartItem',
    'clearCart',
    'addCartItem',
  ]);
});

test('P3: changes that are too large for one message are replaced by “reload the cart”', async () => {
  const { steady, delivered, line, pass } = start();
  line.up = false;
  const notes = 'x'.repeat(limits.notesLength);
  for (let seq = 1; seq <= limits.eventsPerRequest; seq += 1)
    void steady.publish('addCartItem', createAdditionMessage(seq, seq, notes));
  await pass(5_000);
  line.up = true;
  await pass(20_000);
  expect(delivered).toHaveLength(1);
  const { data } = delivered[0]!;
  expect(data).toEqual({ userName: 'Ann', product: `Dish ${limits.eventsPerRequest}`, sessionId: '' });
  // The next message carries its events again.
  void steady.publish('addCartItem', createAdditionMessage(201, 201));
  await pass(50);
  expect(listIds(delivered[1]!)).toEqual(['ann:201']);
});

test('an undelivered dialog is not sent later; and a closed group releases its resources', async () => {
  const { steady, delivered, line, pass } = start();
  line.up = false;
  const dialog = steady.publish('closeInactiveDialog', { shouldClearCart: true });
  const change = steady.publish('addCartItem', createAdditionMessage(1, 1));
  await pass(5_000);
  expect(await dialog).toBe(false);
  await steady.close();
  await pass(20_000);
  expect(await change).toBe(false);
  expect(delivered).toEqual([]);
});
