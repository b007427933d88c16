import type { Kysely, Migration } from 'kysely';

/**
 * E8, A1: what is done about orders and tables after placing, as a stream of its own; what had been done about orders
 * until now is written down as its beginning. Rows of orders stay as they are.
 */
export const createServiceEvents: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('service_events')
      .addColumn('session_id', 'text', (column) => column.notNull())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('act_id', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('service_events_pk', ['session_id', 'seq'])
      .execute();
    await db.schema.createIndex('service_events_order_id').on('service_events').column('order_id').execute();
    await db.schema.alterTable('staff_sessions').addColumn('name', 'text').execute();
    await db.schema.alterTable('staff_sessions').addColumn('seen_at', 'bigint').execute();
    await db.schema.alterTable('table_sessions').addColumn('closes_at', 'bigint').execute();
    await writeBeginnings(db);
  },
  async down(db: Kysely<never>) {
    await db.schema.alterTable('table_sessions').dropColumn('closes_at').execute();
    await db.schema.alterTable('staff_sessions').dropColumn('seen_at').execute();
    await db.schema.alterTable('staff_sessions').dropColumn('name').execute();
    await db.schema.dropTable('service_events').execute();
  },
};

/** The tables as they were then. */
interface Before {
  orders: {
    id: string;
    session_id: string;
    status: number;
    payment_status: number;
    updated_at: number;
    body: string;
  };
  service_events: {
    session_id: string;
    seq: number;
    act_id: string;
    order_id: string;
    at: number;
    body: string;
  };
}

interface Body {
  readonly totalAmount?: string;
  readonly orderItems?: readonly {
    readonly round?: number;
    readonly quantity?: number;
    readonly qtySentToKitchen?: number;
    readonly sentAt?: number | null;
  }[];
}

type Beginning = { readonly at: number; readonly type: string } & Readonly<Record<string, unknown>>;

const ordersAtOnce = 200;

async function writeBeginnings(db: Kysely<Before>): Promise<void> {
  const seqs = new Map<string, number>();
  for (let after = ''; ;) {
    const orders = await db
      .selectFrom('orders')
      .select(['id', 'session_id', 'status', 'payment_status', 'updated_at', 'body'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ordersAtOnce)
      .execute();
    const rows = orders.flatMap((order) => {
      const events = beginningOf(order).toSorted((a, b) => a.at - b.at);
      return events.map(({ at, ...event }) => {
        const seq = (seqs.get(order.session_id) ?? 0) + 1;
        seqs.set(order.session_id, seq);
        const actId = `before-${order.id}-${seq}`;
        const fields = { id: `desk:${seq}`, at, actId, by: { kind: 'server', name: '' }, orderId: order.id };
        const body = JSON.stringify({ ...fields, ...event });
        return { session_id: order.session_id, seq, act_id: actId, order_id: order.id, at, body };
      });
    });
    // SQLite takes few values in one statement.
    for (let start = 0; start < rows.length; start += 100)
      await db
        .insertInto('service_events')
        .values(rows.slice(start, start + 100))
        .execute();
    if (orders.length < ordersAtOnce) return;
    after = orders.at(-1)!.id;
  }
}

/** What can still be told of an order's life. */
function beginningOf(order: Before['orders']): Beginning[] {
  const { orderItems = [], totalAmount = '0.00' } = bodyOf(order.body);
  const at = order.updated_at;
  const sent = new Map<number, number>();
  for (const { round = 1, quantity = 0, qtySentToKitchen = 0, sentAt } of orderItems)
    if (quantity > 0 && qtySentToKitchen >= quantity)
      sent.set(round, Math.max(sent.get(round) ?? 0, sentAt ?? at));
  const events: Beginning[] = [...sent].map(([round, sentAt]) => ({
    at: sentAt,
    type: 'roundSent',
    round,
  }));
  const isPaid = order.payment_status === 2;
  if (isPaid) events.push({ at, type: 'orderPaid', amount: totalAmount, method: 'unknown' });
  const closing = { reason: '', unsent: 0 };
  if (order.status === 2)
    events.push({ at, type: 'orderClosed', ...closing, outcome: 'cancelled', owed: '0.00' });
  if (order.status === 1 && !isPaid)
    events.push({ at, type: 'orderClosed', ...closing, outcome: 'completed', owed: totalAmount });
  return events;
}

/** A row that cannot be read has no beginning; its order is refused wherever it is asked for. */
function bodyOf(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
