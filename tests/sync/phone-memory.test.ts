/**
 * A phone stays on the table for the whole evening, so its memory must not grow with the events of the evening.
 *
 * Eight real engines run at one table in virtual time. The diners change their carts and order every ten minutes. The
 * memory of a phone is what its state and its cart take as bytes. The heap itself differs more from run to run.
 *
 * @module-tag rare
 */
import { serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { createMemoryStorage } from '#client/storage/memory-storage.ts';
import { createPageTime } from '#dev/simulation/world/page-time.ts';
import { Scheduler } from '#dev/simulation/world/scheduler.ts';
import { openPhone } from '#sync/open.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import type { RunRow } from '#sync/recording/recording.ts';
import type { PhoneState } from '#sync/state/phone-state.ts';
import { step } from '#sync/step.ts';
import { EventTable } from '#testing/event-table.ts';
import { createDish, openEnginePhone, TestGroup, type EnginePhone } from '#testing/phones/engine-phone.ts';
import { createMenuWith } from '#testing/simulated-menu.ts';

const diners = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7', 'u8'];
const dishes = ['101', '102', '103', '104', '105', '106'];
const minuteMs = 60_000;
const roundMinutes = 10;
const changesPerRound = 104;

class Evening {
  readonly clock = new Scheduler(1_700_000_000_000);
  readonly group = new TestGroup();
  readonly table = new EventTable(() => this.clock.now, createMenuWith(...dishes));
  readonly phones: EnginePhone[] = [];
  /** What the first phone's engine keeps. Its recorded inputs lead here to the same state. */
  state: PhoneState | undefined;
  private taps = 0;

  async seatAll(): Promise<void> {
    const { clock, group, table } = this;
    const server = {
      now: table.now,
      transportFor: (userId: string) => copyAnswers(table.transportFor(userId)),
    };
    for (const userId of diners) {
      const storage = { ...createMemoryStorage(), append: async () => {} };
      const record = userId === diners[0] ? (row: RunRow) => this.follow(row) : undefined;
      const time = createPageTime(clock);
      this.phones.push(await openEnginePhone({ server, group, userId, storage, time, record }));
    }
    await this.pass(1_000);
  }

  /** The diners change their carts for ten minutes, and one of them orders. */
  async playRound(changes: number): Promise<void> {
    const end = this.clock.now + roundMinutes * minuteMs;
    const pauseMs = Math.floor((roundMinutes * minuteMs) / (changes + 2));
    for (let count = 0; count < changes; count += 1) {
      this.changeCart();
      await this.pass(pauseMs);
    }
    const placed = this.phones[this.taps % diners.length]!.engine.place({});
    await this.pass(end - this.clock.now);
    expect(await placed).toMatchObject({ kind: 'placed' });
    for (const { engine } of this.phones) expect(engine.cart.value.carts).toEqual([]);
  }

  /** All phones ask the server for the cart. Its answer names the stable events, which then leave the memory. */
  async refreshAll(): Promise<void> {
    for (const { engine } of this.phones) engine.refresh();
    await this.pass(minuteMs);
  }

  /** The bytes of what the first phone keeps. */
  measure(): number {
    expect(this.state!.knowledge.merged.view.known).not.toEqual({});
    return serialize([this.state, this.phones[0]!.engine.cart.value]).byteLength;
  }

  private follow(row: RunRow): void {
    if ('opened' in row) this.state = openPhone(row.opened.facts, row.opened.claim, row.opened.moment);
    else this.state = step(this.state!, row.input, row.moment).state;
  }

  private changeCart(): void {
    this.taps += 1;
    const { engine } = this.phones[this.taps % diners.length]!;
    const own = engine.cart.value.carts.find(({ userId }) => userId === engine.userId)?.lines ?? [];
    const dish = createDish(dishes[(this.taps * 7) % dishes.length]!, this.taps % 5 === 0 ? 'no ice' : '');
    if (own.length > 0 && this.taps % 4 === 0) engine.commands.decrease(own[0]!, 1);
    else if (own.length > 0 && this.taps % 11 === 0) engine.commands.editNotes(own[0]!, `note ${this.taps}`);
    else engine.commands.add(dish, 1);
  }

  /** Advances the clock, and drops what the phones' test doubles recorded. */
  private async pass(ms: number): Promise<void> {
    await this.clock.runUntil(this.clock.now + ms, () => {});
    this.group.sent.length = 0;
    for (const { notices, connection } of this.phones) {
      notices.length = 0;
      connection.requests.length = 0;
    }
  }
}

/** The phone receives copies, as over a network. Otherwise it would share its events with the server. */
function copyAnswers(transport: CartTransport): CartTransport {
  const copy = async <T>(answer: Promise<T>): Promise<T> => JSON.parse(JSON.stringify(await answer)) as T;
  return {
    post: (...call) => copy(transport.post(...call)),
    clear: (...call) => copy(transport.clear(...call)),
    snapshot: (...call) => copy(transport.snapshot(...call)),
    place: (...call) => copy(transport.place(...call)),
    placement: (...call) => copy(transport.placement(...call)),
    openOrder: () => copy(transport.openOrder()),
  };
}

test('a phone keeps no more after eight hours and 5 000 events than after ten minutes', async () => {
  const evening = new Evening();
  await evening.seatAll();
  await evening.playRound(changesPerRound);
  await evening.refreshAll();
  const early = evening.measure();
  for (let minutes = roundMinutes; minutes < 480; minutes += roundMinutes)
    await evening.playRound(changesPerRound);
  await evening.refreshAll();
  expect(evening.table.log.version).toBeGreaterThanOrEqual(5_000);
  expect(evening.measure() / early).toBeLessThanOrEqual(1.2);
});
