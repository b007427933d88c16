import { BehaviorSubject, concatMap, filter, firstValueFrom, merge } from 'rxjs';
import type { MessageData } from '#contract/messages.ts';
import type { Order } from '#contract/order-fields.ts';
import type { Present } from '#projections/presence.ts';
import { createAnswers } from './answers.ts';
import type { CartEngine } from './cart-engine.ts';
import { createCatchUp } from './catch-up.ts';
import { decide, type Command } from './decide.ts';
import type { Environment } from './environment.ts';
import { openJournal } from './journal.ts';
import type { Author } from './mint.ts';
import type { OrderTable } from './order-detail.ts';
import { createOutbox, unacceptable } from './outbox.ts';
import { createOwnRejections } from './own-rejections.ts';
import { createPeers } from './peers.ts';
import { createPlacing } from './placement.ts';
import { projectCart } from './project-cart.ts';
import { createLosses } from './losses.ts';
import { createMissed } from './missed.ts';
import { createNotices } from './notices.ts';
import type { Presence } from './presence.ts';
import { tableHistory } from './table-history.ts';
import { createRefusals, staleCodes } from './refusals.ts';
import { createRestart } from './restart.ts';
import type { TableGroup } from './realtime/table-group.ts';
import type { Claim } from './replica-claim.ts';
import type { CartStorage, LogKey } from './storage/cart-storage.ts';
import { emptyTableCart, type CartStatus, type TableCart } from './table-cart.ts';
import { messagesOf } from './table-messages.ts';
import { createSiblings, type Siblings } from './tabs/siblings.ts';
import { aloneTab, type Tabs } from './tabs/tabs.ts';
import type { CartTransport } from './transport.ts';

/** While the table group is silent the server is asked this often, ms. */
const pollMs = 10_000;
/** A plain server gives no hints (D16): every so many polls it is asked although the group is live. */
const pollsWhileLive = 3;

export interface EngineOptions {
  readonly log: LogKey;
  readonly claim: Claim;
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
  const { log: key, claim, table, author, browserId, storage, transport, group, env } = options;
  const { earlierIds = [] } = options;
  const journal = openJournal({ log: key, claim, storage, env, summaryAfter: options.summaryAfter });
  const notices = createNotices();
  const cart = new BehaviorSubject<TableCart>(emptyTableCart);
  const status = new BehaviorSubject<CartStatus>({
    network: 'online',
    storage: options.isDurable ? 'durable' : 'memoryOnly',
    loaded: false,
  });
  let closed = false;
  let live = false;

  const { tell } = notices;
  const setStatus = (change: Partial<CartStatus>) => {
    const next = { ...status.value, ...change };
    if (
      Object.keys(change).some(
        (name) => next[name as keyof CartStatus] !== status.value[name as keyof CartStatus],
      )
    )
      status.next(next);
  };
  const reachable = (isReachable: boolean) => setStatus({ network: isReachable ? 'online' : 'offline' });

  const ownRejections = createOwnRejections(journal, tell);
  const isEmptyLog = journal.knowledge.entries.size === 0 && journal.knowledge.snapshot === undefined;
  const { missed, ...misses } = createMissed({
    ownIds: [key.userId, ...earlierIds],
    now: () => env.now(),
    looking: () => env.looking(),
    isNew: isEmptyLog && earlierIds.length === 0,
    isLogin: isEmptyLog && earlierIds.length > 0,
    witnessed: (records) => tell({ kind: 'peersChanged', records }),
  });
  const losses = createLosses({ cart: () => cart.value, userId: key.userId, tell });

  const project = () => {
    const { knowledge, names, pending, isSaved } = journal;
    const facts = { entries: knowledge.entries, names, pending, sent: outbox.sent, isSaved };
    const next = projectCart(cart.value, journal.view.value, key.userId, facts);
    if (next !== cart.value) cart.next(next);
  };

  const endSession = () => {
    if (closed) return;
    tell({ kind: 'sessionEnded', unsent: journal.pending.size });
    void close().then(() => storage.archive(key, env.now()).catch(console.warn));
  };

  const restart = createRestart({
    journal,
    transport,
    env,
    sessionId: key.sessionId,
    isClosed: () => closed,
  });

  const refusals = createRefusals({ env, tell, endSession });

  const answers = createAnswers({
    journal,
    env,
    sessionId: key.sessionId,
    author,
    sessionEnded: endSession,
    isInDoubt: () => outbox.isInDoubt,
    loaded: () => setStatus({ loaded: true }),
    diverged: restart.diverged,
  });
  const catchUp = createCatchUp({
    journal,
    transport,
    env,
    learn: (answer) => {
      answers.snapshot(answer);
      // A clear of the table may have waited to learn what kind of server this is.
      outbox.pump();
    },
    changes: () => outbox.changes,
    refused: (code, msg) => refusals.refused('fetch', code, msg),
    reachable,
  });
  const outbox = createOutbox({
    journal,
    transport,
    env,
    userId: key.userId,
    table,
    learn: answers.outcome,
    siblings: () => siblings,
    accepted: (events, version) => {
      siblings.accepted(events, version);
      const about = { version, sessionId: key.sessionId };
      for (const { messageType, data } of messagesOf(events, about, ownRejections.take()))
        void group?.publish(messageType, data);
    },
    stuck: restart.stuck,
    serverKind: () => answers.serverKind,
    caughtUp: () => catchUp.refreshed(),
    refused: (code, msg, events) => {
      if (!unacceptable.includes(code)) {
        refusals.refused('update', code, msg);
        if (staleCodes.includes(code)) catchUp.ask();
        return;
      }
      answers.rejected(
        events.map(({ id }) => id),
        code,
      );
    },
    reachable,
    changed: () => project(),
  });

  const siblings: Siblings = createSiblings({
    tabs: options.tabs ?? aloneTab(),
    journal,
    pump: () => outbox.pump(),
    ask: () => catchUp.ask(),
    heard: answers.ofSibling,
    now: () => env.now(),
    after: (ms) => env.after(ms),
  });

  const hear = createPeers({
    journal,
    env,
    sessionId: key.sessionId,
    browserId,
    serverKind: () => answers.serverKind,
    ask: () => catchUp.ask(),
    hint: (known) => catchUp.hint(known),
    tell,
  });

  const settled = async (timeoutMs: number): Promise<boolean> => {
    outbox.pump();
    // O4: the other tabs' changes count as well.
    const isSettled = () => journal.pending.size === 0 && siblings.events.size === 0;
    if (isSettled()) return true;
    const done = firstValueFrom(merge(journal.view, journal.learnt).pipe(filter(isSettled)));
    return await Promise.race([done.then(() => true), env.after(timeoutMs).then(() => false)]);
  };

  /** The table hears of an order from the phone that placed it, also when it learnt so only by asking. */
  const announce = ({ id, rowVersion }: Order, written: MessageData) => {
    const data = { userName: author().userName ?? '', orderId: id, sessionId: key.sessionId, ...written };
    void group?.publish(rowVersion > 1 ? 'updateOrder' : 'placeOrder', data);
  };

  const placing = createPlacing({
    journal,
    transport,
    env,
    table,
    settled,
    learn: answers.sync,
    serverKind: () => answers.serverKind,
    reachable: () => status.value.network === 'online',
    isClosed: () => closed,
    placed: (order) => announce(order, {}),
    placedAtPlain: (order, seen, versionBefore) => {
      // O1, P3: an order that this phone writes down travels with the announcement.
      const minted = answers.mintOrder(order.id, seen, versionBefore);
      if (!minted) return announce(order, {});
      const { event, version } = minted;
      siblings.accepted([event], version);
      // G3: it is on disk before it leaves.
      void journal.flushed().then(() => announce(order, { events: [event], version }));
      catchUp.ask();
    },
    refresh: () => catchUp.ask(),
  });

  const command = (wish: Command) => {
    if (closed) return;
    const write = () => journal.write(author(), decide(journal.view.value, key.userId, wish));
    const isTable = wish.kind === 'clear' && wish.scope === 'table';
    const isSome = wish.kind === 'decrease' || wish.kind === 'clear';
    losses.ownChange(write, isTable ? 'table' : isSome ? 'some' : 'nothing');
  };

  const subscriptions = [
    journal.view.subscribe(() => project()),
    journal.written.subscribe(() => {
      project();
      outbox.pump();
    }),
    journal.learnt.subscribe((records) => {
      losses.learnt(records);
      misses.learnt(records);
      if (answers.hasMissedOne && !outbox.isInDoubt) catchUp.ask();
    }),
    journal.inMemoryOnly.subscribe((inMemory) =>
      setStatus({ storage: inMemory || !options.isDurable ? 'memoryOnly' : 'durable' }),
    ),
    env.wake.subscribe(() => {
      catchUp.ask();
      outbox.pump();
    }),
    group?.connected.subscribe(() => {
      catchUp.ask();
      outbox.pump();
    }),
    group?.live.subscribe((isLive) => {
      live = isLive;
    }),
    // A handler only enqueues (G6); one message after the other is worked on here, once it is known what its version
    // means: to a plain server's cart it does (P2).
    group?.messages
      .pipe(concatMap((incoming) => answers.met.then(() => hear(incoming)).catch(console.warn)))
      .subscribe(),
  ];

  const poll = async () => {
    for (let polls = 1; !closed; polls += 1) {
      await env.sleep(pollMs);
      const isDue = !live || (answers.serverKind === 'plain' && polls % pollsWhileLive === 0);
      // A tab that does not lead hears everything from the one that does.
      if (!closed && isDue && siblings.leads) catchUp.ask();
    }
  };

  async function close(): Promise<void> {
    if (closed) return;
    closed = true;
    for (const subscription of subscriptions) subscription?.unsubscribe();
    catchUp.close();
    outbox.close();
    siblings.close();
    options.presence?.close();
    await journal.flushed();
    await group?.close();
    claim.release();
  }

  siblings.start();
  ownRejections.tellLate();
  catchUp.ask();
  outbox.pump();
  void poll();
  if (journal.placement) {
    void placing.known().then((result) => {
      if (result?.kind === 'placed')
        tell({ kind: 'orderSubmitted', userName: '', orderId: result.order.id, mine: true });
    });
  }

  return {
    cart,
    status,
    notices: notices.all,
    presence: options.presence?.others ?? new BehaviorSubject<readonly Present[]>([]),
    missed,
    sawMissed: () => misses.seen(),
    history: async () => {
      await journal.flushed();
      const earlier = earlierIds.map((userId) => ({ ...key, userId }));
      return await tableHistory(storage, [key, ...earlier], journal.knowledge, env.now());
    },
    earlierIds,
    commands: {
      add: (item, quantity) => command({ kind: 'add', item, quantity }),
      decrease: ({ lineId }, quantity) => command({ kind: 'decrease', lineId, quantity }),
      editNotes: ({ lineId }, notes) => command({ kind: 'editNotes', lineId, notes }),
      clear: (scope) => command({ kind: 'clear', scope }),
      setGuests: (guests) => command({ kind: 'setGuests', guests }),
      setOrderType: (orderType) => command({ kind: 'setOrderType', orderType }),
    },
    cut: () => journal.view.value.known,
    place: (request) => placing.place(request),
    resumePlacement: () => placing.resume(),
    placementKnown: () => placing.known(),
    settled: async (timeoutMs) => {
      await siblings.heardAll();
      return await settled(timeoutMs);
    },
    tell: (messageType, data) => void group?.publish(messageType, { ...data, sessionId: key.sessionId }),
    refresh: () => catchUp.ask(),
    close,
  };
}
