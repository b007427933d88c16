import { EMPTY, Subject } from 'rxjs';
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import type { Environment } from '#client/environment/environment.ts';
import { readMessage } from '#client/group/incoming-messages.ts';
import type { TableGroup } from '#client/group/table-group.ts';
import type { Locks } from '#client/storage/replica-claim.ts';
import type { CartStorage } from '#sync/ports/storage.ts';
import type { Tabs } from '#client/tabs/tabs.ts';
import type { Incoming } from '#sync/ports/incoming.ts';
import type { RunRow } from '#sync/recording/recording.ts';
import type { TableNotice } from '#sync/ports/table-notice.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import { createConnection, wrapTransport, type Connection } from '#testing/connection.ts';
import { openEngine } from './open-engine.ts';

/** The table's group without a network. A message reaches all other members as JSON. */
export class TestGroup {
  private readonly members = new Map<Subject<Incoming>, string>();
  readonly sent: { messageType: string; data: MessageData }[] = [];

  join(userId: string, browserId: string): TableGroup & { connected: Subject<void> } {
    const messages = new Subject<Incoming>();
    this.members.set(messages, userId);
    return {
      messages,
      connected: new Subject<void>(),
      live: new Subject<boolean>(),
      publish: async (messageType: MessageType, data: MessageData) => {
        this.sent.push({ messageType, data });
        this.deliver(JSON.stringify({ fromBrowserId: browserId, messageType, data }), userId, messages);
        return true;
      },
      close: async () => {
        this.members.delete(messages);
      },
    };
  }

  /** The server publishes a message to all members. */
  readonly tellAll = (message: unknown): void => this.deliver(JSON.stringify(message), undefined);

  /** Delivers a message to all members but `except`. */
  deliver(json: string, fromUserId: string | undefined, except?: Subject<Incoming>): void {
    for (const member of this.members.keys()) {
      const incoming = member === except ? undefined : readMessage(JSON.parse(json), fromUserId);
      if (incoming) member.next(incoming);
    }
  }
}

interface TableServer {
  readonly now: () => number;
  transportFor(userId: string): CartTransport;
}

export interface EnginePhoneOptions {
  server: TableServer;
  group?: TestGroup;
  userId: string;
  storage?: CartStorage;
  locks?: Locks | undefined;
  connection?: Connection;
  /** Replaces calls of the transport. */
  detour?: (transport: CartTransport) => Partial<CartTransport>;
  tabs?: Tabs;
  /** Empty for a snapshot server, which names no session. */
  sessionId?: string;
  newId?: () => string;
  record?: ((row: RunRow) => void) | undefined;
  /** By default, waits up to a second take real time. Longer ones end with `wake`. */
  time?: Pick<Environment, 'uptime' | 'timer'>;
}

export interface EnginePhone {
  engine: CartEngine;
  connection: Connection;
  notices: TableNotice[];
  wake: Subject<void>;
  replicaId: string;
  /** These methods resolve when all work is done that does not wait for a timer. */
  adds(productId: string, quantity?: number): Promise<void>;
  refreshes(): Promise<void>;
  wakePhone(): Promise<void>;
  comesBack(): Promise<void>;
}

let ids = 0;

/** The time that a wake skips, ms. It is longer than any pause between two tries, and shorter than the wait for an order. */
const woken = 9_000;

function timeOf(wake: Subject<void>): Pick<Environment, 'uptime' | 'timer'> {
  const start = performance.now();
  const long = new Map<() => void, number>();
  let skipped = 0;
  const getUptime = () => performance.now() - start + skipped;
  wake.subscribe(() => {
    skipped += woken;
    for (const [work, due] of long) if (due <= getUptime()) work();
  });
  return {
    uptime: getUptime,
    timer: (ms, work) => {
      const runOnce = () => {
        cancel();
        work();
      };
      const timer = ms <= 1_000 ? setTimeout(runOnce, ms) : undefined;
      if (!timer) long.set(runOnce, getUptime() + ms);
      const cancel = () => {
        clearTimeout(timer);
        long.delete(runOnce);
      };
      return cancel;
    },
  };
}

/** A phone with the real engine and a transport in memory. */
export async function openEnginePhone(options: EnginePhoneOptions): Promise<EnginePhone> {
  const { server, userId, group = new TestGroup() } = options;
  const connection = options.connection ?? createConnection();
  const wake = new Subject<void>();
  const env: Environment = {
    now: server.now,
    random: () => 0.5,
    newId: options.newId ?? (() => `r${(ids += 1)}`),
    ...(options.time ?? timeOf(wake)),
    online: () => true,
    looking: () => true,
    wake,
    leave: EMPTY,
  };
  const transport = wrapTransport(server.transportFor(userId), connection);
  const browserId = `browser-${userId}`;
  const { engine, replicaId } = await openEngine({
    log: { merchantId: '1001', tableId: '7', sessionId: options.sessionId ?? 's1', userId },
    userName: `Diner ${userId}`,
    browserId,
    storage: options.storage,
    locks: options.locks,
    transport: { ...transport, ...options.detour?.(transport) },
    ...(options.tabs && { tabs: options.tabs }),
    group: group.join(userId, browserId),
    env,
    record: options.record,
  });
  const notices: TableNotice[] = [];
  engine.notices.subscribe((notice) => notices.push(notice));
  const wakePhone = async () => {
    wake.next();
    await waitUntilQuiet();
  };
  return {
    engine,
    connection,
    notices,
    wake,
    replicaId,
    adds: async (productId, quantity = 1) => {
      engine.commands.add(createDish(productId), quantity);
      await waitUntilQuiet();
    },
    refreshes: async () => {
      engine.refresh();
      await waitUntilQuiet();
    },
    wakePhone,
    comesBack: async () => {
      connection.offline = false;
      await wakePhone();
    },
  };
}

/** Resolves when all work is done that does not wait for a timer. */
export async function waitUntilQuiet(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export function createDish(productId: string, notes = '') {
  return { productId, categoryId: 'c1', notes, modifiers: [], name: `Dish ${productId}`, price: '4.50' };
}

/** The lines on the phone's screen, as `u1: 2×101`. */
export function listShown({ engine }: EnginePhone): string[] {
  return [...engine.cart.value.carts]
    .sort((a, b) => (a.userId < b.userId ? -1 : 1))
    .flatMap(({ userId, lines }) =>
      lines.map(
        ({ item, quantity }) => `${userId}: ${quantity}×${item.productId}${item.notes && ` ${item.notes}`}`,
      ),
    );
}
