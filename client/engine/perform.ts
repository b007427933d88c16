/**
 * Performs the effects that a step of the cart engine returns. The rules in `sync` make all decisions. This module only
 * does the input and output.
 *
 *   step ─► effect ─► perform ─► storage, server, group, other tabs, page
 *     ▲                             │
 *     └───── input `stored`, `answered`
 *
 * Example: `{ kind: 'send', number: 7, call }` sends the call. Later the input `{ kind: 'answered', number: 7, … }` is
 * dispatched, with the answer or the failure.
 */
import type { Effect, PlaceQuestion, PlaceResult } from '#sync/ports/effect.ts';
import type { Answered, Input } from '#sync/ports/input.ts';
import type { CartStorage, LogKey } from '#sync/ports/storage.ts';
import type { Answer, CartTransport, ServerCall } from '#sync/ports/transport.ts';
import type { TableNotice } from '#sync/ports/table-notice.ts';
import type { TableGroup } from '../group/table-group.ts';
import type { Tabs } from '../tabs/tabs.ts';

export interface PerformerOptions {
  readonly log: LogKey;
  readonly storage: CartStorage;
  readonly transport: CartTransport;
  readonly group: TableGroup | undefined;
  readonly tabs: Tabs;
  /** The phone's clock, corrected by the server's time, ms. */
  readonly now: () => number;
  /** Sends a notice to the page. */
  readonly notify: (notice: TableNotice) => void;
  /** Receives the outcomes of effects. */
  readonly dispatch: (input: Input) => void;
  /** Called when the table session is over. */
  readonly endSession: () => void;
}

export interface Performer {
  perform(effect: Effect): void;
  /** Resolves with the next result of placing an order that is meant for a caller of this kind. */
  waitForPlaceResult(question: PlaceQuestion): Promise<PlaceResult | undefined>;
  /** Resolves when no write to storage is running. Writes may have failed. */
  waitUntilStored(): Promise<void>;
}

export function createPerformer(options: PerformerOptions): Performer {
  const { log, storage, transport, group, tabs, dispatch } = options;
  const storing = new Set<Promise<void>>();
  /** The running calls, by their number. */
  const calls = new Map<number, AbortController>();
  const waiters = new Map<PlaceQuestion, ((result: PlaceResult | undefined) => void)[]>();

  const store = async (effect: Extract<Effect, { kind: 'store' }>): Promise<void> => {
    const { number, inMemory, replicaId, batch } = effect;
    try {
      // The database has failed before. The cart continues in memory, so there is nothing to write.
      if (!inMemory) await storage.append(log, replicaId, batch);
      dispatch({ kind: 'stored', batch: number, ok: true });
    } catch (error) {
      dispatch({ kind: 'stored', batch: number, ok: false, reason: String(error) });
    }
  };

  const send = async (number: number, call: ServerCall): Promise<void> => {
    const controller = new AbortController();
    calls.set(number, controller);
    const answered = await callServer(transport, number, call, controller.signal);
    calls.delete(number);
    dispatch(answered);
  };

  return {
    perform(effect) {
      switch (effect.kind) {
        case 'store': {
          const stored = store(effect);
          storing.add(stored);
          void stored.finally(() => storing.delete(stored));
          return;
        }
        case 'archive':
          void storage.archive(log, options.now(), effect.replicaId).catch(console.warn);
          return;
        case 'send':
          void send(effect.number, effect.call);
          return;
        case 'giveUp':
          calls.get(effect.number)?.abort();
          return;
        case 'publish':
          void group?.publish(effect.messageType, effect.data);
          return;
        case 'postToTabs':
          tabs.post(effect.message);
          return;
        case 'notice':
          options.notify(effect.notice);
          return;
        case 'placeResult':
          for (const resolve of waiters.get(effect.to)?.splice(0) ?? []) resolve(effect.result);
          return;
        case 'report':
          console[effect.level](effect.text, ...(effect.detail === undefined ? [] : [effect.detail]));
          return;
        case 'end':
          options.endSession();
          return;
        default:
          effect satisfies never;
      }
    },
    waitForPlaceResult: (question) =>
      new Promise((resolve) => {
        waiters.set(question, [...(waiters.get(question) ?? []), resolve]);
      }),
    async waitUntilStored() {
      while (storing.size > 0) await Promise.all(storing);
    },
  };
}

async function callServer(
  transport: CartTransport,
  number: number,
  call: ServerCall,
  signal: AbortSignal,
): Promise<Answered> {
  const answered = { kind: 'answered', number } as const;
  switch (call.call) {
    case 'post': {
      const { detail, events, known } = call;
      const answer = await tryCall(() => transport.post(detail, events, known, signal));
      return { ...answered, call: 'post', answer };
    }
    case 'clear':
      return { ...answered, call: 'clear', answer: await tryCall(() => transport.clear(call.event, signal)) };
    case 'snapshot':
      return {
        ...answered,
        call: 'snapshot',
        answer: await tryCall(() => transport.snapshot(call.known, signal)),
      };
    // The engine never aborts the calls from here on, so they get no signal.
    case 'place':
      return { ...answered, call: 'place', answer: await tryCall(() => transport.place(call.order)) };
    case 'placement': {
      const answer = await tryCall(() => transport.placement(call.placementId));
      return { ...answered, call: 'placement', answer };
    }
    case 'openOrder':
      return { ...answered, call: 'openOrder', answer: await tryCall(() => transport.openOrder()) };
    default:
      return call satisfies never;
  }
}

/** Sends a call. A transport must not throw. If it does, that counts as a request without an answer. */
async function tryCall<T>(question: () => Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await question();
  } catch (error) {
    console.error('cart: the transport failed', error);
    return { ok: false, failure: { kind: 'retry', reason: String(error) } };
  }
}
