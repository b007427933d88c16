import { distinctUntilChanged, map, skip, skipWhile } from 'rxjs';
import { createBrowserEnvironment, watchVisibility } from './environment/browser-environment.ts';
import type { Environment } from './environment/environment.ts';
import { toObservable } from './environment/state.ts';
import type { TableCart } from './cart/table-cart.ts';
import type { CartEngine, EngineOptions } from './engine/cart-engine.ts';
import { createEngine } from './engine/engine.ts';
import { runLifecycle, type TableLifecycle } from './engine/run-lifecycle.ts';
import type { Seat } from './engine/table-lifecycle.ts';
import { createHttpTransport } from './transport/http-transport.ts';
import { loadSnapshotParts } from './transport/load-snapshot-parts.ts';
import type { Author } from '#sync/commands/create-event.ts';
import { createPresence, type Presence } from './group/presence.ts';
import { negotiateAccess } from './group/negotiate-access.ts';
import { createLazyGroup } from './group/lazy-group.ts';
import { createRedeliveringGroup } from './group/redelivering-group.ts';
import type { TableGroup } from './group/table-group.ts';
import { moveGuestLines } from './move-guest-lines.ts';
import { movePendingEvents } from './move-pending-events.ts';
import { setRunningCart } from './logs/running-cart.ts';
import { isRecordingWanted } from './recording/recording-setting.ts';
import type { RunKey } from './storage/indexeddb-runs.ts';
import { openStorage } from './storage/open-storage.ts';
import { isSnapshotNeeded } from '#sync/protocols/registry.ts';
import type { CartStorage, LogKey } from '#sync/ports/storage.ts';
import { createBrowserTabs, createTabBrowser } from './tabs/browser-tabs.ts';
import { createLeaderGroup } from './tabs/leader-group.ts';
import type { Tabs } from './tabs/tabs.ts';
import { recordConnection } from '#client/api/call/connection-history.ts';
import { dinerState, type EarlierIds } from '#client/api/diner-state.ts';

/**
 * Opens the cart when the diner comes to a table, and closes it when they leave.
 *
 *     scan ──► openTableCart: storage ──► group ──► engine ──► show(engine)
 *                                                               │
 *                   after a login: move the guest's cart ◄──────┘
 *
 * @param show see `runLifecycle`
 */
export function createTableLifecycle(show: (engine: CartEngine | undefined) => void): TableLifecycle {
  const env = createBrowserEnvironment();
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

/**
 * Creates the engine of a real page. Tests and the simulation create theirs with stand-ins for storage, HTTP and group.
 *
 * @param before the cart that was shown before a login
 */
async function openTableCart(
  seat: Seat,
  before: TableCart | undefined,
  env: Environment,
): Promise<CartEngine> {
  const { merchantId, tableId, sessionId, userId } = seat;
  const log: LogKey = { merchantId, tableId, sessionId, userId };
  const { earlier, table } = dinerState.value;
  const earlierIds = earlier?.sessionId === sessionId ? earlier.userIds : [];
  const getAuthor = (): Author => ({ userId, userName: dinerState.value.member?.firstName || undefined });
  const { storage, claim, isDurable } = await openStorage(log, env);
  if ([...claim.orphans, ...(claim.own ? [claim.own] : [])].some(isSnapshotNeeded)) await loadSnapshotParts();
  const { replicaId } = claim;
  const record = isRecordingWanted()
    ? await startRecording({ at: Math.round(env.now()), log, replicaId }, env)
    : undefined;
  const tabs = createBrowserTabs(log, createTabBrowser());
  const group = tableId ? openGroup(log, tabs, env) : undefined;
  const engine = createEngine({
    log,
    claim,
    table: { tableId, tableName: table?.tableName ?? '' },
    getAuthor,
    earlierIds,
    browserId: getBrowserId,
    storage,
    isDurable,
    transport: createHttpTransport(merchantId),
    tabs,
    group,
    ...(group && { presence: openPresence(group, log, getAuthor, earlierIds[0], env) }),
    env,
    record,
  });
  if (earlier && earlierIds.length > 0) moveGuestCart({ engine, log, earlier, before, storage, env });
  setRunningCart({ log, replicaId, history: () => engine.loadHistory() });
  return engine;
}

function getBrowserId(): string {
  return dinerState.value.browserId;
}

async function startRecording(run: RunKey, env: Environment): Promise<EngineOptions['record']> {
  try {
    const { createRecorder } = await import('./recording/recorder.ts');
    return createRecorder(run, env);
  } catch (error) {
    console.warn('could not start the recording; this run is not recorded', error);
    return undefined;
  }
}

function openGroup({ userId, tableId }: LogKey, tabs: Tabs, env: Environment): TableGroup {
  return createLeaderGroup(tabs, () => {
    const requestAccess = () => negotiateAccess(userId, tableId);
    const opened = createLazyGroup({ requestAccess, browserId: getBrowserId, env });
    opened.live
      .pipe(
        distinctUntilChanged(),
        skipWhile((isLive) => !isLive),
      )
      .subscribe((isLive) => recordConnection(isLive ? 'live' : 'silent'));
    return createRedeliveringGroup(opened, env);
  });
}

function openPresence(
  group: TableGroup,
  { sessionId }: LogKey,
  author: () => Author,
  formerId: string | undefined,
  env: Environment,
): Presence {
  return createPresence({
    group,
    author,
    renamed: toObservable(dinerState).pipe(
      map(({ member }) => member?.firstName),
      distinctUntilChanged(),
      skip(1),
    ),
    sessionId,
    formerId,
    looking: watchVisibility(),
    now: () => env.now(),
  });
}

interface GuestMove {
  readonly engine: CartEngine;
  /** The member's log. */
  readonly log: LogKey;
  /** The ids that the diner had as a guest. At least one is of this session. */
  readonly earlier: EarlierIds;
  /** The cart that was shown before the login. */
  readonly before: TableCart | undefined;
  readonly storage: CartStorage;
  readonly env: Environment;
}

/**
 * Moves the cart of a diner whose id has changed to the new id.
 *
 * - The guest has logged in: the phone still has the guest's token, so it moves the lines on the server.
 * - The guest's token is lost, and the guest has registered again: the server keeps the accepted lines under the old id.
 *   The phone adds only the unsent ones again, under the new id.
 */
function moveGuestCart({ engine, log, earlier, before, storage, env }: GuestMove): void {
  if (earlier.token) {
    void moveGuestLines(engine, log, { ...earlier, token: earlier.token, cartBefore: before });
    return;
  }
  const [userId = ''] = earlier.userIds.slice(-1);
  const locks = (navigator as Partial<Navigator>).locks;
  void movePendingEvents({ engine, log: { ...log, userId }, storage, env, locks }).catch((error: unknown) =>
    console.warn('could not move the unsent changes of the guest; they stay in the guest’s log', error),
  );
}

/** Sets the order type and the number of guests again after a login. Some servers do not store them. */
function restoreChoices({ cart, commands, status }: CartEngine, { guests, orderType }: TableCart): void {
  const whenLoaded = status.subscribe(({ loaded }) => {
    if (!loaded) return;
    if (cart.value.orderType === null && orderType !== null) commands.setOrderType(orderType);
    if (cart.value.guests === 0 && guests > 0) commands.setGuests(guests);
    queueMicrotask(() => whenLoaded.unsubscribe());
  });
}
