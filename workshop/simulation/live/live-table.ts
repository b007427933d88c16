/** A table to play with: the tests' own phones, server and network, moved on in small steps of virtual time. */
import type { CartView } from '#projections/merge/cart-view.ts';
import { randomOf } from '../world/random.ts';
import { realRules } from '../real-rules.ts';
import type { Rates } from '../plan/plan.ts';
import { Scheduler } from '../world/scheduler.ts';
import { setTable, startOfTime, type SetTable } from '../set-table.ts';
import type { World } from '../world/world.ts';
import type { TableAction, Taken } from './actions/actions.ts';
import { strike, bringBack } from './actions/strike.ts';
import { ByThemselves } from './actions/by-themselves.ts';
import { phonesOf } from './diners.ts';
import { Hands } from './actions/hands.ts';
import { logFilesOf, type LogText } from './log-files.ts';
import { seedOf, type RecordedRun, type RunStart } from './link/run-link.ts';
import { faultless, ratesOf, skewOf, type Settings } from './settings.ts';
import { phoneShown, verdictOn, type PhoneShown, type TableShown, type Verdict } from './table-shown.ts';
import { Travels } from './travels.ts';

/** So many lines of what happened are kept. */
const mostNotes = 60;

export class LiveTable {
  private readonly clock = new Scheduler(startOfTime);
  private readonly table: SetTable;
  private readonly byThemselves: ByThemselves;
  private readonly travels = new Travels();
  private readonly hands = new Hands();
  private readonly taken: Taken[] = [];
  private lines: readonly string[] = [];
  private settings: Settings;
  private rates: Partial<Rates>;
  private broken: string | undefined;
  private phones: readonly PhoneShown[] = [];
  /** The server's cart that they were compared with. */
  private compared: CartView | undefined;
  private verdict: Verdict = { kind: 'differ' };

  constructor(private readonly start: RunStart) {
    const { seed, phones, settings } = start;
    this.settings = settings;
    this.rates = ratesOf(settings);
    const world: World = {
      clock: this.clock,
      random: randomOf(seedOf(seed)).fork('run'),
      strikes: (fault, random) => random.chance(this.rates[fault] ?? 0),
      slowness: (random) => {
        const { delay } = this.settings;
        return delay === 0 ? 0 : Math.round(delay / 2) + random.int(delay + 1);
      },
      travels: (leg) => this.travels.add(leg()),
      count: () => {},
      note: (text) => this.note(text()),
      fail: (rule, what) => {
        this.broken ??= `${rule}: ${what}`;
        this.note(`! ${rule}: ${what}`);
      },
    };
    this.table = setTable(world, { rules: realRules }, { devices: phonesOf(phones, settings) });
    const { devices } = this.table;
    this.byThemselves = new ByThemselves(devices, (device, step) => this.hands.tap(device, step));
    for (const { tabs, random } of devices)
      for (const tab of tabs) this.clock.after(random.int(400), () => tab.open());
    if (start.byThemselves) this.byThemselves.turn(true);
  }

  /** ms since the start. */
  get elapsed(): number {
    return this.clock.now - startOfTime;
  }

  get netSettings(): Settings {
    return this.settings;
  }

  get isByThemselves(): boolean {
    return this.byThemselves.isOn;
  }

  /** Equal runs have equal ones. */
  get fingerprint(): number {
    return this.clock.fingerprint;
  }

  /** What happened last, oldest first. */
  get notes(): readonly string[] {
    return this.lines;
  }

  /** Lets `ms` pass. */
  async advance(ms: number): Promise<void> {
    await this.clock.runUntil(this.clock.now + Math.round(ms), () => this.look());
  }

  /** Goes on to the moment when something sets out or arrives, at most by `atMost` ms. */
  async step(atMost: number): Promise<void> {
    const end = this.clock.now + atMost;
    const before = this.travels.changes(this.clock.now);
    for (;;) {
      const next = Math.min(this.clock.nextAt, this.travels.nextArrival);
      await this.clock.runUntil(Math.min(next, end), () => this.look());
      if (next >= end || this.travels.changes(this.clock.now) !== before) return;
    }
  }

  /** Does something now, with all that follows at once. */
  async take(action: TableAction): Promise<void> {
    this.remember(action);
    this.clock.after(0, () => this.carryOut(action));
    await this.clock.runUntil(this.clock.now, () => this.look());
  }

  /** Everything that is needed to have the same run again. */
  recorded(): RecordedRun {
    return { ...this.start, taken: [...this.taken], until: this.elapsed };
  }

  /** What does not change keeps its identity. */
  shown(): TableShown {
    const { devices, setting } = this.table;
    const server = setting.server.log.view;
    const phones = devices.map((device, index) => {
      const phone = this.phones[index];
      return phoneShown(
        device,
        this.hands.resultOf(index),
        server,
        phone && { phone, server: this.compared! },
      );
    });
    if (phones.some((phone, index) => phone !== this.phones[index])) this.phones = phones;
    this.compared = server;
    const verdict = verdictOn(this.phones, this.broken);
    if (JSON.stringify(verdict) !== JSON.stringify(this.verdict)) this.verdict = verdict;
    return {
      elapsed: this.elapsed,
      phones: this.phones,
      server,
      orders: setting.server.orders.length,
      onTheWay: this.travels.at(this.clock.now),
      verdict: this.verdict,
    };
  }

  /** L2: the logs on a phone's disk, the one that it writes now first. */
  async logsOf(phone: number): Promise<LogText[]> {
    const device = this.table.devices[phone];
    return device ? await logFilesOf(device) : [];
  }

  /** A slider that is moved while time stands still says the same thing once. */
  private remember(action: TableAction): void {
    const last = this.taken.at(-1);
    const isSaidAgain =
      action.kind === 'set' &&
      last?.at === this.elapsed &&
      last.action.kind === 'set' &&
      last.action.setting === action.setting;
    if (isSaidAgain) this.taken.pop();
    this.taken.push({ at: this.elapsed, action });
  }

  private carryOut(action: TableAction): void {
    const { devices, setting } = this.table;
    switch (action.kind) {
      case 'byThemselves':
        return this.byThemselves.turn(action.on);
      case 'set':
        return this.set({ ...this.settings, [action.setting]: action.value });
      case 'mend':
        this.set(faultless);
        for (const device of devices) bringBack(device);
        return setting.groups.healAll();
      default: {
        const device = devices[action.phone];
        if (!device) return;
        if (action.kind === 'tap') return this.hands.tap(device, action.step);
        this.note(`${device.plan.name}: ${action.kind}`);
        return strike(device, action.kind);
      }
    }
  }

  private set(settings: Settings): void {
    for (const device of this.table.devices)
      device.jump(skewOf(settings, device.index) - skewOf(this.settings, device.index));
    this.settings = settings;
    this.rates = ratesOf(settings);
  }

  private look(): void {
    const { devices, setting } = this.table;
    for (const { tabs } of devices) for (const tab of tabs) if (tab.isDirty) setting.watch.look(tab);
  }

  private note(text: string): void {
    this.lines = [...this.lines.slice(1 - mostNotes), `${(this.elapsed / 1_000).toFixed(2)} ${text}`];
  }
}
