/**
 * The connection from a tab to the table's server, with injected faults.
 *
 *     request ─► lost | late ─► arrives ─► server down | refused | 500 | work ─► lost | late ─► answer
 *                                └► sometimes a second time, as a proxy may repeat it
 *
 * Each fault is drawn by `world.strikes`, so that a seed replays a run exactly.
 */
import type { Order } from '#contract/order-fields.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { Answer, CartTransport } from '#sync/ports/transport.ts';
import { codes } from '#contract/codes.ts';
import { timeouts } from '#contract/limits.ts';
import type { Sync } from '#contract/calls/cart.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { Random } from '../world/random.ts';
import type { TableServer } from '../servers/table-server.ts';
import type { Life, Way, World } from '../world/world.ts';

export type RequestKind = 'post' | 'clear' | 'snapshot' | 'place' | 'placement' | 'openOrder' | 'login';

export interface Caller {
  /** The number of the phone. */
  readonly device: number;
  readonly userId: string;
  readonly sessionId: string;
  readonly life: Life;
  readonly random: Random;
  readonly isBlocked: (way: Way) => boolean;
  readonly isServerDown: () => boolean;
  /** Runs the work at once, or when a frozen phone resumes. */
  readonly whenAwake: (work: () => void) => void;
  /** Every answer contains the server's time. */
  readonly heardTime: (serverTime: number) => void;
  /** Changes an answer to the parts that an older app understands. */
  readonly read: (sync: Sync) => Sync;
  /** The answer came from a copy of the server that lags behind. */
  readonly gotStale: () => void;
  /** The server may have read all of these before. */
  readonly mayBeThere: (events: readonly AnyEvent[]) => boolean;
  /** The server's answer to a whole request: a code of the contract, or 0 if it reads the events. */
  readonly hears: (kind: RequestKind, events: readonly AnyEvent[], code: number) => void;
  /** The server holds these events, because it lacks events that their author had seen. */
  readonly areHeld: (events: readonly AnyEvent[]) => void;
  /** A request is sent. */
  readonly sends: (kind: RequestKind, events: readonly AnyEvent[]) => void;
  /** An order is placed. */
  readonly places: (placementId: string) => void;
  /** A request got its answer, or timed out. @param isGivenUp the phone aborted it */
  readonly ended: (kind: RequestKind, isGivenUp: boolean) => void;
}

/** Codes that refuse a request for its content. They are used only for events that the server has not accepted before. */
const unacceptable: readonly number[] = [
  codes.badRequest,
  codes.tooLarge,
  codes.soldOut,
  codes.pleaseAddItAgainToYourCart,
];
/** Codes that refuse a request because it is out of date. The last one is unknown to the app. */
const outOfDate: readonly number[] = [codes.shoppingCartUpdated, codes.checkoutInProgress, 4711];
/** Delays of a slow server, ms: for its answers, and for work whose request the phone has given up. */
const slowMs = { answer: [6_000, 13_000], workFrom: 9_000, workTo: 30_000 } as const;
/** Values of `Retry-After`, ms. Undefined means no header. */
const patience = [undefined, 500, 3_000, 8_000] as const;

const retry = (reason: string): Answer<never> => ({ ok: false, failure: { kind: 'retry', reason } });

/** Sends a request. The server calls `work` each time that the request arrives, once or twice. */
export type Ask = <T>(
  kind: RequestKind,
  events: readonly AnyEvent[],
  work: () => Answer<T> | Promise<Answer<T>>,
  limits?: { readonly timeoutMs?: number; readonly signal?: AbortSignal | undefined },
) => Promise<Answer<T>>;

/** Connects one tab with a server of either kind. */
export function createAsk(world: World, caller: Caller): Ask {
  const { clock } = world;
  const { life, random } = caller;
  // A stream of its own, so that runs without slow answers stay the same for a seed.
  const slow = world.random.fork(`slow ${caller.device} ${clock.now}`);

  /** The answer of a proxy or rate limit in front of the server. Undefined if the request passes. */
  const findEarlyAnswer = (kind: RequestKind, events: readonly AnyEvent[]): Answer<never> | undefined => {
    if (kind === 'login') return undefined;
    if (world.strikes('tooBusy', random)) {
      caller.hears(kind, events, codes.tooManyRequests);
      return { ok: false, failure: { kind: 'busy', reason: '429', afterMs: random.pick(patience) } };
    }
    const isRefused = world.strikes('refusedWhole', random);
    const isInIt = isRefused && !caller.mayBeThere(events) && (events.length > 1 || random.chance(0.6));
    const code = isRefused ? random.pick(isInIt ? unacceptable : outOfDate) : codes.ok;
    caller.hears(kind, events, code);
    if (!isRefused) return undefined;
    return { ok: false, failure: { kind: 'refused', code, msg: '' } };
  };

  return (kind, events, work, { timeoutMs = timeouts.read, signal } = {}) =>
    new Promise((resolve) => {
      if (!life.alive) return;
      caller.sends(kind, events);
      let done = false;
      const finish = (answer: Awaited<ReturnType<typeof work>>, isGivenUp = false) => {
        if (done || !life.alive) return;
        done = true;
        limit.cancel();
        caller.ended(kind, isGivenUp);
        resolve(answer);
      };
      const limit = clock.after(timeoutMs, () => caller.whenAwake(() => finish(retry('no answer in time'))));
      life.onEnd(() => limit.cancel());
      signal?.addEventListener('abort', () => {
        world.count('givenUp');
        finish(retry('given up'), true);
      });

      const reply = (answer: Awaited<ReturnType<typeof work>>) => {
        const serverTime = clock.now;
        let ms = random.between(5, 150);
        if (world.strikes('answerLate', random)) ms += random.between(1_000, 14_000);
        if (world.strikes('slowAnswer', slow)) ms += slow.pick(slowMs.answer);
        clock.after(ms, () => {
          if (done || !life.alive) return;
          if (caller.isBlocked('down')) return world.count('blockedDown');
          if (world.strikes('answerLost', random)) return;
          caller.whenAwake(() => {
            if (done || !life.alive) return;
            caller.heardTime(serverTime);
            finish(answer);
          });
        });
      };
      // Drawn once, for both copies of a repeated request.
      const no = findEarlyAnswer(kind, events);
      const handleArrival = async () => {
        if (caller.isServerDown()) {
          world.count('serverDown');
          // Usually a proxy in front of the server answers at once.
          if (random.chance(0.7)) clock.after(40, () => finish(retry('unreachable')));
          return;
        }
        if (no) return reply(no);
        if (world.strikes('serverError', random)) {
          // Half of them fail after the work was done.
          if (random.chance(0.5)) await work();
          return reply({ ok: false, failure: { kind: 'retry', reason: '500', came: 'failing' } });
        }
        reply(await work());
      };

      if (caller.isBlocked('up') || world.strikes('requestLost', random)) {
        if (caller.isBlocked('up')) world.count('blockedUp');
        // Some networks fail at once, others do not answer.
        if (random.chance(0.5)) clock.after(40, () => finish(retry('unreachable')));
        return;
      }
      let ms = random.between(5, 150);
      if (world.strikes('requestLate', random)) ms += random.between(1_000, 14_000);
      const isChange = kind === 'post' || kind === 'clear';
      if (isChange && world.strikes('lateWork', slow)) ms += slow.between(slowMs.workFrom, slowMs.workTo);
      clock.after(ms, () => void handleArrival());
      if (!world.strikes('requestTwice', random) || no) return;
      // A proxy repeats the request. The second answer reaches no phone.
      ms += random.between(1, 3_000);
      clock.after(ms, () => void (caller.isServerDown() || work()));
    });
}

/** After this many answers of a lagging copy, an up-to-date one answers. */
const mostStale = 3;

/** The transport of one tab in one session of a table with an event server. */
export function createTransport(world: World, server: TableServer, caller: Caller): CartTransport {
  const { random, userId } = caller;
  let staleInARow = 0;
  const way = createAsk(world, caller);
  const ask: Ask = (kind, events, work, limits) =>
    way(kind, events, () => server.refusalFor(caller.sessionId) ?? work(), limits);

  const readSync = (sync: Sync): Answer<Sync> => {
    const digest = world.strikes('otherDigest', random) ? 'another' : sync.digest;
    return { ok: true, value: caller.read({ ...sync, digest }) };
  };
  const askForCart: typeof ask<Sync> = (kind, events, work, limits) =>
    way(
      kind,
      events,
      () => {
        const refusal = server.refusalFor(caller.sessionId);
        if (!refusal) return work();
        return world.strikes('otherParty', random) ? readSync(server.sync({})) : refusal;
      },
      limits,
    );
  const take = async (events: readonly AnyEvent[], known: VersionVector): Promise<Sync> => {
    const held = world.strikes('heldByACopy', random)
      ? await server.holdAsACopy(userId, events, known)
      : undefined;
    if (held) caller.gotStale();
    const sync = held ?? (await server.take(userId, events, known));
    if (sync.missing) caller.areHeld(events);
    return sync;
  };
  return {
    post: (_detail, events, known, signal) =>
      askForCart('post', events, async () => readSync(await take(events, known)), {
        timeoutMs: timeouts.commit,
        signal,
      }),
    clear: (event, signal) =>
      askForCart(
        'clear',
        event ? [event] : [],
        async () => {
          if (!event) return readSync(await server.clearFor(userId));
          const sync = await server.take(userId, [event], event.seen);
          if (sync.missing) caller.areHeld([event]);
          return readSync(sync);
        },
        { timeoutMs: timeouts.commit, signal },
      ),
    snapshot: (known, signal) =>
      askForCart(
        'snapshot',
        [],
        () => {
          const isForAll = Object.keys(known).length === 0;
          const fails = isForAll && world.strikes('wholeFails', random);
          if (fails && random.chance(0.5)) return retry('504');
          const isStruck = world.strikes('staleSnapshot', random) && staleInARow < mostStale;
          const isStale = fails || isStruck;
          staleInARow = isStale ? staleInARow + 1 : 0;
          if (isStale) caller.gotStale();
          return readSync(server.sync(known, isStale));
        },
        { signal },
      ),
    place: (request) => {
      caller.places(request.placementId);
      return ask(
        'place',
        [],
        async () => {
          const answer = await server.place(userId, request);
          if (!answer.ok) return answer;
          return { ok: true, value: { ...answer.value, sync: caller.read(answer.value.sync) } };
        },
        { timeoutMs: timeouts.commit },
      );
    },
    placement: (placementId) =>
      ask('placement', [], () => ({ ok: true, value: server.placement(placementId) })),
    openOrder: () => ask<Order | null>('openOrder', [], () => ({ ok: true, value: null })),
  };
}
