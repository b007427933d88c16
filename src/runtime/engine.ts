/** The engine of a real page: `inputs$ → scan(step) → state$, effects$`. What decides is in `sync/`. */
import {
  BehaviorSubject,
  distinctUntilChanged,
  map,
  observeOn,
  queueScheduler,
  scan,
  skip,
  Subject,
} from 'rxjs';
import { projectCart } from '#src/cart/project-cart.ts';
import { emptyTableCart, type CartStatus, type TableCart } from '#src/cart/table-cart.ts';
import type { Input } from '#sync/input.ts';
import type { Author } from '#sync/mint.ts';
import { openPhone, type ClaimedLog } from '#sync/open.ts';
import { isSaved } from '#sync/disk.ts';
import type { CartStorage, LogKey } from '#sync/ports/storage.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import type { PhoneState } from '#sync/state.ts';
import { nextDue, step, type Step } from '#sync/step.ts';
import { isSettled } from '#sync/tabs.ts';
import type { OrderTable } from '#sync/wire/order-detail.ts';
import type { Present } from '#projections/presence.ts';
import type { CartEngine } from './cart-engine.ts';
import type { Environment } from './environment.ts';
import type { TableGroup } from './group/table-group.ts';
import { tableHistory } from './logs/table-history.ts';
import { countMissed } from './missed.ts';
import { createNotices } from './notices.ts';
import { performer } from './perform.ts';
import type { Presence } from './presence.ts';
import { aloneTab, type Tabs } from './tabs/tabs.ts';

/** G2: a round or two of a full table. */
const usualSummaryAfter = 64;

export interface EngineOptions {
  readonly log: LogKey;
  readonly claim: ClaimedLog & { release(): void };
  readonly table: OrderTable;
  /** Who writes; the name may be given later on. */
  readonly author: () => Author;
  /** Who the diner was at this session, on this phone, before they logged in. Default: nobody else. */
  readonly earlierIds?: readonly string[];
  readonly browserId: () => string;
  readonly storage: CartStorage;
  /** False when the storage is only the page's memory. */
  readonly isDurable: boolean;
  readonly transport: CartTransport;
  /** The diner's other tabs at this table; default: there are none. */
  readonly tabs?: Tabs;
  /** undefined: an order without a table has no group (D19). */
  readonly group: TableGroup | undefined;
  /** Default: nobody else is heard of. */
  readonly presence?: Presence;
  readonly env: Environment;
  /** G2: from so many settled events on the rows on disk are summed up. */
  readonly summaryAfter?: number;
}

/** Starts the engine on a claimed replica. Nothing in here reaches for time, chance, storage or network by itself. */
export function createEngine(options: EngineOptions): CartEngine {
  const { log, claim, table, author, browserId, storage, transport, group, presence, env } = options;
  const { earlierIds = [], summaryAfter = usualSummaryAfter, tabs = aloneTab() } = options;
  const notices = createNotices();
  const inputs = new Subject<Input>();
  const tell = (input: Input) => inputs.next(input);
  const end = () => void close().then(() => storage.archive(log, env.now()).catch(console.warn));
  const world = {
    log,
    storage,
    transport,
    group,
    tabs,
    now: () => env.now(),
    notice: notices.tell,
    tell,
    end,
  };
  const { perform, placeResult, stored } = performer(world);
  const momentNow = () => ({
    now: env.now(),
    uptime: env.uptime(),
    chance: env.random(),
    id: env.newId(),
    looking: env.looking(),
  });

  const facts = { log, table, earlierIds, summaryAfter };
  const opened = openPhone(facts, claim, momentNow());
  const state = new BehaviorSubject<PhoneState>(opened);
  const cart = new BehaviorSubject<TableCart>(emptyTableCart);
  const status = new BehaviorSubject<CartStatus>(statusOf(opened, options.isDurable));
  let cancelTimer = () => {};
  let timerDue = Infinity;

  const arm = (after: PhoneState) => {
    const uptime = env.uptime();
    const due = nextDue(after, uptime);
    if (due === timerDue) return;
    cancelTimer();
    timerDue = due;
    if (due < Infinity)
      cancelTimer = env.timer(due - uptime, () => {
        timerDue = Infinity;
        tell({ kind: 'time' });
      });
  };

  const show = (after: PhoneState) => {
    const next = projectCart(cart.value, after.knowledge.merged.view, log.userId, {
      entries: after.knowledge.log.entries,
      names: after.knowledge.names,
      pending: after.knowledge.log.pending,
      sent: after.outbox.sent,
      isSaved: (id) => isSaved(after, id),
    });
    if (next !== cart.value) cart.next(next);
    const said = statusOf(after, options.isDurable);
    if (Object.entries(said).some(([name, value]) => status.value[name as keyof CartStatus] !== value))
      status.next(said);
  };

  const begin: Step = { state: opened, effects: [] };
  show(opened);
  inputs
    .pipe(
      // An input that comes of another one's effects is taken after it.
      observeOn(queueScheduler),
      scan((before, input) => step(before.state, input, momentNow()), begin),
    )
    .subscribe(({ state: after, effects }) => {
      state.next(after);
      show(after);
      for (const effect of effects) perform(effect);
      arm(after);
    });

  tell({ kind: 'start', author: author(), leads: tabs.leading.value });
  const subscriptions = [
    env.wake.subscribe(() => tell({ kind: 'wake' })),
    env.leave.subscribe(() => tell({ kind: 'flush' })),
    tabs.leading.pipe(skip(1)).subscribe((leads) => tell({ kind: 'lead', leads })),
    tabs.messages.subscribe((message) => tell({ kind: 'tab', message })),
    group?.connected.subscribe(() => tell({ kind: 'connected' })),
    group?.live.pipe(distinctUntilChanged()).subscribe((isLive) => tell({ kind: 'live', isLive })),
    group?.messages.subscribe((incoming) => tell({ kind: 'message', incoming, browserId: browserId() })),
  ];

  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeAll());
  async function closeAll(): Promise<void> {
    for (const subscription of subscriptions) subscription?.unsubscribe();
    tell({ kind: 'close' });
    cancelTimer();
    presence?.close();
    await stored();
    await group?.close();
    tabs.close();
    claim.release();
  }

  const settled = (timeoutMs: number) =>
    new Promise<boolean>((resolve) => {
      tell({ kind: 'settle' });
      const finish = (isDone: boolean) => {
        cancel();
        looks.unsubscribe();
        resolve(isDone);
      };
      const cancel = env.timer(timeoutMs, () => finish(false));
      const looks = state
        .pipe(observeOn(queueScheduler))
        .subscribe((now) => isSettled(now, env.uptime()) && finish(true));
    });

  return {
    cart,
    status,
    notices: notices.all,
    presence: presence?.others ?? new BehaviorSubject<readonly Present[]>([]),
    missed: countMissed(state.pipe(map(({ telling }) => telling))),
    sawMissed: () => tell({ kind: 'sawMissed' }),
    history: async () => {
      await stored();
      const earlier = earlierIds.map((userId) => ({ ...log, userId }));
      return await tableHistory(storage, [log, ...earlier], state.value.knowledge.log, env.now());
    },
    earlierIds,
    commands: {
      add: (item, quantity) => wish({ kind: 'add', item, quantity }),
      decrease: ({ lineId }, quantity) => wish({ kind: 'decrease', lineId, quantity }),
      editNotes: ({ lineId }, notes) => wish({ kind: 'editNotes', lineId, notes }),
      clear: (scope) => wish({ kind: 'clear', scope }),
      setGuests: (guests) => wish({ kind: 'setGuests', guests }),
      setOrderType: (orderType) => wish({ kind: 'setOrderType', orderType }),
    },
    cut: () => state.value.knowledge.merged.view.known,
    place: async (request) => {
      const result = placeResult('place');
      tell({ kind: 'place', author: author(), request, online: env.online() });
      return (await result) ?? { kind: 'unknown' };
    },
    resumePlacement: () => askPlacement(false),
    placementKnown: () => askPlacement(true),
    settled,
    tell: (messageType, data) => tell({ kind: 'tell', messageType, data }),
    refresh: () => tell({ kind: 'refresh' }),
    close,
  };

  function wish(command: Extract<Input, { kind: 'wish' }>['command']): void {
    tell({ kind: 'wish', author: author(), command });
  }

  async function askPlacement(keepOn: boolean) {
    const result = placeResult(keepOn ? 'known' : state.value.placement.job ? 'place' : 'ask');
    tell({ kind: 'askPlacement', author: author(), keepOn });
    return await result;
  }
}

function statusOf({ server, disk }: PhoneState, isDurable: boolean): CartStatus {
  return {
    network: server.isReachable ? 'online' : 'offline',
    storage: disk.inMemory || !isDurable ? 'memoryOnly' : 'durable',
    loaded: server.isLoaded,
  };
}
