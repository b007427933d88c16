/**
 * A simulated phone with its disk, clock, connection and tabs.
 *
 *     its clock = virtual time + error (skew) + correction (from the server's time)
 *
 * The connection can be blocked in each direction. A frozen phone keeps its work until it thaws.
 */
import type { AnyEvent } from '#events/cart/registry.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import { TestBrowser } from '#testing/browser.ts';
import { Disk } from './disk.ts';
import type { TableGroups } from '../wire/group.ts';
import type { DevicePlan } from '../plan/plan.ts';
import type { PlainServer } from '../servers/snapshot-server.ts';
import type { Random } from '../world/random.ts';
import { Tab, type Page } from './tab.ts';
import type { TableServer } from '../servers/table-server.ts';
import type { Ledger } from '../checks/ledger.ts';
import type { RequestKind } from '../wire/network.ts';
import type { Way, World } from '../world/world.ts';

/** Checks the phones while they run, and fails the run if a promise is broken. */
export interface Watching {
  readonly ledger: Ledger;
  /** Ids of events that a server has read. */
  readonly read: ReadonlySet<string>;
  /** Ids of events that were refused with their whole request, which contained no other event. */
  readonly turnedAway: ReadonlySet<string>;
  /** Checks a request when it is sent. */
  checkRequest(tab: Tab, page: Page, kind: RequestKind, events: readonly AnyEvent[]): void;
  /** Records the server's answer to a whole request: a code of the contract, or 0 if it read the events. */
  recordAnswer(device: Device, kind: RequestKind, events: readonly AnyEvent[], code: number): void;
  checkCreated(tab: Tab, event: AnyEvent): void;
  /** Checks an event that enters the tab's log. */
  checkReceived(tab: Tab, event: AnyEvent): void;
  /** Checks the cart on the page. */
  checkShown(tab: Tab): void;
}

/** The table of the phone, with its server and its other phones. */
export interface Setting {
  readonly world: World;
  readonly server: TableServer;
  /** Replaces `server` if the table has a snapshot server. */
  readonly plain: PlainServer | undefined;
  readonly phones: readonly DevicePlan[];
  readonly groups: TableGroups;
  readonly watch: Watching;
  /** The server cannot be reached until then, wall clock, ms. */
  readonly outage: { until: number };
  /** Wraps a phone's transport, to inject faults. */
  readonly transport: (way: CartTransport) => CartTransport;
  /** Events that were published to the table and not sent to the server yet. */
  readonly unsent: { readonly userId: string; readonly event: AnyEvent }[];
}

export class Device {
  readonly disk: Disk;
  readonly browser: TestBrowser;
  readonly tabs: readonly Tab[];
  readonly random: Random;
  /** The diner: a guest, who may log in as a member later. */
  userId: string;
  isLoggingIn = false;
  /** A page received an answer of a lagging copy of the server. */
  gotStale = false;
  /** When changes were last sent, wall clock, ms. */
  sentAt = 0;
  /** The error of the clock, and the correction that the phone derives from the server's answers, ms. */
  private skewMs: number;
  private correctionMs = 0;
  private readonly blockedUntil: Record<Way, number> = { up: 0, down: 0 };
  private offlineUntil = 0;
  private ids = 0;
  /** While the phone is frozen: the work that waits. */
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

  /** Whether no other phone or tab writes this diner's lines. */
  get isAlone(): boolean {
    const phones = this.setting.phones.filter(({ userId }) => userId === this.plan.userId);
    return phones.length === 1 && this.plan.tabs === 1;
  }

  /** The diner logs in. Each tab continues with the member's log. */
  becomes(userId: string): void {
    this.userId = userId;
    for (const tab of this.tabs) tab.leave(this.random.between(20, 200));
  }

  now(): number {
    return this.setting.world.clock.now + this.skewMs + this.correctionMs;
  }

  /** An answer arrived with the server's time. */
  heardTime(serverTime: number): void {
    this.correctionMs = serverTime - this.setting.world.clock.now - this.skewMs;
  }

  /** A page that loads does not know the server's time yet. */
  forgetTime(): void {
    this.correctionMs = 0;
  }

  /** Somebody changes the phone's clock by this time, ms. */
  jump(ms: number): void {
    this.skewMs += ms;
  }

  newId(): string {
    this.ids += 1;
    // A random first letter, because ids decide ties in the total order.
    return `${this.random.drawInt(36).toString(36)}${this.index}x${this.ids.toString(36)}`;
  }

  isBlocked(way: Way): boolean {
    return this.setting.world.clock.now < this.blockedUntil[way];
  }

  block(way: Way, ms: number): void {
    this.blockedUntil[way] = this.setting.world.clock.now + ms;
  }

  /** The phone reports no network for this time, ms. @param isTrue whether it really has none */
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

  /** Whether the network was blocked at some moment since `time`, wall clock, ms. */
  wasBlockedSince(time: number): boolean {
    return this.blockedUntil.up > time || this.blockedUntil.down > time;
  }

  /** Ends all faults of the connection. */
  heal(): void {
    this.blockedUntil.up = 0;
    this.blockedUntil.down = 0;
    this.offlineUntil = 0;
  }

  get isFrozen(): boolean {
    return this.asleep !== undefined;
  }

  /** The operating system suspends the browser. All its work waits. */
  freeze(): void {
    this.asleep ??= [];
  }

  /** Resumes the browser. The waiting work runs in its order. */
  thaw(): void {
    const waiting = this.asleep ?? [];
    this.asleep = undefined;
    for (const work of waiting) this.setting.world.clock.after(0, work);
  }

  /** Runs the work at once, or when the frozen phone thaws. */
  whenAwake(work: () => void): void {
    if (this.asleep) this.asleep.push(work);
    else work();
  }
}
