/** The engine of a page: `inputs$ → scan(step) → state$, effects$`. What decides is in `sync/`. */
import {
  BehaviorSubject,
  distinctUntilChanged,
  EMPTY,
  map,
  observeOn,
  queueScheduler,
  scan,
  skip,
  Subject,
} from 'rxjs';
import type { Present } from '#projections/feed/presence.ts';
import { commandsOf } from '../cart/commands.ts';
import { cartOf, statusOf } from '../cart/project-cart.ts';
import { emptyTableCart, type CartStatus, type TableCart } from '../cart/table-cart.ts';
import { protocolOf } from '#sync/protocols/registry.ts';
import type { Input } from '#sync/ports/input.ts';
import { openPhone } from '#sync/open.ts';
import type { PhoneState } from '#sync/state/phone-state.ts';
import { nextDue, step, type Step } from '#sync/step.ts';
import { isSettled } from '#sync/parts/tabs.ts';
import { alarmClock, limited } from '../environment/alarm.ts';
import type { CartEngine, EngineOptions } from './cart-engine.ts';
import { momentOf } from '../environment/environment.ts';
import { countMissed } from '../cart/missed.ts';
import { createNotices } from '../cart/notices.ts';
import { createPerformer } from './perform.ts';
import { createLoneTab } from '../tabs/tabs.ts';
import { tableHistory } from '../logs/table-history.ts';

/** G2: a round or two of a full table. */
export const defaultSummaryAfter = 64;

/** Starts the engine on a claimed replica. Nothing in here reaches for time, chance, storage or network by itself. */
export function createEngine(options: EngineOptions): CartEngine {
  const { log, claim, author, storage, group, presence, env, isDurable, record } = options;
  const { earlierIds = [], summaryAfter = defaultSummaryAfter, tabs = createLoneTab() } = options;
  const inputs = new Subject<Input>();
  const dispatch = (input: Input) => inputs.next(input);
  const notices = createNotices();
  const {
    perform,
    waitForPlaceResult: placeResult,
    waitUntilStored: stored,
  } = createPerformer({
    ...options,
    tabs,
    dispatch,
    now: () => env.now(),
    notify: notices.tell,
    end: () => void (closing = putAway(closing ?? closeAll())),
  });
  const alarm = alarmClock(env, () => dispatch({ kind: 'time' }));

  const facts = { log, table: options.table, earlierIds, summaryAfter };
  const moment = momentOf(env);
  record?.({ opened: { facts, claim, moment } });
  const opened: Step & { uptime: number } = {
    state: openPhone(facts, claim, moment),
    effects: [],
    uptime: moment.uptime,
  };
  const state = new BehaviorSubject<PhoneState>(opened.state);
  const cart = new BehaviorSubject<TableCart>(cartOf(emptyTableCart, opened.state));
  const status = new BehaviorSubject<CartStatus>(statusOf(undefined, opened.state, isDurable));
  const show = (after: PhoneState) => {
    state.next(after);
    const [nextCart, nextStatus] = [
      cartOf(cart.value, after, presence?.others.value),
      statusOf(status.value, after, isDurable),
    ];
    if (nextCart !== cart.value) cart.next(nextCart);
    if (nextStatus !== status.value) status.next(nextStatus);
  };

  inputs
    .pipe(
      // An input that comes of another one's effects is taken after it.
      observeOn(queueScheduler),
      scan((before, input) => {
        const told = { input, moment: momentOf(env) };
        record?.(told);
        return { ...step(before.state, input, told.moment), uptime: told.moment.uptime };
      }, opened),
    )
    .subscribe(({ state: after, effects, uptime }) => {
      show(after);
      for (const effect of effects) perform(effect);
      // Since the step, not since now: what came due meanwhile would never be done.
      alarm.set(nextDue(after, uptime));
    });

  const message = { kind: 'message' } as const;
  dispatch({ kind: 'start', author: author(), leads: tabs.leading.value });
  const subscriptions = [
    env.wake.subscribe(() => dispatch({ kind: 'wake' })),
    env.leave.subscribe(() => dispatch({ kind: 'flush' })),
    tabs.leading.pipe(skip(1)).subscribe((leads) => dispatch({ kind: 'lead', leads })),
    presence?.others.subscribe(() => show(state.value)),
    tabs.messages.subscribe((word) => dispatch({ kind: 'tab', message: word })),
    group?.connected.subscribe(() => dispatch({ kind: 'connected' })),
    group?.live.pipe(distinctUntilChanged()).subscribe((isLive) => dispatch({ kind: 'live', isLive })),
    group?.messages.subscribe((incoming) =>
      dispatch({ ...message, incoming, browserId: options.browserId() }),
    ),
  ];

  let closing: Promise<void> | undefined;
  // S1: of a session that was closed a moment ago nobody will end it any more.
  const close = () => (closing ??= state.value.endsAt === undefined ? closeAll() : putAway(closeAll()));
  /** S2: whoever goes on in the same session finds the log put away. */
  const putAway = async (closed: Promise<void>) => {
    await closed;
    await storage.archive(log, env.now()).catch(console.warn);
  };
  async function closeAll(): Promise<void> {
    for (const subscription of subscriptions) subscription?.unsubscribe();
    dispatch({ kind: 'close' });
    presence?.close();
    await stored();
    // The goodbye needs the network. The next engine of this log must not wait for that.
    group?.close().catch((error: unknown) => console.warn('table group: not closed', error));
    tabs.close();
    claim.release();
  }

  const askPlacement = async (keepOn: boolean) => {
    const result = placeResult(keepOn ? 'known' : state.value.placement.job ? 'place' : 'ask');
    dispatch({ kind: 'askPlacement', author: author(), keepOn });
    return await result;
  };

  return {
    userId: log.userId,
    cart,
    status,
    notices: notices.all,
    connected: group?.connected ?? EMPTY,
    presence: presence?.others ?? new BehaviorSubject<readonly Present[]>([]),
    missed: countMissed(state.pipe(map(({ notifying }) => notifying))),
    markMissedSeen: () => dispatch({ kind: 'sawMissed' }),
    loadHistory: async () => {
      await stored();
      const keys = [log, ...earlierIds.map((userId) => ({ ...log, userId }))];
      return await tableHistory(storage, keys, state.value.knowledge.log, env.now());
    },
    earlierIds,
    commands: commandsOf((command) => dispatch({ kind: 'wish', author: author(), command })),
    getCartVersion: () => protocolOf(state.value).cartVersion(state.value),
    getKnown: () => state.value.knowledge.merged.view.known,
    place: async (request) => {
      const result = placeResult('place');
      dispatch({ kind: 'place', author: author(), request, online: env.online() });
      return (await result) ?? { kind: 'unknown' };
    },
    resumePlacement: () => askPlacement(false),
    waitForPlacement: () => askPlacement(true),
    waitUntilSent: async (timeoutMs) => {
      dispatch({ kind: 'settle' });
      return await limited(env, timeoutMs, state, (now) => isSettled(now, env.uptime()));
    },
    publish: (messageType, data) => dispatch({ kind: 'tell', messageType, data }),
    refresh: () => dispatch({ kind: 'refresh' }),
    close,
  };
}
