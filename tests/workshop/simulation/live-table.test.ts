/** The table that a page plays with: the same link is the same run, and mended it always comes to agree. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLogFile } from '#events/log-file.ts';
import { logOf } from '#events/log.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { textOf } from '#workshop/simulation/checks/shown.ts';
import { decodeActions, encodeActions } from '#workshop/simulation/live/link/action-code.ts';
import type { TableAction, Taken } from '#workshop/simulation/live/actions/actions.ts';
import { LiveTable } from '#workshop/simulation/live/live-table.ts';
import { replay } from '#workshop/simulation/live/replay.ts';
import { linkOf, runOfLink, seedOf } from '#workshop/simulation/live/link/run-link.ts';
import { faultless, usualSettings } from '#workshop/simulation/live/settings.ts';
import { randomOf } from '#workshop/simulation/world/random.ts';

const { warn } = console;
beforeAll(() => void Object.assign(console, { warn: () => {} }));
afterAll(() => void Object.assign(console, { warn }));

const quiet = { seed: '7', phones: 2, settings: faultless, byThemselves: false };
const add = (phone: number, product = 0): TableAction => ({
  kind: 'tap',
  phone,
  step: { kind: 'add', product, variant: 0, notes: 0, quantity: 1 },
});

const logsOf = async (table: LiveTable) =>
  await Promise.all(table.shown().phones.map(({ index }) => table.logsOf(index)));

/** A hand that does anything at any time. */
async function playedAtRandom(seed: string): Promise<LiveTable> {
  const random = randomOf(seedOf(seed)).fork('hand');
  const start = { seed, phones: random.between(2, 8), settings: usualSettings, byThemselves: true };
  const table = new LiveTable(start);
  const phone = () => random.int(start.phones);
  const wishes: (() => TableAction)[] = [
    () => add(phone(), random.int(4)),
    () => ({ kind: 'tap', phone: phone(), step: { kind: 'decrease', line: random.int(4), quantity: 1 } }),
    () => ({ kind: 'tap', phone: phone(), step: { kind: 'place', twice: random.chance(0.3) } }),
    () => ({ kind: random.pick(['cutOff', 'freeze', 'kill'] as const), phone: phone() }),
    () => ({ kind: random.pick(['reconnect', 'thaw', 'open'] as const), phone: phone() }),
    () => ({ kind: 'set', setting: 'loss', value: random.int(40) }),
    () => ({ kind: 'set', setting: 'skew', value: random.int(600) }),
    () => ({ kind: 'byThemselves', on: random.chance(0.7) }),
  ];
  for (let index = 0; index < 30; index += 1) {
    // As a page moves it on: in pieces of any length.
    for (let pieces = random.int(40); pieces > 0; pieces -= 1) await table.advance(random.between(1, 120));
    await table.take(random.pick(wishes)());
  }
  await table.advance(1_500);
  return table;
}

describe('the same link', () => {
  test('is the same run, down to the logs of every phone', async () => {
    for (const seed of ['1', '2', '3', 'friday evening']) {
      const played = await playedAtRandom(seed);
      const { run } = runOfLink(new URLSearchParams(linkOf(played.recorded())))!;
      const again = await replay(run);
      expect(again.elapsed).toBe(played.elapsed);
      expect(again.fingerprint).toBe(played.fingerprint);
      expect(await logsOf(again)).toEqual(await logsOf(played));
      expect(again.recorded()).toEqual(played.recorded());
      expect((await logsOf(played)).flat().length).toBeGreaterThan(1);
    }
  });

  test('of something else is another run', async () => {
    const [a, b] = await Promise.all(['1', '2'].map((seed) => playedAtRandom(seed)));
    expect(a!.fingerprint).not.toBe(b!.fingerprint);
  });

  test('that is damaged is played as far as it can be read', () => {
    const taken: Taken[] = [
      { at: 900, action: add(0) },
      { at: 1_000, action: { kind: 'kill', phone: 1 } },
    ];
    const text = encodeActions(taken);
    expect(decodeActions(text)).toEqual({ taken });
    expect(decodeActions(`${text}.zz!`)).toEqual({ taken, damaged: 3 });
    const params = new URLSearchParams({ seed: '7', phones: '99', net: '1-2-x-900', do: '!', at: '-5' });
    expect(runOfLink(params)).toMatchObject({
      run: {
        phones: 8,
        settings: { delay: 1, loss: 2, twice: 0, late: 50, skew: usualSettings.skew },
        taken: [],
        until: 0,
      },
      damaged: 1,
    });
    expect(runOfLink(new URLSearchParams())).toBeUndefined();
  });
});

test(
  'G3: mended, every table comes to agree, and no rule was broken on the way',
  { timeout: 120_000 },
  async () => {
    for (let seed = 10; seed < 25; seed += 1) {
      const table = await playedAtRandom(String(seed));
      await table.take({ kind: 'byThemselves', on: false });
      await table.take({ kind: 'mend' });
      await table.advance(60_000);
      const { verdict, phones } = table.shown();
      expect(verdict, `seed ${seed}`).toEqual({ kind: 'agree' });
      expect(phones.every(({ isOpen, isFrozen, isCutOff }) => isOpen && !isFrozen && !isCutOff)).toBe(true);
    }
  },
);

describe('what happens to a phone', () => {
  test('cut off, it shows its own change and differs by that line; back, all agree', async () => {
    const table = await replay({ ...quiet, taken: [], until: 2_000 });
    await table.take({ kind: 'cutOff', phone: 0 });
    await table.take(add(0));
    await table.advance(5_000);
    const { phones, verdict } = table.shown();
    expect(verdict.kind).toBe('differ');
    expect(phones[0]!.differences).toMatchObject([{ kind: 'line', userId: 'u1', phone: 1, server: 0 }]);
    expect(phones[1]!.differences).toEqual([]);
    await table.take({ kind: 'reconnect', phone: 0 });
    await table.advance(20_000);
    expect(table.shown().verdict).toEqual({ kind: 'agree' });
    expect(table.shown().phones[1]!.cart.quantity).toBe(1);
  });

  test('G3: killed with a change that was never sent, it opens with it and sends it', async () => {
    const table = await replay({ ...quiet, taken: [], until: 2_000 });
    await table.take({ kind: 'cutOff', phone: 0 });
    await table.take(add(0));
    await table.advance(1_000);
    await table.take({ kind: 'kill', phone: 0 });
    await table.advance(1_000);
    expect(table.shown().phones[0]!.isOpen).toBe(false);
    await table.take({ kind: 'reconnect', phone: 0 });
    await table.take({ kind: 'open', phone: 0 });
    await table.advance(20_000);
    expect(table.shown().server.carts[0]?.lines[0]?.quantity).toBe(1);
    expect(table.shown().verdict).toEqual({ kind: 'agree' });
  });

  test('G6: frozen, it hears nothing and nobody taps on it; thawed, it catches up', async () => {
    const table = await replay({ ...quiet, taken: [], until: 2_000 });
    await table.take({ kind: 'freeze', phone: 1 });
    await table.take(add(0));
    await table.take(add(1));
    await table.advance(60_000);
    expect(table.shown().phones[1]!.cart.quantity).toBe(0);
    await table.take({ kind: 'thaw', phone: 1 });
    await table.advance(10_000);
    expect(table.shown().phones[1]!.cart.quantity).toBe(1);
    expect(table.shown().verdict).toEqual({ kind: 'agree' });
  });
});

test('L3: the log file of a phone says what the phone shows', async () => {
  const table = await replay({ ...quiet, seed: '9', byThemselves: true, taken: [], until: 60_000 });
  const { cart } = table.shown().phones[0]!;
  const [file] = await table.logsOf(0);
  const read = readLogFile(file!.text);
  if (!read.ok) throw new Error('no log');
  const log = logOf(read.file.records);
  const view = cartView(log);
  expect(textOf(view)).toBe(textOf(cart));
  expect(cart.quantity).toBeGreaterThan(0);
});
