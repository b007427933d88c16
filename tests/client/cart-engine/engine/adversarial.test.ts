/** What an engine hears from phones and servers that mean it no good. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { itemAdded } from '#events/cart/item-added.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import { EventTable } from '#testing/event-table.ts';
import { menuWith } from '#testing/simulated-menu.ts';
import { dish, phoneAt, quiet, shown, TestGroup } from '#testing/phones/engine-phone.ts';

const noon = 1_763_640_000_000;
let server: EventTable;
let group: TestGroup;
beforeEach(() => {
  server = new EventTable(() => noon, menuWith('101', '102'));
  group = new TestGroup();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const from = (userId: string, messageType: string, data: Readonly<Record<string, unknown>>) =>
  group.deliver(JSON.stringify({ fromBrowserId: 'elsewhere', messageType, data }), userId);
const added = (id: string, userId: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ...itemAdded({ id, at: [noon, 0], seen: {}, userId }, { lineId: id, item: dish('101'), quantity: 1 }),
  ...more,
});
const asked = (requests: readonly { kind: string }[], kind: string) =>
  requests.filter((request) => request.kind === kind).length;

describe('a flood of messages', () => {
  test('V1: is a handful of questions when they wait for what never comes', async () => {
    const ann = await phoneAt({ server, group, userId: 'u1' });
    await quiet();
    const before = asked(ann.connection.requests, 'snapshot');
    for (let count = 2; count < 102; count += 1)
      from('u2', 'addCartItem', { events: [added(`gap:${count}`, 'u2', { seen: { gap: count - 1 } })] });
    await quiet();
    expect(asked(ann.connection.requests, 'snapshot') - before).toBeLessThanOrEqual(3);
    await ann.adds('102');
    expect(shown(ann)).toEqual(['u1: 1×102']);
    expect(ann.engine.cart.value.pending).toBe(0);
  });
});

describe('one request at a time, and a pause after each no', () => {
  test.each([
    401,
    403,
    codes.badRequest,
    codes.tooLarge,
    codes.tooManyRequests,
    codes.tableUnavailable,
    66666,
  ])('code %i', async (code) => {
    let requests = 0;
    const refuse: CartTransport['post'] = async () => {
      requests += 1;
      return { ok: false, failure: { kind: 'refused', code, msg: '' } };
    };
    const ann = await phoneAt({ server, group, userId: 'u1', detour: () => ({ post: refuse }) });
    await quiet();
    for (const product of ['1', '2', '3']) ann.engine.commands.add(dish(product), 1);
    await quiet();
    expect(requests).toBeGreaterThan(0);
    expect(requests).toBeLessThanOrEqual(3);
    expect(group.sent).toEqual([]);
  });
});

describe('E5: a peer speaks for itself alone', () => {
  test('its rejection of what is not its own counts for nothing, also before the replica is known', async () => {
    const carl = await phoneAt({ server, group, userId: 'u3' });
    await quiet();
    from('u2', 'addCartItem', { rejected: [{ ids: ['ra1:1', 'ra1:2'], code: 'no' }], events: [] });
    await quiet();
    const ann = await phoneAt({ server, group, userId: 'u1', newId: () => 'ra1' });
    await ann.adds('101', 2);
    expect(shown(carl)).toEqual(['u1: 2×101']);
  });

  test("it takes no id away under which another one's change comes later", async () => {
    const carl = await phoneAt({ server, group, userId: 'u3' });
    await quiet();
    from('u2', 'addCartItem', { events: [added('ra2:2', 'u2', { seen: { ra2: 1 } })] });
    await quiet();
    const ann = await phoneAt({ server, group, userId: 'u1', newId: () => 'ra2' });
    ann.engine.commands.add(dish('101'), 1);
    await ann.adds('102');
    await carl.wakes();
    expect(shown(carl)).toEqual(['u1: 1×101', 'u1: 1×102']);
  });

  test('an event that no browser could store is dropped, and the cart stays on disk (G3)', async () => {
    const ann = await phoneAt({ server, group, userId: 'u1' });
    await quiet();
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const message = {
      fromBrowserId: 'x',
      messageType: 'addCartItem',
      data: { events: [added('b:1', 'u2', { x: 0 })] },
    };
    group.deliver(JSON.stringify(message).replace('"x":0', `"x":${deep}`), 'u2');
    await quiet();
    expect(shown(ann)).toEqual([]);
    expect(ann.engine.status.value.storage).toBe('durable');
  });

  test('what it never sent to the server does not hold up what this phone sends', async () => {
    const ann = await phoneAt({ server, group, userId: 'u1' });
    await quiet();
    from('u2', 'addCartItem', { events: [added('ghost:1', 'u2')] });
    await quiet();
    ann.engine.commands.add(dish('102'), 1);
    for (let turn = 0; turn < 10; turn += 1) {
      await quiet();
      ann.wake.next();
    }
    await quiet();
    expect(ann.engine.cart.value.pending).toBe(0);
  });

  test('a clock at the end of its counter leaves the next stamp a valid one (T3)', async () => {
    const ann = await phoneAt({ server, group, userId: 'u1' });
    await quiet();
    from('u2', 'addCartItem', {
      events: [added('b:1', 'u2', { at: [noon + 60_000, Number.MAX_SAFE_INTEGER] })],
    });
    await quiet();
    server.take('u2', [added('b:1', 'u2')], {});
    await ann.adds('102');
    const { event } = [...server.log.knowledge.entries.values()].find(({ event }) => event.userId === 'u1')!;
    expect(event.at).toEqual([noon + 60_001, 0]);
  });
});

test('a transport that breaks its word is asked again, not stormed', async () => {
  let requests = 0;
  const post: CartTransport['post'] = async () => {
    requests += 1;
    // Bounded, so that a storm ends.
    if (requests <= 100) throw new TypeError('broken');
    return { ok: false, failure: { kind: 'retry', reason: 'broken' } };
  };
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const ann = await phoneAt({ server, group, userId: 'u1', detour: () => ({ post }) });
  await quiet();
  await ann.adds('101');
  process.off('unhandledRejection', unhandled);
  expect(requests).toBeLessThanOrEqual(2);
  expect(unhandled).not.toHaveBeenCalled();
});
