/**
 * Runs the pure step function of `sync/` in a page.
 *
 *   dispatch(input) ──► step(state, input, moment) ──► state$ ──► cart$, status$
 *        ▲                                        └──► effects ──► perform.ts
 *        └──────────── outcomes of effects, alarm ◄────────────────────┘
 *
 * Inputs are handled one after the other, in the order in which they were dispatched. The effects of a step are
 * performed before the next input is handled.
 */
import { BehaviorSubject, observeOn, queueScheduler, scan, Subject } from 'rxjs';
import type { Input } from '#sync/ports/input.ts';
import type { TableNotice } from '#sync/ports/table-notice.ts';
import { openPhone } from '#sync/open.ts';
import type { PhoneState } from '#sync/state/phone-state.ts';
import { findNextDue, step, type Step } from '#sync/step.ts';
import { buildCart, buildStatus } from '../cart/project-cart.ts';
import { emptyTableCart, type CartStatus, type TableCart } from '../cart/table-cart.ts';
import { createAlarm } from '../environment/alarm.ts';
import { createMoment } from '../environment/environment.ts';
import type { State } from '../environment/state.ts';
import type { Tabs } from '../tabs/tabs.ts';
import type { EngineOptions } from './cart-engine.ts';
import { createPerformer, type Performer } from './perform.ts';

interface LoopOptions extends EngineOptions {
  readonly tabs: Tabs;
  readonly notify: (notice: TableNotice) => void;
  readonly endSession: () => void;
}

interface EngineLoop {
  readonly dispatch: (input: Input) => void;
  readonly state: State<PhoneState>;
  readonly cart: State<TableCart>;
  readonly status: State<CartStatus>;
  /** Computes cart and status again after something outside of the phone's state has changed. */
  readonly updateCart: () => void;
  readonly performer: Performer;
}

/** This covers a round or two of a full table. */
export const defaultSummaryAfter = 64;

/** Opens the phone's state from the claimed replica and starts to handle inputs. */
export function startLoop(options: LoopOptions): EngineLoop {
  const { log, claim, table, presence, env, isDurable, record } = options;
  const inputs = new Subject<Input>();
  const dispatch = (input: Input) => inputs.next(input);
  const performer = createPerformer({ ...options, dispatch, now: () => env.now() });
  const alarm = createAlarm(env, () => dispatch({ kind: 'time' }));

  const { earlierIds = [], summaryAfter = defaultSummaryAfter } = options;
  const facts = { log, table, earlierIds, summaryAfter };
  const moment = createMoment(env);
  record?.({ opened: { facts, claim, moment } });
  const opened: Step & { uptime: number } = {
    state: openPhone(facts, claim, moment),
    effects: [],
    uptime: moment.uptime,
  };
  const state = new BehaviorSubject<PhoneState>(opened.state);
  const cart = new BehaviorSubject<TableCart>(buildCart(emptyTableCart, opened.state));
  const status = new BehaviorSubject<CartStatus>(buildStatus(undefined, opened.state, isDurable));
  const updateCart = () => {
    const nextCart = buildCart(cart.value, state.value, presence?.others.value);
    const nextStatus = buildStatus(status.value, state.value, isDurable);
    if (nextCart !== cart.value) cart.next(nextCart);
    if (nextStatus !== status.value) status.next(nextStatus);
  };

  inputs
    .pipe(
      // An effect may dispatch an input at once. The queue delays it until this input is done.
      observeOn(queueScheduler),
      scan((before, input) => {
        const row = { input, moment: createMoment(env) };
        record?.(row);
        return { ...step(before.state, input, row.moment), uptime: row.moment.uptime };
      }, opened),
    )
    .subscribe(({ state: after, effects, uptime }) => {
      state.next(after);
      updateCart();
      for (const effect of effects) performer.perform(effect);
      // The uptime of the step, not of now. Otherwise work that became due in between would be missed.
      alarm.set(findNextDue(after, uptime));
    });
  return { dispatch, state, cart, status, updateCart, performer };
}
