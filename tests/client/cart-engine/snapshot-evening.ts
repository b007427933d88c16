/** Diners with one or two tabs at a table of the foreign server, in virtual time. */
import { createMemoryStorage } from '#client/storage/memory-storage.ts';
import { createBrowserTabs } from '#client/tabs/browser-tabs.ts';
import { createPageTime } from '#dev/simulation/world/page-time.ts';
import { Scheduler } from '#dev/simulation/world/scheduler.ts';
import type { Switches } from '#testing/foreign-server/switches.ts';
import {
  createDish,
  openEnginePhone,
  waitUntilQuiet,
  listShown,
  TestGroup,
  type EnginePhone,
  type EnginePhoneOptions,
} from '#testing/phones/engine-phone.ts';
import { SnapshotTable } from '#testing/snapshot-table.ts';
import { TestBrowser } from '#testing/browser.ts';

export class PlainEvening {
  readonly clock = new Scheduler(1_700_000_000_000);
  readonly group = new TestGroup();
  readonly server: SnapshotTable;
  readonly diners: PlainDiner[] = [];

  constructor(switches: Partial<Switches> = {}) {
    this.server = new SnapshotTable(() => this.clock.now, switches, this.group.tellAll);
  }

  readonly seat = (userId: string, options: Partial<EnginePhoneOptions> = {}): Promise<EnginePhone> => {
    const { server, group, clock } = this;
    return openEnginePhone({ server, group, userId, sessionId: '', time: createPageTime(clock), ...options });
  };

  /** The last tab of the diner's browser is the visible one. */
  async diner(userId: string, tabCount: number): Promise<PlainDiner> {
    const browser = new TestBrowser();
    const storage = createMemoryStorage();
    const log = { merchantId: '1001', tableId: '7', sessionId: '', userId };
    const tabs: EnginePhone[] = [];
    for (let count = 1; count <= tabCount; count += 1) {
      const tab = browser.tab(count === tabCount);
      const options = { storage, locks: tab.locks, tabs: createBrowserTabs(log, tab) };
      tabs.push(await this.seat(userId, tabCount > 1 ? options : { storage }));
      await waitUntilQuiet();
    }
    const diner = new PlainDiner(userId, tabs);
    this.diners.push(diner);
    return diner;
  }

  /** Advances the clock and fires the timers on the way. */
  readonly pass = async (ms: number): Promise<void> => {
    const end = this.clock.now + ms;
    for (await waitUntilQuiet(); this.clock.now < end; await waitUntilQuiet())
      await this.clock.runUntil(Math.min(end, this.clock.now + 200), () => {});
  };

  /** Advances the clock until the promise resolves, at most half a minute. */
  async until<T>(result: Promise<T>): Promise<T | undefined> {
    let there: T | undefined;
    void result.then((value) => (there = value));
    for (let count = 0; count < 150 && there === undefined; count += 1) await this.pass(200);
    return there;
  }

  /** The restaurant's lines, in the format of `shown`. */
  get stored(): string[] {
    return this.diners
      .flatMap(({ userId }) =>
        this.server
          .linesOf(userId)
          .map(
            ({ productId, quantity, notes }) => `${userId}: ${quantity}×${productId}${notes && ` ${notes}`}`,
          ),
      )
      .sort();
  }

  /** The lines on the screen of each tab. */
  get shown(): string[][] {
    return this.diners.flatMap(({ tabs }) => tabs.map((tab) => listShown(tab).sort()));
  }
}

export class PlainDiner {
  /** By tab: the own quantities by product id, after each change of the cart. */
  readonly seen: Map<string, number>[][] = [];
  private taps = 0;

  constructor(
    readonly userId: string,
    readonly tabs: readonly EnginePhone[],
  ) {
    for (const { engine } of tabs) {
      const seen: Map<string, number>[] = [];
      this.seen.push(seen);
      engine.cart.subscribe(({ carts }) => {
        const own = carts.find((cart) => cart.userId === userId)?.lines ?? [];
        seen.push(new Map(own.map(({ item, quantity }) => [item.productId, quantity])));
      });
    }
  }

  /** Adds one of a dish, each time in the next tab. */
  tap(productId: string): void {
    this.next().engine.commands.add(createDish(productId), 1);
  }

  next(): EnginePhone {
    this.taps += 1;
    return this.tabs[this.taps % this.tabs.length]!;
  }

  /** Forgets all but the newest quantities. */
  look(): void {
    for (const seen of this.seen) seen.splice(0, seen.length - 1);
  }

  /** By tab: the successive quantities of a dish, without repeats. */
  seenOf(productId: string): number[][] {
    return this.seen.map((seen) => {
      const quantities = seen.map((dishes) => dishes.get(productId) ?? 0);
      return quantities.filter((quantity, index) => quantity !== quantities[index - 1]);
    });
  }
}
