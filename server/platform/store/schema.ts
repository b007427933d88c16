import type { ColumnType, Generated } from 'kysely';
import type { StaffRole } from '#contract/staff-rights.ts';

/** JSON as text: the same column on SQLite and PostgreSQL. */
type JsonText = string;
/** Wall clock, ms. PostgreSQL answers bigint as text; the driver is told to read it as a number. */
type Millis = number;
/** 0 or 1: SQLite has no boolean. */
type Flag = ColumnType<number, number, number>;

/** Every table of the table server's database. Ids are text, amounts are decimal text. */
export interface Database {
  meta: { key: string; value: string };
  merchants: { id: string; body: JsonText };
  tables: { id: string; merchant_id: string; qrcode_id: string; name: string; sort: number };
  categories: { id: string; merchant_id: string; sort: number; body: JsonText };
  products: {
    id: string;
    merchant_id: string;
    category_id: string;
    sort: number;
    sold_out: Flag;
    /** Until then it is sold out, or counted; null: until somebody says otherwise. */
    said_until: Generated<Millis | null>;
    /** What is left of it; null: it is not counted. */
    portions: Generated<number | null>;
    /** When the first of its options comes back by itself; null: none does. */
    options_back_at: Generated<Millis | null>;
    body: JsonText;
  };
  /** Grows with every change of a merchant's categories and products, whoever makes it. */
  menu_versions: { merchant_id: string; version: number };
  /** D65: when what a restaurant serves is another the next time; none of those that serve everything always. */
  menu_hours: { merchant_id: string; changes_at: Millis };
  /** CX23: what the staff changed of a merchant's menu and have not published. */
  menu_drafts: {
    merchant_id: string;
    version: number;
    /** Edits over what is published, each with who and when. */
    edits: JsonText;
    /** What goes live at `due_at`; null: nothing. */
    scheduled: JsonText | null;
    /** null: nothing is due, or what was could not be published. */
    due_at: Millis | null;
  };
  /** CX24: what was published. */
  menu_changes: {
    merchant_id: string;
    /** Of this merchant's, from 1 on. */
    number: number;
    at: Millis;
    by_name: string;
    way: 'page' | 'schedule' | 'takenBack' | 'file';
    takes_back: number | null;
    edits: JsonText;
    /** What the ids of the edits are called. */
    names: JsonText;
  };
  /** D70: what was changed of the settings, tables, coupons and people of a merchant. */
  house_changes: {
    merchant_id: string;
    /** Of this merchant's, from 1 on. */
    number: number;
    /** `people`: for those alone who may change them. */
    part: 'house' | 'people';
    at: Millis;
    by_name: string;
    way: 'page' | 'takenBack' | 'file';
    takes_back: number | null;
    edits: JsonText;
    /** What the ids of the edits are called. */
    names: JsonText;
  };
  users: {
    id: string;
    merchant_id: string;
    /** `anonymous` becomes `guest` under the same id; a `member` has a phone. */
    kind: 'anonymous' | 'guest' | 'member';
    phone: string | null;
    first_name: string;
    last_name: string;
    mail: string;
    birthday: number | null;
    /** O4: the member that this guest turned out to be. */
    became: Generated<string | null>;
    created_at: Millis;
    updated_at: Millis;
  };
  phone_codes: {
    merchant_id: string;
    phone: string;
    code_hash: string;
    sent_at: Millis;
    expires_at: Millis;
    tries_left: number;
  };
  /** Servers of 0.1.0 bound codes by it. */
  code_requests: { id: string; merchant_id: string; phone: string; address: string; at: Millis };
  /** How much of what is bounded by the day was used, by what it is counted by: a phone, an address … */
  budgets: { name: string; key: string; since: Millis; spent: number; last_at: Millis };
  /** What the demo would have sent by SMS, and order codes. */
  inbox: { id: Generated<number>; merchant_id: string; recipient: string; text: string; at: Millis };
  /** S1. A to-go session has no table but an owner (D19). At most one open session of a table or owner. */
  table_sessions: {
    id: string;
    merchant_id: string;
    table_id: string | null;
    owner_id: string | null;
    opened_at: Millis;
    closed_at: Millis | null;
    /** F1: grows with every acceptance and every rejection. */
    version: number;
    /** Sequence number of the last event of replica `server`. */
    server_seq: number;
    last_operate_at: Millis;
    /** S2: what it was called before the data was put back, and when that was. */
    restored_from: string | null;
    restored_at: Millis | null;
    /** It is all paid: it ends then, unless a payment is taken back before. */
    closes_at: Generated<Millis | null>;
    /** CX19: when the party was last set at another table; null: it sits where it sat down. */
    moved_at: Generated<Millis | null>;
    /** D49: the party that it has joined, and what went over; null: none. */
    joined: Generated<JsonText | null>;
  };
  /** Who is logged in at the staff page; of the cookie only a hash is kept. */
  staff_sessions: {
    id_hash: string;
    merchant_id: string;
    created_at: Millis;
    expires_at: Millis;
    /** D35: of the password that it was opened with; null: by a server that did not say. */
    password_mark: string | null;
    /** Who said that it is them; null: before this was asked. */
    name: Generated<string | null>;
    /** When its page last asked for what is new, to half a minute. */
    seen_at: Generated<Millis | null>;
    /** CX26: whose it is; null: it was opened with a password or a code, as the owner. */
    person_id: Generated<string | null>;
  };
  /** CX26: who works at a restaurant. `pin_hash`: scrypt's, with its salt. */
  staff_people: {
    id: string;
    merchant_id: string;
    name: string;
    role: StaffRole;
    pin_hash: string;
    created_at: Millis;
    removed_at: Millis | null;
  };
  /** CX28: codes that are good once; of each only a hash is kept. `merchant_id`: null, for a restaurant that is to be. */
  access_codes: {
    code_hash: string;
    /** `first`: good while there is no restaurant. */
    kind: 'first' | 'another' | 'owner' | 'device';
    merchant_id: string | null;
    expires_at: Millis;
  };
  /** D35: what a merchant's own systems prove themselves by; of the secret only a hash is kept. */
  staff_tokens: {
    id: string;
    merchant_id: string;
    name: string;
    /** A list of scopes. */
    scopes: JsonText;
    secret_hash: string;
    created_at: Millis;
    last_used_at: Millis | null;
  };
  /** Who logged out when: no token of the login is good any more. */
  ended_logins: { id: string; ended_at: Millis };
  session_members: {
    session_id: string;
    user_id: string;
    joined_at: Millis;
    /** With which the diner sat down; null: before this was kept. */
    login_id: Generated<string | null>;
    /** By the staff; they do not come back to this session. */
    removed_at: Generated<Millis | null>;
  };
  /** T1, E5: a replica writes for one user. */
  session_replicas: { session_id: string; replica_id: string; user_id: string };
  /** The event log of a session: one row an id, accepted or rejected (F2, F3). */
  events: {
    session_id: string;
    id: string;
    replica_id: string;
    seq: number;
    user_id: string;
    /** The session's version when this was decided. */
    version: number;
    /** null: accepted; else the code of the rejection. */
    rejected: string | null;
    body: JsonText;
  };
  /** F4: the fold of a session's first versions; what came later is folded on it. */
  session_checkpoints: { session_id: string; version: number; format: number; body: JsonText };
  /** D7: the code of a table session. */
  order_codes: {
    session_id: string;
    code: string;
    issued_at: Millis;
    used_at: Millis | null;
    /** Wrong codes that the table may still try, this one and later ones. */
    tries_left: number;
  };
  orders: {
    id: string;
    merchant_id: string;
    session_id: string;
    table_id: string | null;
    status: number;
    payment_status: number;
    send_status: number;
    row_version: number;
    rounds: number;
    created_at: Millis;
    updated_at: Millis;
    /** CX31: of its last change, among those of its merchant; the database writes it. */
    change_no: Generated<number | null>;
    /** Lines, totals and the rest of the answer. */
    body: JsonText;
  };
  /** CX31: the number of the merchant's last change of an order. */
  change_counters: { merchant_id: string; last: number };
  /** CX29: what was counted of a day that is over. */
  day_figures: {
    merchant_id: string;
    starts_at: Millis;
    ends_at: Millis;
    format: number;
    body: JsonText;
  };
  /** CX30: a merchant's daily closings, numbered from 1. */
  day_closings: {
    merchant_id: string;
    number: number;
    /** Of the restaurant (D62), as 2026-11-25. */
    day: string;
    from_at: Millis;
    to_at: Millis;
    body: JsonText;
  };
  /** CX31: where a merchant's own systems are told of orders. */
  webhooks: {
    id: string;
    merchant_id: string;
    url: string;
    secret: string;
    is_on: Flag;
    created_at: Millis;
  };
  /** CX31: what such a system is told, and how that went. */
  webhook_calls: {
    id: string;
    /** In the body, the same for every webhook: by it a receiver knows what it has had. */
    news_id: string;
    webhook_id: string;
    /** Where the webhook led that is gone; null: it is there. */
    url: string | null;
    merchant_id: string;
    order_id: string;
    type: string;
    body: JsonText;
    created_at: Millis;
    /** Since when it is tried this time: it is given up some time after. */
    tries_since: Millis;
    attempts: number;
    /** Not before; null: it is over. */
    next_at: Millis | null;
    state: 'waiting' | 'delivered' | 'givenUp';
    /** When it was tried last. */
    tried_at: Millis | null;
    /** Why it was not taken then. */
    problem: string | null;
  };
  /** E8: what was done after placing, in the order in which it was done. */
  service_events: {
    session_id: string;
    seq: number;
    /** A3 */
    act_id: string;
    /** null: about the table as a whole. */
    order_id: string | null;
    at: Millis;
    body: JsonText;
  };
  user_coupons: {
    id: string;
    user_id: string;
    coupon_id: string;
    received_at: Millis;
    expires_at: Millis;
    used_at: Millis | null;
    order_id: string | null;
  };
  /** Servers of 0.1.0 that run beside this one use it. This server only removes names from its rows. */
  webhook_deliveries: {
    id: string;
    order_id: string;
    body: JsonText;
    created_at: Millis;
    attempts: number;
    next_at: Millis;
  };
  /** D48: a ticket of one station; `id`: what it is of, so that it is there once. Printed ones stay for a day. */
  print_jobs: {
    id: string;
    merchant_id: string;
    station: string;
    order_id: string;
    round: number;
    /** PrintWhat */
    body: JsonText;
    created_at: Millis;
    /** Among those of its order. */
    place: number;
    attempts: number;
    /** Not before; while somebody prints it, until when it is theirs. */
    next_at: Millis;
    /** When somebody began to print it; null: nobody did, or surely nothing of it came on paper. */
    begun_at: Millis | null;
    /** Why the last attempt failed. */
    problem: string | null;
    printed_at: Millis | null;
  };
  /** CX20: what a payment page was asked for, and what it told of it. */
  page_payments: {
    id: string;
    merchant_id: string;
    order_id: string;
    /** Who went there. */
    user_id: string;
    /** Whose part it is; null: nobody's in particular. */
    share: string | null;
    amount: string;
    tip: string;
    currency: string;
    started_at: Millis;
    state: 'started' | 'paid' | 'failed';
    /** The last message that told something else than was asked for. */
    dispute: JsonText | null;
    /** When that came; null: it did not, or somebody has looked after it. */
    disputed_at: Millis | null;
  };
  /** Who may read an order: everybody who was at the table when a round of it was placed. */
  order_members: { order_id: string; user_id: string };
  /** Of the phone's builds, its own and those of other servers: a hashed file's path in the build, and its bytes. */
  build_files: {
    path: string;
    /** As in `Content-Encoding`. */
    encoding: 'br' | null;
    body: Uint8Array;
    /** When a server last had it in its build. */
    last_seen: Millis;
  };
  /** S2: what a phone says that was ordered in a session before the data was put back. */
  lost_orders: { session_id: string; order_id: string; told_at: Millis; body: JsonText };
  /** CX21: what a diner reported. `packed`: as it was sent; `session_id`: of a party that they belong to. */
  reports: {
    code: string;
    merchant_id: string;
    session_id: string | null;
    user_id: string;
    at: Millis;
    /** 1: the logs name nobody (L4), as far as the server sees. */
    redacted: Flag;
    text: string;
    packed: string;
  };
  /** O2 */
  placements: {
    id: string;
    session_id: string;
    user_id: string;
    outcome: 'placed' | 'refused';
    order_id: string | null;
    code: number | null;
    msg: string;
    at: Millis;
  };
}
