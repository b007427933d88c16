/** Upgrades a database of version 0.1.0: adds missing columns, and writes records that 0.1.0 did not have. */
import { sql, type Kysely } from 'kysely';

/** The names of the migrations in a database of 0.1.0. */
export const firstReleaseNames = [
  '0001-tables',
  '0002-user-coupons',
  '0003-staff-sessions',
  '0004-session-checkpoints',
  '0005-webhook-deliveries',
  '0006-ended-logins',
  '0007-menu-versions',
] as const;

/** The columns that tables of 0.1.0 lack. Servers of 0.1.0 keep running, so inserts may leave each one out. */
const columns = {
  users: { became: 'text' },
  products: { said_until: 'bigint', portions: 'integer', options_back_at: 'bigint' },
  table_sessions: {
    restored_from: 'text',
    restored_at: 'bigint',
    closes_at: 'bigint',
    moved_at: 'bigint',
    joined: 'text',
    note: 'text',
  },
  session_members: { login_id: 'text', removed_at: 'bigint', allergy: 'text' },
  staff_sessions: { password_mark: 'text', name: 'text', seen_at: 'bigint', person_id: 'text' },
  orders: { change_no: 'bigint' },
} as const;

export async function addToFirstRelease(db: Kysely<never>): Promise<void> {
  for (const [table, added] of Object.entries(columns))
    for (const [column, type] of Object.entries(added))
      await sql.raw(`alter table ${table} add column ${column} ${type}`).execute(db);
}

/** Numbers the orders as if each had changed once, in the order of their last change. */
export async function numberFirstOrders(db: Kysely<never>): Promise<void> {
  await sql`
    update orders set change_no = numbered.no from
      (select id, row_number() over (partition by merchant_id order by updated_at, id) as no from orders) as numbered
    where orders.id = numbered.id`.execute(db);
  await sql`
    insert into change_counters (merchant_id, last)
      select merchant_id, max(change_no) from orders group by merchant_id`.execute(db);
}

/** The columns in 0.1.0. A migration must not use the types of the current schema. */
interface Before {
  orders: {
    id: string;
    merchant_id: string;
    session_id: string;
    status: number;
    payment_status: number;
    updated_at: number;
    body: string;
  };
  service_events: {
    merchant_id: string;
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

type FirstEvent = { readonly at: number; readonly type: string } & Readonly<Record<string, unknown>>;

const ordersAtOnce = 200;

/** Writes events for the state of orders that 0.1.0 stored only in the order itself. Orders stay unchanged. */
export async function writeFirstEvents(db: Kysely<Before>): Promise<void> {
  const seqs = new Map<string, number>();
  for (let after = ''; ;) {
    const orders = await db
      .selectFrom('orders')
      .select(['id', 'merchant_id', 'session_id', 'status', 'payment_status', 'updated_at', 'body'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ordersAtOnce)
      .execute();
    const rows = orders.flatMap((order) => {
      const events = listFirstEvents(order).toSorted((a, b) => a.at - b.at);
      return events.map(({ at, ...event }) => {
        const seq = (seqs.get(order.session_id) ?? 0) + 1;
        seqs.set(order.session_id, seq);
        const actId = `before-${order.id}-${seq}`;
        const fields = { id: `desk:${seq}`, at, actId, by: { kind: 'server', name: '' }, orderId: order.id };
        const body = JSON.stringify({ ...fields, ...event });
        const { merchant_id, session_id, id: order_id } = order;
        return { merchant_id, session_id, seq, act_id: actId, order_id, at, body };
      });
    });
    // SQLite limits the number of values in a statement.
    for (let start = 0; start < rows.length; start += 100)
      await db
        .insertInto('service_events')
        .values(rows.slice(start, start + 100))
        .execute();
    if (orders.length < ordersAtOnce) return;
    after = orders.at(-1)!.id;
  }
}

/** Reconstructs the events of an order from its final state. */
function listFirstEvents(order: Before['orders']): FirstEvent[] {
  const { orderItems = [], totalAmount = '0.00' } = readBody(order.body);
  const at = order.updated_at;
  const sent = new Map<number, number>();
  for (const { round = 1, quantity = 0, qtySentToKitchen = 0, sentAt } of orderItems)
    if (quantity > 0 && qtySentToKitchen >= quantity)
      sent.set(round, Math.max(sent.get(round) ?? 0, sentAt ?? at));
  const events: FirstEvent[] = [...sent].map(([round, sentAt]) => ({
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

/** An unreadable order gets no events. The server refuses requests for it anyway. */
function readBody(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
