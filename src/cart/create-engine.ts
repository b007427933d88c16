import { BehaviorSubject, concatMap, filter, firstValueFrom, Subject } from 'rxjs';
import { codes, rejections } from '#contract/codes.ts';
import type { Sync } from '#contract/cart.ts';
import { parseEventId } from '#events/event-id.ts';
import type { LogRecord } from '#events/records.ts';
import { includes } from '#events/version-vector.ts';
import type { CartEngine } from './cart-engine.ts';
import { createCatchUp } from './catch-up.ts';
import { decide, type Command } from './decide.ts';
import type { Environment } from './environment.ts';
import { openJournal } from './journal.ts';
import type { Author } from './mint.ts';
import type { OrderTable } from './order-detail.ts';
import { createOutbox, unreadable } from './outbox.ts';
import { createPlacing } from './placement.ts';
import { pendingIds, projectCart } from './project-cart.ts';
import type { Incoming, TableGroup } from './realtime/table-group.ts';
import type { Claim } from './replica-claim.ts';
import type { CartStorage, LogKey } from './storage/cart-storage.ts';
import { recordsOfSync } from './sync-records.ts';
import { emptyTableCart, type CartStatus, type TableCart, type TableNotice } from './table-cart.ts';
import { messagesOf, noticeOf } from './table-messages.ts';
import type { CartTransport } from './transport.ts';

/** While the table group is silent the server is asked this often, ms. */
const pollMs = 10_000;
/** A peer's own message usually arrives right after the server's hint: wait so long before asking, ms. */
const hintMs = 200;

export interface EngineOptions {
  readonly log: LogKey;
  readonly claim: Claim;
  readonly table: OrderTable;
  /** Who writes; the name may be given later on. */
  readonly author: () => Author;
  readonly browserId: () => string;
  readonly storage: CartStorage;
  /** False when the storage is only the page's memory. */
  readonly isDurable: boolean;
  readonly transport: CartTransport;
  /** undefined: an order without a table has no group (D19). */
  readonly group: TableGroup | undefined;
  readonly env: Environment;
}

/** Starts the engine on a claimed replica. Nothing in here reaches for time, chance, storage or network by itself. */
export function createEngine(options: EngineOptions): CartEngine {
  const { log: key, claim, table, author, browserId, storage, transport, group, env } = options;
  const journal = openJournal({ log: key, claim, storage, env });
  const notices = new Subject<TableNotice>();
  const cart = new BehaviorSubject<TableCart>(emptyTableCart);
  const status = new BehaviorSubject<CartStatus>({
    network: 'online',
    storage: options.isDurable ? 'durable' : 'memoryOnly',
    loaded: false,
  });
  let closed = false;
  let live = false;

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

  const project = () => {
    const progress = { pending: journal.pending(), sent: outbox.sent };
    const next = projectCart(cart.value, journal.view.value, journal.knowledge, key.userId, progress);
    if (next !== cart.value) cart.next(next);
  };

  const learn = (sync: Sync): boolean => {
    if (sync.sessionId !== key.sessionId) {
      endSession();
      return false;
    }
    const records = recordsOfSync(sync, journal.knowledge, env.now());
    journal.learn(records);
    for (const record of records) if ('rejected' in record) tellRejected(record);
    setStatus({ loaded: true });
    return true;
  };

  const tellRejected = ({ rejected }: Extract<LogRecord, { rejected: unknown }>) => {
    // T4: minted anew at once, so there is nothing to tell.
    if (rejected.code === rejections.clockAhead) return;
    for (const id of rejected.ids) {
      if (!journal.knowledge.local.has(id)) continue;
      const event = journal.knowledge.entries.get(id)?.known;
      const product = event && 'item' in event ? (event.item.name ?? '') : '';
      notices.next({ kind: 'changeRejected', code: rejected.code, product });
    }
  };

  const endSession = () => {
    if (closed) return;
    notices.next({ kind: 'sessionEnded', unsent: pendingIds(journal.knowledge).length });
    void storage.archive(key).catch(console.warn);
    void close();
  };

  const refused = (code: number) => {
    if (code === codes.tableUnavailable) endSession();
    // 401: the app logs the diner out and closes this engine. 403: this table takes members only, until the login.
    else console.warn(`cart: refused with code ${code}`);
  };

  const catchUp = createCatchUp({ journal, transport, env, learn, refused, reachable });
  const outbox = createOutbox({
    journal,
    transport,
    env,
    userId: key.userId,
    table,
    learn,
    accepted: (events, { version, sessionId }) => {
      for (const { messageType, data } of messagesOf(events, { version, sessionId }))
        void group?.publish(messageType, data);
    },
    refused: (code, events) => {
      if (!unreadable.includes(code)) return refused(code);
      const record: LogRecord = {
        t: env.now(),
        from: 'server',
        rejected: { ids: events.map(({ id }) => id), code },
      };
      journal.learn([record]);
      tellRejected(record);
    },
    reachable,
    changed: () => project(),
  });

  const hear = async ({ message, fromUserId }: Incoming) => {
    const { messageType, data, fromBrowserId } = message;
    if (data.sessionId !== undefined && data.sessionId !== key.sessionId) return;
    if (messageType === 'cartChanged') {
      // Only the server gives hints (D16).
      if (fromUserId !== undefined || includes(journal.view.value.known, data.known ?? {})) return;
      await env.sleep(hintMs);
      if (!includes(journal.view.value.known, data.known ?? {})) catchUp.ask();
      return;
    }
    if (fromUserId === undefined) return;
    const t = env.now();
    const records: LogRecord[] = (data.events ?? [])
      .filter((event) => !journal.knowledge.entries.has(event.id) && isOwnReplica(event.id, fromUserId))
      .map((event) => ({ t, from: 'peer', event }));
    for (const rejected of data.rejected ?? []) {
      const ids = rejected.ids.filter(
        (id) => isOwnReplica(id, fromUserId) && !journal.knowledge.rejected.has(id),
      );
      if (ids.length > 0) records.push({ t, from: 'peer', rejected: { ids, code: rejected.code } });
    }
    journal.learn(records);
    if (!data.events || journal.view.value.waiting.length > 0) catchUp.ask();
    // Messages sent by this same browser are ignored; their events are not: another tab is another replica.
    const notice = fromBrowserId === browserId() ? undefined : noticeOf(message);
    if (notice) notices.next(notice);
  };

  // E5: a replica that is known to write for somebody else is not the sender's.
  const isOwnReplica = (id: string, userId: string): boolean => {
    const replicaId = parseEventId(id)?.replicaId;
    if (!replicaId || replicaId === 'server' || replicaId === journal.replicaId) return false;
    const first = journal.knowledge.entries.get(`${replicaId}:1`);
    return !first || first.event.userId === userId;
  };

  const settled = async (timeoutMs: number): Promise<boolean> => {
    outbox.pump();
    if (journal.pending().length === 0) return true;
    const done = firstValueFrom(journal.view.pipe(filter(() => journal.pending().length === 0)));
    return await Promise.race([done.then(() => true), env.after(timeoutMs).then(() => false)]);
  };

  const placing = createPlacing({
    journal,
    transport,
    env,
    table,
    settled,
    learn,
    refresh: () => catchUp.ask(),
  });

  const command = (wish: Command) => {
    if (closed) return;
    journal.write(author(), decide(journal.view.value, key.userId, wish));
  };

  const subscriptions = [
    journal.view.subscribe(() => project()),
    journal.written.subscribe(() => outbox.pump()),
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
    // A handler only enqueues (G6); one message after the other is worked on here.
    group?.messages.pipe(concatMap((incoming) => hear(incoming).catch(console.warn))).subscribe(),
  ];

  const poll = async () => {
    while (!closed) {
      await env.sleep(pollMs);
      if (!closed && !live) catchUp.ask();
    }
  };

  async function close(): Promise<void> {
    if (closed) return;
    closed = true;
    for (const subscription of subscriptions) subscription?.unsubscribe();
    catchUp.close();
    outbox.close();
    await journal.flushed();
    await group?.close();
    claim.release();
  }

  catchUp.ask();
  outbox.pump();
  void poll();
  if (journal.placement) {
    void placing.resume().then((result) => {
      if (result?.kind === 'placed')
        notices.next({ kind: 'orderSubmitted', userName: '', orderId: result.order.id, mine: true });
    });
  }

  return {
    cart,
    status,
    notices,
    commands: {
      add: (item, quantity) => command({ kind: 'add', item, quantity }),
      decrease: ({ lineId }, quantity) => command({ kind: 'decrease', lineId, quantity }),
      editNotes: ({ lineId }, notes) => command({ kind: 'editNotes', lineId, notes }),
      clear: (scope) => command({ kind: 'clear', scope }),
      setGuests: (guests) => command({ kind: 'setGuests', guests }),
      setOrderType: (orderType) => command({ kind: 'setOrderType', orderType }),
    },
    cut: () => journal.view.value.known,
    place: async (request) => {
      const result = await placing.place(request);
      if (result.kind === 'placed') {
        const { order } = result;
        const data = { userName: author().userName ?? '', orderId: order.id, sessionId: key.sessionId };
        void group?.publish(order.rowVersion > 1 ? 'updateOrder' : 'placeOrder', data);
      }
      return result;
    },
    resumePlacement: () => placing.resume(),
    settled,
    tell: (messageType, data) => void group?.publish(messageType, { ...data, sessionId: key.sessionId }),
    refresh: () => catchUp.ask(),
    close,
  };
}
