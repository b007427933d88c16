/** Hostile phones and servers. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createItemAdded } from '#events/cart/item-added.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import { EventTable } from '#testing/event-table.ts';
import { createMenuWith } from '#testing/simulated-menu.ts';
import {
  createDish,
  openEnginePhone,
  waitUntilQuiet,
  listShown,
  TestGroup,
} from '#testing/phones/engine-phone.ts';

const noon = 1_763_640_000_000;
let server: EventTable;
let group: TestGroup;
beforeEach(() => {
  server = new EventTable(() => noon, createMenuWith('101', '102'));
  group = new TestGroup();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const deliverFrom = (userId: string, ...events: readonly unknown[]) =>
  group.deliver(
    JSON.stringify({ fromBrowserId: 'elsewhere', messageType: 'addCartItem', data: { events } }),
    userId,
  );
const createAddition = (id: string, userId: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ...createItemAdded(
    { id, at: [noon, 0], seen: {}, userId },
    { lineId: id, item: createDish('101'), quantity: 1 },
  ),
  ...more,
});

describe('E5: a peer may only send its own events', () => {
  test('a peer cannot use an id that another client needs for a later change', async () => {
    const carl = await openEnginePhone({ server, group, userId: 'u3' });
    await waitUntilQuiet();
    deliverFrom('u2', createAddition('ra2:2', 'u2', { seen: { ra2: 1 } }));
    await waitUntilQuiet();
    const ann = await openEnginePhone({ server, group, userId: 'u1', newId: () => 'ra2' });
    ann.engine.commands.add(createDish('101'), 1);
    await ann.adds('102');
    await carl.wakePhone();
    expect(listShown(carl)).toEqual(['u1: 1×101', 'u1: 1×102']);
  });

  test('G3: an event that no browser could store is dropped, and the cart stays on disk', async () => {
    const ann = await openEnginePhone({ server, group, userId: 'u1' });
    await waitUntilQuiet();
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const message = {
      fromBrowserId: 'x',
      messageType: 'addCartItem',
      data: { events: [createAddition('b:1', 'u2', { x: 0 })] },
    };
    group.deliver(JSON.stringify(message).replace('"x":0', `"x":${deep}`), 'u2');
    await waitUntilQuiet();
    expect(listShown(ann)).toEqual([]);
    expect(ann.engine.status.value.storage).toBe('durable');
  });
});

test('a transport that breaks its promise is asked again at a limited rate', async () => {
  let requests = 0;
  const post: CartTransport['post'] = async () => {
    requests += 1;
    // Without this bound the test would never end if the phone did not pause.
    if (requests <= 100) throw new TypeError('broken');
    return { ok: false, failure: { kind: 'retry', reason: 'broken' } };
  };
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const ann = await openEnginePhone({ server, group, userId: 'u1', detour: () => ({ post }) });
  await waitUntilQuiet();
  await ann.adds('101');
  process.off('unhandledRejection', unhandled);
  expect(requests).toBeLessThanOrEqual(2);
  expect(unhandled).not.toHaveBeenCalled();
});
