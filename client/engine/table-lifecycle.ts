/**
 * How a phone opens and leaves tables: one cart engine at a time, for the table that is wanted last.
 *
 *             want                opened                 want another, or none
 *   closed ──────────► opening ─────────► open ───────────────────────► closing
 *     ▲                 │    │                                             │
 *     │   failed, or    │    │ opened, but another table is wanted         │
 *     │   too slow      ▼    └───────────────────────────────────►─────────┤
 *     ├─────────── paused (opens the wanted table when its time is up)     │
 *     └────────────────────────────────────────────────────────────────────┘
 *                                                      closed, or too slow
 *
 * Two engines of one log must never run side by side, because both would write under the same storage locks. So a table
 * is opened only after the one before is closed. Nothing here waits for a promise: outcomes come in as inputs that bear
 * the number of their attempt, and an outcome of an attempt that was given up changes nothing.
 *
 * Invariants, which `tests/client/cart-engine/engine/table-lifecycle.test.ts` checks over random orders of inputs:
 * - The engine that is shown is always the one of the wanted table.
 * - Of all engines that were opened, every one but the shown one is told to close.
 * - When every open and close ends, or its time is up, the wanted table is open.
 *
 * Example: a diner scans table B while table A is still opening. `want B` changes nothing but `wanted`; `opened A` closes
 * A at once without showing it; `closed` opens B.
 */

/** A diner at a table session: what one engine is for. */
export interface Seat {
  readonly merchantId: string;
  /** Empty for an order without a table. */
  readonly tableId: string;
  readonly sessionId: string;
  readonly userId: string;
  /** When the table was taken up again in the same session, ms since 1970. */
  readonly reopenedAt?: number | undefined;
}

/** What became of the last try to open or close; `attempt` numbers the tries. */
type Phase<Engine> =
  | { readonly kind: 'closed' }
  | { readonly kind: 'opening'; readonly seat: Seat }
  | { readonly kind: 'open'; readonly seat: Seat; readonly engine: Engine }
  | { readonly kind: 'closing' }
  | { readonly kind: 'paused' };

export interface LifecycleState<Engine> {
  readonly wanted: Seat | undefined;
  readonly phase: Phase<Engine>;
  readonly attempt: number;
}

export type LifecycleInput<Engine> =
  | { readonly kind: 'want'; readonly seat: Seat | undefined }
  | { readonly kind: 'opened'; readonly attempt: number; readonly engine: Engine }
  | { readonly kind: 'failed' | 'closed' | 'timeIsUp'; readonly attempt: number };

export type LifecycleEffect<Engine> =
  /** Answered by `opened` or `failed`. */
  | { readonly kind: 'open'; readonly attempt: number; readonly seat: Seat }
  /** Answered by `closed`. */
  | { readonly kind: 'close'; readonly attempt: number; readonly engine: Engine }
  | { readonly kind: 'show'; readonly engine: Engine | undefined }
  /** Answered by `timeIsUp`. */
  | { readonly kind: 'wait'; readonly attempt: number; readonly ms: number };

/** How long an open or a close may take before it is given up, and how long to pause before the next try, ms. */
export const lifecycleWaits = { openMs: 10_000, closeMs: 5_000, pauseMs: 3_000 } as const;

interface Step<Engine> {
  readonly state: LifecycleState<Engine>;
  readonly effects: readonly LifecycleEffect<Engine>[];
}

export function lifecycleStart<Engine>(): LifecycleState<Engine> {
  return { wanted: undefined, phase: { kind: 'closed' }, attempt: 0 };
}

/** One input after the other. Pure: the effects are for the caller to perform, in their order. */
export function stepLifecycle<Engine>(
  state: LifecycleState<Engine>,
  input: LifecycleInput<Engine>,
): Step<Engine> {
  if (input.kind === 'want') return handleWant({ ...state, wanted: input.seat });
  const isCurrent = input.attempt === state.attempt;
  if (input.kind === 'opened') {
    if (isCurrent && state.phase.kind === 'opening')
      return handleOpened(state, state.phase.seat, input.engine);
    // It was given up; its engine must not stay open beside another one.
    return { state, effects: [{ kind: 'close', attempt: input.attempt, engine: input.engine }] };
  }
  if (!isCurrent) return { state, effects: [] };
  const { kind } = state.phase;
  if (kind === 'opening') return input.kind === 'closed' ? { state, effects: [] } : pause(state);
  if (kind === 'closing' || kind === 'paused') return openWanted(state);
  return { state, effects: [] };
}

function handleWant<Engine>(state: LifecycleState<Engine>): Step<Engine> {
  const { wanted, phase } = state;
  switch (phase.kind) {
    case 'closed':
      return openWanted(state);
    case 'open':
      return isSameSeat(wanted, phase.seat) ? { state, effects: [] } : close(state, phase.engine, true);
    // The next try is for this table, so it need not wait for the last one's pause.
    case 'paused':
      return openWanted(state);
    // A try that goes on ends first: its outcome looks at what is wanted then.
    case 'opening':
    case 'closing':
      return { state, effects: [] };
    default:
      return phase satisfies never;
  }
}

function handleOpened<Engine>(state: LifecycleState<Engine>, seat: Seat, engine: Engine): Step<Engine> {
  if (!isSameSeat(state.wanted, seat)) return close(state, engine, false);
  return { state: { ...state, phase: { kind: 'open', seat, engine } }, effects: [{ kind: 'show', engine }] };
}

function openWanted<Engine>(state: LifecycleState<Engine>): Step<Engine> {
  const { wanted } = state;
  if (!wanted) return { state: { ...state, phase: { kind: 'closed' } }, effects: [] };
  const attempt = state.attempt + 1;
  return {
    state: { wanted, attempt, phase: { kind: 'opening', seat: wanted } },
    effects: [
      { kind: 'open', attempt, seat: wanted },
      { kind: 'wait', attempt, ms: lifecycleWaits.openMs },
    ],
  };
}

function close<Engine>(state: LifecycleState<Engine>, engine: Engine, isShown: boolean): Step<Engine> {
  const attempt = state.attempt + 1;
  return {
    state: { ...state, attempt, phase: { kind: 'closing' } },
    effects: [
      ...(isShown ? ([{ kind: 'show', engine: undefined }] as const) : []),
      { kind: 'close', attempt, engine },
      { kind: 'wait', attempt, ms: lifecycleWaits.closeMs },
    ],
  };
}

function pause<Engine>(state: LifecycleState<Engine>): Step<Engine> {
  const attempt = state.attempt + 1;
  return {
    state: { ...state, attempt, phase: { kind: 'paused' } },
    effects: [{ kind: 'wait', attempt, ms: lifecycleWaits.pauseMs }],
  };
}

/** Whether one engine serves both. */
export function isSameSeat(one: Seat | undefined, other: Seat | undefined): boolean {
  return (
    one?.merchantId === other?.merchantId &&
    one?.tableId === other?.tableId &&
    one?.sessionId === other?.sessionId &&
    one?.userId === other?.userId &&
    one?.reopenedAt === other?.reopenedAt
  );
}
