import { distinctUntilChanged, map, skip, skipWhile } from 'rxjs';
import { browserEnvironment, lookedAt } from './environment/browser-environment.ts';
import type { Environment } from './environment/environment.ts';
import { streamOf } from './environment/state.ts';
import type { TableCart } from './cart/table-cart.ts';
import type { CartEngine, EngineOptions } from './engine/cart-engine.ts';
import { createEngine } from './engine/engine.ts';
import { runLifecycle, type TableLifecycle } from './engine/run-lifecycle.ts';
import type { Seat } from './engine/table-lifecycle.ts';
import { httpTransport } from './transport/http-transport.ts';
import type { Author } from '#sync/commands/create-event.ts';
import { createPresence } from './group/presence.ts';
import { negotiateAccess } from './group/negotiate-access.ts';
import { lazyGroup } from './group/lazy-group.ts';
import { steadyGroup } from './group/steady-group.ts';
import { bringLines } from './bring-lines.ts';
import { carryPending } from './carry-pending.ts';
import { noteRunningCart } from './logs/running-cart.ts';
import { isRecordingWanted } from './recording/record-choice.ts';
import { claimReplica, type Claim } from './storage/replica-claim.ts';
import type { CartStorage, LogKey } from '#sync/ports/storage.ts';
import { createIdbStorage } from './storage/indexeddb-storage.ts';
import { createMemoryStorage } from './storage/memory-storage.ts';
import { createBrowserTabs, createTabBrowser } from './tabs/browser-tabs.ts';
import { createLeaderGroup } from './tabs/leader-group.ts';
import { noteConnection } from '#client/api/call/connection-history.ts';
import { dinerState } from '#client/api/diner-state.ts';

/** How long the browser's database may take before the cart goes on in memory, ms. */
const storageTimeoutMs = 5_000;

/** Opens and leaves the tables that the diner goes to. @param show as `runLifecycle` has it */
export function createTableLifecycle(show: (engine: CartEngine | undefined) => void): TableLifecycle {
  const env = browserEnvironment();
  return runLifecycle<CartEngine>({
    open: async (seat, before) => {
      const engine = await openTableCart(seat, before, env);
      if (before) restoreChoices(engine, before);
      return engine;
    },
    show,
    env,
  });
}

/** The engine of a real page: browser database, locks, HTTP and the table group. */
async function openTableCart(
  seat: Seat,
  before: TableCart | undefined,
  env: Environment,
): Promise<CartEngine> {
  const { merchantId, tableId, sessionId, userId } = seat;
  const log: LogKey = { merchantId, tableId, sessionId, userId };
  const { earlier, table } = dinerState.value;
  const earlierIds = earlier?.sessionId === sessionId ? earlier.userIds : [];
  const tableName = table?.tableName ?? '';
  const author = (): Author => ({ userId, userName: dinerState.value.member?.firstName || undefined });
  const { storage, claim, isDurable } = await openStorage(log);
  const record = isRecordingWanted() ? await startRecording(claim) : undefined;
  const browserId = () => dinerState.value.browserId;
  const tabs = createBrowserTabs(log, createTabBrowser());
  const openGroup = () => {
    const access = () => negotiateAccess(log.userId, log.tableId);
    const opened = lazyGroup({ access, browserId, env });
    opened.live
      .pipe(
        distinctUntilChanged(),
        skipWhile((isLive) => !isLive),
      )
      .subscribe((isLive) => noteConnection(isLive ? 'live' : 'silent'));
    return steadyGroup(opened, env);
  };
  const group = log.tableId ? createLeaderGroup(tabs, openGroup) : undefined;
  const engine = createEngine({
    log,
    claim,
    table: { tableId: log.tableId, tableName },
    author,
    earlierIds,
    browserId,
    storage,
    isDurable,
    transport: httpTransport(log.merchantId),
    tabs,
    group,
    ...(group && {
      presence: createPresence({
        group,
        author,
        renamed: streamOf(dinerState).pipe(
          map(({ member }) => member?.firstName),
          distinctUntilChanged(),
          skip(1),
        ),
        sessionId: log.sessionId,
        was: earlierIds[0],
        looking: lookedAt(),
        now: () => env.now(),
      }),
    }),
    env,
    record,
  });
  const [last] = earlierIds.slice(-1);
  if (last !== undefined && !earlier?.token) {
    const locks = (navigator as Partial<Navigator>).locks;
    void carryPending({ engine, log: { ...log, userId: last }, storage, env, locks }).catch(
      (error: unknown) => console.warn('what was not sent stays in the log of the guest', error),
    );
  }
  if (earlier?.token && earlierIds.length > 0)
    void bringLines(engine, log, { ...earlier, token: earlier.token, left: before });
  noteRunningCart({ log, replicaId: claim.replicaId, history: () => engine.loadHistory() });
  return engine;

  async function startRecording({ replicaId }: Claim): Promise<EngineOptions['record']> {
    try {
      const { recorder } = await import('./recording/recorder.ts');
      return recorder({ at: Math.round(env.now()), log, replicaId }, env);
    } catch (error) {
      console.warn('this run is not recorded', error);
      return undefined;
    }
  }

  /** Some browsers never answer a request to open their database. */
  async function waitForClaim(claimed: Promise<Claim>): Promise<Claim> {
    let isLate = false;
    const timeIsUp = new Promise<never>((_, reject) => {
      env.timer(storageTimeoutMs, () => {
        isLate = true;
        reject(new Error('no answer'));
      });
    });
    claimed.then(
      (claim) => isLate && claim.release(),
      () => {},
    );
    return await Promise.race([claimed, timeIsUp]);
  }

  async function openStorage(
    key: LogKey,
  ): Promise<{ storage: CartStorage; claim: Claim; isDurable: boolean }> {
    const disk = createIdbStorage();
    // `navigator.locks` is absent on plain HTTP (D24).
    const locks = (navigator as Partial<Navigator>).locks;
    const claimed = claimReplica(disk, key, env, locks);
    try {
      return { storage: disk, claim: await waitForClaim(claimed), isDurable: true };
    } catch (error) {
      console.warn('cart storage can not be opened, the cart goes on in memory', error);
      const memory = createMemoryStorage();
      return { storage: memory, claim: await claimReplica(memory, key, env, undefined), isDurable: false };
    }
  }
}

/** P2: what a server does not tell stays as the diner had it before they logged in. */
function restoreChoices({ cart, commands, status }: CartEngine, { guests, orderType }: TableCart): void {
  const whenLoaded = status.subscribe(({ loaded }) => {
    if (!loaded) return;
    if (cart.value.orderType === null && orderType !== null) commands.setOrderType(orderType);
    if (cart.value.guests === 0 && guests > 0) commands.setGuests(guests);
    queueMicrotask(() => whenLoaded.unsubscribe());
  });
}
