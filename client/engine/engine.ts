/**
 * The cart engine of a page: connects the loop of `engine-loop.ts` with the browser, the table's group and other tabs.
 * All decisions are made in `sync/`. Time, chance, storage and network come in through the options.
 */
import {
  BehaviorSubject,
  catchError,
  concatMap,
  distinctUntilChanged,
  EMPTY,
  from,
  map,
  of,
  skip,
  type Observable,
  type Subscription,
} from 'rxjs';
import type { Present } from '#projections/feed/presence.ts';
import { isOfSnapshotServer, chooseProtocol, getSnapshotParts } from '#sync/protocols/registry.ts';
import type { TabMessage } from '#sync/ports/tab-message.ts';
import type { Input } from '#sync/ports/input.ts';
import { hasNothingToSend } from '#sync/parts/tabs.ts';
import { createCartCommands } from '../cart/cart-commands.ts';
import { watchMissedChanges } from '../cart/missed-changes.ts';
import { createNoticeQueue } from '../cart/notice-queue.ts';
import { waitUntil } from '../environment/alarm.ts';
import { loadTableHistory } from '../logs/table-history.ts';
import { createLoneTab, type Tabs } from '../tabs/tabs.ts';
import type { CartEngine, EngineOptions } from './cart-engine.ts';
import { loadSnapshotParts } from '../transport/load-snapshot-parts.ts';
import { startLoop } from './engine-loop.ts';

/** Starts the engine on a claimed replica. */
export function createEngine(options: EngineOptions): CartEngine {
  const { log, claim, getAuthor, storage, group, presence, env } = options;
  const { earlierIds = [], tabs = createLoneTab() } = options;
  const notices = createNoticeQueue();
  let closing: Promise<void> | undefined;
  const { dispatch, state, cart, status, updateCart, performer } = startLoop({
    ...options,
    tabs,
    notify: notices.push,
    endSession: () => void (closing = archiveAfter(closing ?? closeAll())),
  });
  dispatch({ kind: 'start', author: getAuthor(), leads: tabs.leading.value });
  const subscriptions = [
    ...subscribeToInputs(options, tabs, dispatch),
    presence?.others.subscribe(updateCart),
  ];

  // If the session is about to end, this is the last chance to archive its log.
  const close = () => (closing ??= state.value.endsAt === undefined ? closeAll() : archiveAfter(closeAll()));
  /** Archives the log, so that a later engine of the same session starts with an empty one. */
  async function archiveAfter(closed: Promise<void>): Promise<void> {
    await closed;
    await storage.archive(log, env.now()).catch(console.warn);
  }
  async function closeAll(): Promise<void> {
    for (const subscription of subscriptions) subscription?.unsubscribe();
    dispatch({ kind: 'close' });
    presence?.close();
    await performer.waitUntilStored();
    // Closing the group needs the network. The next engine of this log must not wait for that.
    group?.close().catch((error: unknown) => console.warn('table group: could not be closed', error));
    tabs.close();
    claim.release();
  }

  const askPlacement = async (keepOn: boolean) => {
    const result = performer.waitForPlaceResult(
      keepOn ? 'known' : state.value.placement.job ? 'place' : 'ask',
    );
    dispatch({ kind: 'askPlacement', author: getAuthor(), keepOn });
    return await result;
  };

  return {
    userId: log.userId,
    cart,
    status,
    notices: notices.notices,
    presence: presence?.others ?? new BehaviorSubject<readonly Present[]>([]),
    missed: watchMissedChanges(state.pipe(map(({ notifying }) => notifying))),
    markMissedSeen: () => dispatch({ kind: 'sawMissed' }),
    loadHistory: async () => {
      dispatch({ kind: 'flush' });
      await performer.waitUntilStored();
      const keys = [log, ...earlierIds.map((userId) => ({ ...log, userId }))];
      return await loadTableHistory(storage, keys, state.value.knowledge.log, env.now());
    },
    earlierIds,
    commands: createCartCommands((command) => dispatch({ kind: 'wish', author: getAuthor(), command })),
    getCartVersion: () => chooseProtocol(state.value).cartVersion(state.value),
    getKnown: () => state.value.knowledge.merged.view.known,
    getWaiting: () => state.value.disk.queue,
    place: async (request) => {
      const result = performer.waitForPlaceResult('place');
      dispatch({ kind: 'place', author: getAuthor(), request, online: env.online() });
      return (await result) ?? { kind: 'unknown' };
    },
    resumePlacement: () => askPlacement(false),
    waitForPlacement: () => askPlacement(true),
    waitUntilSent: async (timeoutMs) => {
      dispatch({ kind: 'settle' });
      return await waitUntil(env, timeoutMs, state, (now) => hasNothingToSend(now, env.uptime()));
    },
    publish: (messageType, data) => dispatch({ kind: 'tell', messageType, data }),
    refresh: () => dispatch({ kind: 'refresh' }),
    close,
  };
}

/** Turns what happens in the browser, in other tabs and in the group into inputs. */
function subscribeToInputs(
  { env, group, browserId }: EngineOptions,
  tabs: Tabs,
  dispatch: (input: Input) => void,
): readonly (Subscription | undefined)[] {
  return [
    env.wake.subscribe(() => dispatch({ kind: 'wake' })),
    env.leave.subscribe(() => dispatch({ kind: 'flush' })),
    tabs.leading.pipe(skip(1)).subscribe((leads) => dispatch({ kind: 'lead', leads })),
    tabs.messages
      .pipe(concatMap(prepareForMessage))
      .subscribe((message) => dispatch({ kind: 'tab', message })),
    group?.connected.subscribe(() => dispatch({ kind: 'connected' })),
    group?.live.pipe(distinctUntilChanged()).subscribe((isLive) => dispatch({ kind: 'live', isLive })),
    group?.messages.subscribe((incoming) => dispatch({ kind: 'message', incoming, browserId: browserId() })),
  ];
}

/** Loads the code that a message of another tab needs. Messages keep their order. Without the code one is dropped. */
function prepareForMessage(message: TabMessage): Observable<TabMessage> {
  if (getSnapshotParts() || !isOfSnapshotServer(message)) return of(message);
  return from(loadSnapshotParts()).pipe(
    map(() => message),
    catchError((error: unknown) => {
      console.warn('a message of another tab was dropped, because its code could not be loaded', error);
      return EMPTY;
    }),
  );
}
