/**
 * The table of the demo. It runs in the page: two phones with the app's engine, and the server's rules. The page advances
 * the table's clock with its frames. The only failure is a network that the visitor turns off.
 */
import { emptyTableCart, type TableCart } from '#client/cart/table-cart.ts';
import { describeShown } from '#dev/simulation/checks/shown.ts';
import type { Device } from '#dev/simulation/phones/device.ts';
import { act } from '#dev/simulation/phones/diner.ts';
import { realRules } from '#dev/simulation/real-rules.ts';
import { setTable, startOfTime, type SetTable } from '#dev/simulation/set-table.ts';
import { createRandom } from '#dev/simulation/world/random.ts';
import { Scheduler } from '#dev/simulation/world/scheduler.ts';
import { Violation } from '#dev/simulation/world/world.ts';

export interface PhoneShown {
  readonly index: number;
  readonly userId: string;
  readonly name: string;
  readonly isOnline: boolean;
  readonly cart: TableCart;
}

export interface TableShown {
  readonly phones: readonly PhoneShown[];
  /** Both phones show the same cart, and no change is pending. */
  readonly agree: boolean;
}

export class DemoTable {
  private readonly clock = new Scheduler(startOfTime);
  private readonly table: SetTable;
  private readonly listeners = new Set<() => void>();
  private shown: TableShown;

  constructor(seed: string) {
    const world = {
      clock: this.clock,
      random: createRandom(seed),
      strikes: () => false,
      count: () => {},
      note: () => {},
      fail: (rule: string, what: string) => {
        throw new Violation(`${rule}: ${what}`);
      },
    };
    const phone = { tabs: 1, locks: true, skewMs: 0, older: false };
    const devices = [
      { ...phone, userId: 'u1', name: 'Ann' },
      { ...phone, userId: 'u2', name: 'Mei' },
    ];
    this.table = setTable(world, { rules: realRules }, { devices });
    for (const { tabs } of this.table.devices) for (const tab of tabs) tab.open();
    this.shown = this.look();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): TableShown => this.shown;

  /** Advances the clock, which counts whole milliseconds. */
  async advance(ms: number): Promise<void> {
    const { devices, setting } = this.table;
    await this.clock.runUntil(this.clock.now + Math.round(ms), () => {
      for (const { tabs } of devices) for (const tab of tabs) if (tab.isDirty) setting.watch.checkShown(tab);
    });
    this.publish();
  }

  add(phone: number, product: number): void {
    const [tab] = this.device(phone).tabs;
    if (tab) act(tab, { kind: 'add', product, variant: 0, notes: 0, quantity: 1 });
    this.publish();
  }

  /** Removes one piece from a line of the phone's diner. */
  remove(phone: number, line: number): void {
    const [tab] = this.device(phone).tabs;
    if (tab) act(tab, { kind: 'decrease', line, quantity: 1 });
    this.publish();
  }

  setNetwork(phone: number, isOn: boolean): void {
    const device = this.device(phone);
    if (isOn) device.heal();
    else {
      device.saysOffline(Infinity, true);
      this.table.setting.groups.breakAll((member) => member.device === phone, 0);
    }
    for (const { page } of device.tabs) page?.wake.next();
    this.publish();
  }

  private device(phone: number): Device {
    return this.table.devices[phone]!;
  }

  /** Keeps the object of an unchanged table, so that a frame without a change renders nothing. */
  private publish(): void {
    const next = this.look();
    const isSame = next.phones.every(({ cart, isOnline }, index) => {
      const before = this.shown.phones[index];
      return before?.cart === cart && before.isOnline === isOnline;
    });
    if (isSame) return;
    this.shown = next;
    for (const listener of this.listeners) listener();
  }

  private look(): TableShown {
    const phones = this.table.devices.map(({ index, userId, plan, isOnline, tabs }) => ({
      index,
      userId,
      name: plan.name ?? '',
      isOnline,
      cart: tabs[0]?.page?.engine?.cart.value ?? emptyTableCart,
    }));
    const isAccepted = phones.every(({ cart }) => cart.pending === 0);
    return { phones, agree: isAccepted && new Set(phones.map(({ cart }) => describeShown(cart))).size === 1 };
  }
}
