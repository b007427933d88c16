/**
 * A tab of a simulated phone. It runs the real engine with a simulated disk, network and browser.
 *
 *     open ─► Page: claim the replica ─► engine ─┬─ leave: writes first ─► closed ─► open
 *                                                └─ crash: loses unwritten taps ─► closed ─► open
 *
 * `mirror` is a second log, built from the records that the engine hands to the disk. The checks compare it with the cart
 * that the engine shows.
 */
import { EMPTY, Subject } from 'rxjs';
import { takeBackMs } from '#contract/limits.ts';
import { append, emptyLog, type Log } from '#events/records/log.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { createEngine } from '#client/engine/engine.ts';
import type { Environment } from '#client/environment/environment.ts';
import { createRedeliveringGroup } from '#client/group/redelivering-group.ts';
import { claimReplica, type Claim } from '#client/storage/replica-claim.ts';
import type { Batch, CartStorage, LogKey } from '#sync/ports/storage.ts';
import { createMemoryStorage } from '#client/storage/memory-storage.ts';
import { createBrowserTabs } from '#client/tabs/browser-tabs.ts';
import { createLeaderGroup } from '#client/tabs/leader-group.ts';
import type { Device } from './device.ts';
import type { Action } from '../checks/ledger.ts';
import { createTransport, type Caller, type RequestKind } from '../wire/network.ts';
import { convertToOlderMessage, createOlderSync } from './older-app.ts';
import { createPlainTransport } from '../wire/snapshot-transport.ts';
import { createPageTime } from '../world/page-time.ts';
import { Life } from '../world/world.ts';

/** The state of an open page. */
export interface Page {
  readonly life: Life;
  readonly sessionId: string;
  readonly userId: string;
  engine: CartEngine | undefined;
  /** A second log, built from the records that the engine wrote. */
  mirror: Log;
  /** The replica whose rows on the disk it writes. */
  replicaId: string;
  /** Writes without an answer. At 0, the mirror is complete. */
  writing: number;
  /** The cart continues in memory, so the disk has nothing to compare with. */
  inMemory: boolean;
  isLeaving: boolean;
  /** It received an answer of a lagging copy of the server. */
  gotStale: boolean;
  isPlacing: number;
  hasTappedTwice: boolean;
  /** The last attempt to place an order. */
  placementId: string;
  /** The attempts that were handed to the disk. */
  readonly storedPlacements: Set<string>;
  /** The events that its log has as covered by a snapshot. */
  covers: VersionVector;
  /** The diner's own lines as last shown; undefined after a tap. */
  ownCart: string | undefined;
  readonly inFlight: Map<RequestKind, number>;
  /** Its last request with changes timed out, so the next one gets more time. */
  isPatient: boolean;
  readonly actions: Action[];
  readonly wake: Subject<void>;
}

export class Tab {
  page: Page | undefined;
  /** The page may have changed since the last check. */
  isDirty = false;
  /** The tag of the next tap. Its event carries the tag as the author's name. */
  tag = '';
  private isOpening = false;

  constructor(
    readonly device: Device,
    readonly name: string,
  ) {}

  open(): void {
    if (this.isOpening || this.page) return;
    this.isOpening = true;
    const { setting, tabs } = this.device;
    if (tabs.every((tab) => !tab.page)) this.device.forgetTime();
    const page: Page = {
      life: new Life(),
      // A snapshot server names no session.
      sessionId: setting.plain ? '' : setting.server.log.sessionId,
      userId: this.device.userId,
      engine: undefined,
      mirror: emptyLog,
      replicaId: '',
      writing: 0,
      inMemory: false,
      isLeaving: false,
      gotStale: false,
      isPlacing: 0,
      hasTappedTwice: false,
      placementId: '',
      storedPlacements: new Set(),
      covers: {},
      ownCart: undefined,
      inFlight: new Map(),
      isPatient: false,
      actions: [],
      wake: new Subject(),
    };
    this.page = page;
    void this.start(page).finally(() => {
      this.isOpening = false;
    });
  }

  /** The diner looks at this tab. */
  show(): void {
    if (this.device.browser.show(this)) this.page?.wake.next();
  }

  /** Crashes the tab, which loses everything that was not written. Opens it again after `reopenMs`. */
  crash(reopenMs: number): void {
    if (this.kill()) this.device.setting.world.clock.after(reopenMs, () => this.open());
  }

  /** Crashes the tab. @returns false if it was not open */
  kill(): boolean {
    const { page } = this;
    if (!page) return false;
    const { world } = this.device.setting;
    world.note(() => `${this.name}: crashes`);
    if (page.engine && page.engine.cart.value.pending > 0) world.count('crashWithPending');
    if (page.isPlacing > 0) world.count('crashWhilePlacing');
    this.end(page);
    return true;
  }

  /** The diner opens another page of the app. Taps are written first. */
  leave(reopenMs: number): void {
    const { page } = this;
    if (!page?.engine || page.isLeaving) return;
    page.isLeaving = true;
    void page.engine.close();
    this.device.setting.world.clock.after(reopenMs, () => {
      if (this.page !== page) return;
      this.end(page);
      this.open();
    });
  }

  private end(page: Page): void {
    page.life.end();
    for (const action of page.actions) if (!action.isStored) action.mayBeLost = true;
    this.page = undefined;
    this.isOpening = false;
  }

  private async start(page: Page): Promise<void> {
    const { device } = this;
    const { world, server, plain } = device.setting;
    const { life, sessionId, userId } = page;
    const env = this.environment(page);
    const log = { merchantId: '1001', tableId: '7', sessionId, userId };
    const { storage, claim, isDurable } = await this.claim(page, env, log);
    if (!life.alive) return;
    page.mirror = append(page.mirror, claim.own?.records ?? []).log;
    if (claim.own) world.count('reloadedUnderItsOwnReplica');
    if (claim.orphans.length > 0) world.count('takeOver');
    page.inMemory = !isDurable;
    page.replicaId = claim.replicaId;
    if (!isDurable) device.setting.watch.ledger.recordDiskLoss(device.index);
    const tabs = createBrowserTabs(log, device.browser.openedBy(this, life));
    const group = () =>
      createRedeliveringGroup(
        device.setting.groups.join({
          userId,
          device: device.index,
          browserId: `browser-${device.index}`,
          sessionId,
          life,
          random: device.random,
          isBlocked: (way) => device.isBlocked(way),
          whenAwake: (work) => device.whenAwake(work),
          read: (incoming) => (device.plan.older ? convertToOlderMessage(incoming) : incoming),
        }),
        env,
      );
    const caller = this.callerOf(page);
    page.engine = createEngine({
      log,
      claim,
      table: { tableId: '7', tableName: '7' },
      getAuthor: () => ({ userId, userName: device.plan.name ?? this.tag }),
      browserId: () => `browser-${device.index}`,
      storage,
      isDurable,
      transport: device.setting.transport(
        plain ? createPlainTransport(world, plain, caller) : createTransport(world, server, caller),
      ),
      tabs,
      group: createLeaderGroup(tabs, group),
      env,
      // Small, so that runs compact their logs often.
      summaryAfter: 4,
    });
    world.note(() => `${this.name}: opens ${sessionId} as ${claim.replicaId}`);
    this.listen(page, page.engine);
  }

  /** Connects the page's requests with the network and with the checks. */
  callerOf(page: Page): Caller {
    const { device } = this;
    return {
      device: device.index,
      userId: page.userId,
      sessionId: page.sessionId,
      life: page.life,
      random: device.random,
      isBlocked: (way) => device.isBlocked(way),
      isServerDown: () => device.setting.world.clock.now < device.setting.outage.until,
      whenAwake: (work) => device.whenAwake(work),
      // A snapshot server does not send its time.
      heardTime: (serverTime) => device.setting.plain ?? device.heardTime(serverTime),
      read: (sync) => (device.plan.older ? createOlderSync(sync) : sync),
      places: (placementId) => {
        page.placementId = placementId;
        // The attempt must be on disk first, so that the phone remembers it after a crash.
        if (!page.inMemory && !page.storedPlacements.has(placementId))
          device.setting.world.fail(
            'O1',
            `${this.name} asks for the order ${placementId}, which it has not kept`,
          );
      },
      gotStale: () => (device.gotStale = page.gotStale = true),
      mayBeThere: (events) =>
        events.length > 0 && events.every(({ id }) => device.setting.watch.read.has(id)),
      areHeld: (events) => device.setting.watch.ledger.recordHeld(events),
      hears: (kind, events, code) => device.setting.watch.recordAnswer(device, kind, events, code),
      sends: (kind, events) => device.setting.watch.checkRequest(this, page, kind, events),
      ended: (kind, isGivenUp) => {
        page.inFlight.set(kind, (page.inFlight.get(kind) ?? 1) - 1);
        if (kind === 'post' || kind === 'clear') page.isPatient = isGivenUp;
      },
    };
  }

  private listen(page: Page, engine: CartEngine): void {
    const { world } = this.device.setting;
    engine.cart.subscribe(() => (this.isDirty = true));
    engine.status.subscribe(({ storage }) => {
      if (storage !== 'memoryOnly' || page.inMemory) return;
      page.inMemory = true;
      this.device.setting.watch.ledger.recordDiskLoss(this.device.index);
      world.count('wentOnInMemory');
    });
    engine.notices.subscribe((notice) => {
      world.count(`notice:${notice.kind}`);
      if (notice.kind !== 'sessionEnded') return;
      page.isLeaving = true;
      world.note(() => `${this.name}: session ended, ${notice.unsent} unsent`);
      // The diner may press "Place order" just when the message appears.
      if (page.isPlacing === 0 && this.device.random.chance(0.5))
        void engine.place({}).then(({ kind }) => {
          world.count('placedAfterTheEnd');
          if (kind !== 'notSent')
            world.fail('S1', `${this.name}: an order of a session that ended is ${kind}`);
        });
      // Some diners read the message at once, others after the engine has ended by itself.
      world.clock.after(this.device.index % 2 === 0 ? 200 : takeBackMs + 200, () => {
        if (this.page !== page) return;
        this.end(page);
        this.open();
      });
    });
  }

  private async claim(
    page: Page,
    env: Environment,
    log: LogKey,
  ): Promise<{ storage: CartStorage; claim: Claim; isDurable: boolean }> {
    const { device } = this;
    const { watch } = device.setting;
    const storage = device.disk.openedBy(page.life, {
      handed: (batch) => this.handed(page, batch),
      stored: (records, isReported) => watch.ledger.recordStored(device.index, records, isReported),
      answered: () => {
        page.writing -= 1;
        this.isDirty = true;
      },
      damaged: (gone, stored) => watch.ledger.recordDamage(device.index, gone, stored),
      crash: () => this.crash(device.random.pick([50, 1_000, 6_000])),
    });
    try {
      const locks = device.browser.openedBy(this, page.life).locks;
      return { storage, claim: await claimReplica(storage, log, env, locks), isDurable: true };
    } catch {
      const memory = createMemoryStorage();
      return { storage: memory, claim: await claimReplica(memory, log, env, undefined), isDurable: false };
    }
  }

  private handed(page: Page, { records, replaces, state }: Batch): void {
    const { watch } = this.device.setting;
    if (state.placement) page.storedPlacements.add(state.placement.placementId);
    page.writing += 1;
    if (replaces) {
      page.mirror = emptyLog;
      // A restarted log contains no older events.
      if (replaces.why !== 'settled') page.covers = {};
      this.device.setting.world.count(replaces.why === 'settled' ? 'summedUp' : 'startedAgain');
    }
    page.mirror = append(page.mirror, records).log;
    for (const record of records) {
      if (!('event' in record)) continue;
      watch.checkReceived(this, record.event);
      if (record.from !== 'local') continue;
      watch.checkCreated(this, record.event);
      watch.ledger.recordWrite(this.device.index, record.event);
    }
  }

  private environment({ life, wake }: Page): Environment {
    const { device } = this;
    const time = createPageTime(device.setting.world.clock);
    return {
      now: () => device.now(),
      random: () => device.random.drawFraction(),
      newId: () => device.newId(),
      uptime: time.uptime,
      timer: (ms, work) => {
        const cancel = time.timer(ms, () => device.whenAwake(() => life.alive && work()));
        const forget = life.onEnd(cancel);
        return () => {
          cancel();
          forget();
        };
      },
      online: () => device.isOnline,
      looking: () => true,
      wake,
      leave: EMPTY,
    };
  }
}
