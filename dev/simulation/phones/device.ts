/** A phone: its disk, its clock, its way to the network, and its tabs. */
import type { AnyEvent } from '#events/cart/registry.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import { TestBrowser } from '#testing/browser.ts';
import { Disk } from './disk.ts';
import type { TableGroups } from '../wire/group.ts';
import type { DevicePlan } from '../plan/plan.ts';
import type { PlainServer } from '../servers/plain-server.ts';
import type { Random } from '../world/random.ts';
import { Tab, type Page } from './tab.ts';
import type { TableServer } from '../servers/table-server.ts';
import type { Ledger } from '../checks/ledger.ts';
import type { RequestKind } from '../wire/network.ts';
import type { Way, World } from '../world/world.ts';

/** Who looks at what the phones do, and fails the run where a promise is broken. */
export interface Watching {
  readonly ledger: Ledger;
  /** Ids of events that came before a server in some request. */
  readonly read: ReadonlySet<string>;
  /** Ids of events that were refused alone, before any server could read them. */
  readonly turnedAway: ReadonlySet<string>;
  /** A request sets out. */
  sends(tab: Tab, page: Page, kind: RequestKind, events: readonly AnyEvent[]): void;
  /** What the server says to a whole request, with the contract's code; 0: it reads it. */
  serverHears(device: Device, kind: RequestKind, events: readonly AnyEvent[], code: number): void;
  mints(tab: Tab, event: AnyEvent): void;
  /** The tab's log learns of an event. */
  heard(tab: Tab, event: AnyEvent): void;
  /** Looks at what the page shows. */
  look(tab: Tab): void;
}

/** The table that the phone lies on. */
export interface Setting {
  readonly world: World;
  readonly server: TableServer;
  /** Instead of it, where the table's server knows nothing of events. */
  readonly plain: PlainServer | undefined;
  readonly phones: readonly DevicePlan[];
  readonly groups: TableGroups;
  readonly watch: Watching;
  /** The table's server cannot be reached until then, wall clock, ms. */
  readonly outage: { until: number };
  /** What a phone makes of its way to the server. */
  readonly transport: (way: CartTransport) => CartTransport;
  /** E5: what the table was told of and the server has not got yet. */
  readonly unsent: { readonly userId: string; readonly event: AnyEvent }[];
}

export class Device {
  readonly disk: Disk;
  readonly browser: TestBrowser;
  readonly tabs: readonly Tab[];
  readonly random: Random;
  /** Who sits there: a guest, later perhaps a member (O4). */
  userId: string;
  isLoggingIn = false;
  /** Some page of it was answered by a copy of the server that lagged behind. */
  gotStale = false;
  /** When changes set out last, wall clock, ms. */
  sentAt = 0;
  /** How wrong the clock is, and what the phone knows of that from the server's answers (T3), ms. */
  private skewMs: number;
  private correctionMs = 0;
  private readonly blockedUntil: Record<Way, number> = { up: 0, down: 0 };
  private offlineUntil = 0;
  private ids = 0;
  /** While it is frozen: what waits until it thaws. */
  private asleep: (() => void)[] | undefined;

  constructor(
    readonly setting: Setting,
    readonly index: number,
    readonly plan: DevicePlan,
  ) {
    this.random = setting.world.random.fork(`device ${index}`);
    this.disk = new Disk(setting.world, this.random.fork('disk'));
    const { world } = setting;
    this.browser = new TestBrowser({
      hasLocks: plan.locks,
      deliver: (work) => void world.clock.after(1, work),
      count: (what) => world.count(what),
    });
    this.userId = plan.userId;
    this.skewMs = plan.skewMs;
    this.tabs = Array.from(
      { length: plan.tabs },
      (_, tab) => new Tab(this, `${plan.userId}/${index}.${tab}`),
    );
  }

  /** Nobody else writes this diner's lines. */
  get isAlone(): boolean {
    const phones = this.setting.phones.filter(({ userId }) => userId === this.plan.userId);
    return phones.length === 1 && this.plan.tabs === 1;
  }

  /** Each tab goes on with this user's log. */
  becomes(userId: string): void {
    this.userId = userId;
    for (const tab of this.tabs) tab.leave(this.random.between(20, 200));
  }

  now(): number {
    return this.setting.world.clock.now + this.skewMs + this.correctionMs;
  }

  heardTime(serverTime: number): void {
    this.correctionMs = serverTime - this.setting.world.clock.now - this.skewMs;
  }

  /** A page that loads knows nothing of the server's time yet. */
  forgetTime(): void {
    this.correctionMs = 0;
  }

  jump(ms: number): void {
    this.skewMs += ms;
  }

  newId(): string {
    this.ids += 1;
    // The first letter decides how ids sort, which is nobody's merit.
    return `${this.random.int(36).toString(36)}${this.index}x${this.ids.toString(36)}`;
  }

  isBlocked(way: Way): boolean {
    return this.setting.world.clock.now < this.blockedUntil[way];
  }

  block(way: Way, ms: number): void {
    this.blockedUntil[way] = this.setting.world.clock.now + ms;
  }

  /** For so long, ms, the phone itself says that it has no network; `isTrue`: and has none. */
  saysOffline(ms: number, isTrue: boolean): void {
    const { clock } = this.setting.world;
    this.offlineUntil = clock.now + ms;
    if (isTrue) this.block('up', ms);
    if (isTrue) this.block('down', ms);
    clock.after(ms, () => {
      if (this.isOnline) for (const { page } of this.tabs) page?.wake.next();
    });
  }

  get isOnline(): boolean {
    return this.setting.world.clock.now >= this.offlineUntil;
  }

  /** The network was away at some moment since then, wall clock, ms. */
  wasBlockedSince(time: number): boolean {
    return this.blockedUntil.up > time || this.blockedUntil.down > time;
  }

  heal(): void {
    this.blockedUntil.up = 0;
    this.blockedUntil.down = 0;
    this.offlineUntil = 0;
  }

  get isFrozen(): boolean {
    return this.asleep !== undefined;
  }

  /** The system puts its browser to sleep: nothing on it happens, and everything that was to happen waits. */
  freeze(): void {
    this.asleep ??= [];
  }

  /** What has waited happens now, in its order. */
  thaw(): void {
    const waiting = this.asleep ?? [];
    this.asleep = undefined;
    for (const work of waiting) this.setting.world.clock.after(0, work);
  }

  whenAwake(work: () => void): void {
    if (this.asleep) this.asleep.push(work);
    else work();
  }
}
