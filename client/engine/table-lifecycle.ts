/**
 * How a phone opens and leaves tables: it runs one cart engine at a time, for the table that was wanted last.
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
 * Two engines of one log must never run at the same time, because both would write under the same storage locks. So a
 * table is opened only after the one before is closed. No code here waits for a promise. Outcomes come in as inputs
 * with the number of their attempt. An outcome of an abandoned attempt changes nothing, except that an engine that
 * opened too late is closed.
 *
 * Invariants, which `tests/client/cart-engine/engine/table-lifecycle.test.ts` checks over random orders of inputs:
 * - The engine that is shown is always the one of the wanted table.
 * - Every opened engine except the shown one gets a `close`.
 * - When every open and close has ended or timed out, the wanted table is open.
 *
 * Example: a diner scans table B while table A is still opening. `want B` changes only `wanted`. `opened A` closes A at
 * once without showing it. `closed` opens B.
 */

/** A diner at a table session. One engine serves one seat. */
export interface Seat {
  readonly merchantId: string;
  /** Empty for an order without a table. */
  readonly tableId: string;
  readonly sessionId: string;
  readonly userId: string;
  /** When the staff reopened the table in the same session, ms since 1970. */
  readonly reopenedAt?: number | undefined;
}

/** See the diagram above. */
type Phase<Engine> =
  | { readonly kind: 'closed' }
  | { readonly kind: 'opening'; readonly seat: Seat }
  | { readonly kind: 'open'; readonly seat: Seat; readonly engine: Engine }
  | { readonly kind: 'closing' }
  | { readonly kind: 'paused' };

export interface LifecycleState<Engine> {
  readonly wanted: Seat | undefined;
  readonly phase: Phase<Engine>;
  /** The number of the latest attempt to open, close or pause. */
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

/** Timeouts of an open and a close, and the pause before the next attempt, in ms. */
export const lifecycleWaits = { openMs: 10_000, closeMs: 5_000, pauseMs: 3_000 } as const;

interface Step<Engine> {
  readonly state: LifecycleState<Engine>;
  readonly effects: readonly LifecycleEffect<Engine>[];
}

export function createLifecycleState<Engine>(): LifecycleState<Engine> {
  return { wanted: undefined, phase: { kind: 'closed' }, attempt: 0 };
}

/** Pure. The caller performs the effects in their order. */
export function stepLifecycle<Engine>(
  state: LifecycleState<Engine>,
  input: LifecycleInput<Engine>,
): Step<Engine> {
  if (input.kind === 'want') return handleWant({ ...state, wanted: input.seat });
  const isCurrent = input.attempt === state.attempt;
  if (input.kind === 'opened') {
    if (isCurrent && state.phase.kind === 'opening')
      return handleOpened(state, state.phase.seat, input.engine);
    // The attempt was abandoned. Its engine must not stay open next to another one.
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
    // The pause belongs to the failed attempt, so the new table need not wait for it.
    case 'paused':
      return openWanted(state);
    // The attempt under way ends first. Its outcome then looks at `wanted`.
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

/** Whether one engine serves both seats. */
export function isSameSeat(one: Seat | undefined, other: Seat | undefined): boolean {
  return (
    one?.merchantId === other?.merchantId &&
    one?.tableId === other?.tableId &&
    one?.sessionId === other?.sessionId &&
    one?.userId === other?.userId &&
    one?.reopenedAt === other?.reopenedAt
  );
}
