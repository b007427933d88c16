import type { LanguageCode } from '#contract/http/headers.ts';
import type { MovementKind } from '#contract/calls/cash.ts';
import type { ColumnType, Generated } from 'kysely';
import type { StaffRole } from '#contract/staff-rights.ts';

/** JSON is stored as text, so that the column is the same on SQLite and PostgreSQL. */
type JsonText = string;
/** The wall clock in ms since 1970. */
type Millis = number;
/** 0 or 1, because SQLite has no boolean. */
type Flag = ColumnType<number, number, number>;

/**
 * All tables of the database. Ids are text, amounts are decimal text. `Generated` columns may be left out of an insert,
 * because servers of older releases do not know them.
 */
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
    /** The end of `sold_out` or `portions`. null: they last until staff change them. */
    said_until: Generated<Millis | null>;
    /** The remaining portions; null: they are not counted. */
    portions: Generated<number | null>;
    /** When the next sold-out option becomes available automatically; null: none does. */
    options_back_at: Generated<Millis | null>;
    body: JsonText;
  };
  /** Triggers increase the version with every change of a merchant's categories and products. */
  menu_versions: { merchant_id: string; version: number };
  /** The next time at which serving hours change a menu. Merchants without such hours have no row. */
  menu_hours: { merchant_id: string; changes_at: Millis };
  /** The unpublished changes of a merchant's menu. */
  menu_drafts: {
    merchant_id: string;
    version: number;
    /** Edits to the published menu, each with author and time. */
    edits: JsonText;
    /** The edits that are published at `due_at`. */
    scheduled: JsonText | null;
    /** null: nothing is scheduled, or publishing it failed. */
    due_at: Millis | null;
  };
  /** The history of published menu changes. */
  menu_changes: {
    merchant_id: string;
    /** Counts this merchant's changes from 1. */
    number: number;
    at: Millis;
    by_name: string;
    way: 'page' | 'schedule' | 'takenBack' | 'file';
    /** The number of the change that this one undoes. */
    takes_back: number | null;
    edits: JsonText;
    /** The names of the ids in `edits`. */
    names: JsonText;
  };
  /** The audit log of a merchant's settings, tables, coupons and people. */
  house_changes: {
    merchant_id: string;
    /** Counts this merchant's changes from 1. */
    number: number;
    /** Only staff who may change people see changes of `people`. */
    part: 'house' | 'people';
    at: Millis;
    by_name: string;
    way: 'page' | 'takenBack' | 'file';
    /** The number of the change that this one undoes. */
    takes_back: number | null;
    edits: JsonText;
    /** The names of the ids in `edits`. */
    names: JsonText;
  };
  /** The pauses in which merchants take no orders of diners. */
  order_pauses: {
    merchant_id: string;
    /** null: until somebody resumes. */
    until: Millis | null;
    reason: string;
    by_name: string;
    at: Millis;
  };
  /** The times of the orders of the last ten minutes, of merchants that limit them. */
  order_paces: {
    merchant_id: string;
    /** An array of times, ms. */
    placed: JsonText;
  };
  /** The merchants whose owners have closed the checklist of the opening. */
  dismissed_checklists: { merchant_id: string; at: Millis };
  /** The branches of chains. The owners of the head may open them. A head is no branch itself. */
  chain_branches: {
    merchant_id: string;
    head_id: string;
    joined_at: Millis;
    /** 1: the branch has the menu of the head. */
    shares_menu: Generated<number>;
    /** The branch's prices and hidden dishes, `LocalDishes`. */
    local: Generated<JsonText>;
    /** The number of the head's last menu change that the branch has; null: it must take over the menu. */
    taken: Generated<number | null>;
    /** Why the head's menu could not be taken over, a text in all languages. */
    problem: Generated<JsonText | null>;
  };
  /** Settings that wait for a closing, because they would change open bills. */
  pending_settings: {
    merchant_id: string;
    /** The changed fields. */
    body: JsonText;
    by_name: string;
    at: Millis;
  };
  users: {
    id: string;
    merchant_id: string;
    /** An `anonymous` user becomes a `guest` under the same id. Only a `member` has a phone number. */
    kind: 'anonymous' | 'guest' | 'member';
    phone: string | null;
    first_name: string;
    last_name: string;
    mail: string;
    birthday: number | null;
    /** The id of the member as whom this guest logged in. */
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
  /** Servers of 0.1.0 limit codes with this table. */
  code_requests: { id: string; merchant_id: string; phone: string; address: string; at: Millis };
  /** The usage of budgets, see `sms/budgets.ts`. */
  budgets: { name: string; key: string; since: Millis; spent: number; last_at: Millis };
  /** The text messages of the demo, including order codes. */
  inbox: { id: Generated<number>; merchant_id: string; recipient: string; text: string; at: Millis };
  /** The services of other companies that a merchant uses. `secrets` is encrypted, see `connections/secret-box.ts`. */
  connections: {
    merchant_id: string;
    kind: string;
    provider: string;
    fields: JsonText;
    secrets: string;
    changed_at: Millis;
    changed_by: string;
    /** When a request last worked. */
    worked_at: Millis | null;
    /** The problem of the last request; null: it worked. */
    problem: JsonText | null;
    problem_at: Millis | null;
  };
  /**
   * A session has either a table or, for a to-go order, an owner. A table and an owner have at most one open session,
   * which unique indexes ensure.
   */
  table_sessions: {
    id: string;
    merchant_id: string;
    table_id: string | null;
    owner_id: string | null;
    opened_at: Millis;
    closed_at: Millis | null;
    /** Grows with every accepted and every rejected event. */
    version: number;
    /** The sequence number of the last event of the replica `server`. */
    server_seq: number;
    last_operate_at: Millis;
    /** The id of the session before the data was restored from a backup, and the time of the restore. */
    restored_from: string | null;
    restored_at: Millis | null;
    /** When a paid session ends, unless a payment is undone before. */
    closes_at: Generated<Millis | null>;
    /** When staff last moved the session to another table; null: never. */
    moved_at: Generated<Millis | null>;
    /** The session into which staff merged this one, and the moved parts; null: it was not merged. */
    joined: Generated<JsonText | null>;
    /** What staff noted about the guests; null if nothing. */
    note: Generated<string | null>;
  };
  /** The sessions of the staff page. Only a hash of the cookie is stored. */
  staff_sessions: {
    id_hash: string;
    merchant_id: string;
    created_at: Millis;
    expires_at: Millis;
    /** Identifies the password that opened it, so that a changed password ends it. null: opened by an older server. */
    password_mark: string | null;
    /** The name that the person entered; null: opened by an older server, which did not ask. */
    name: Generated<string | null>;
    /** The last request of its page, rounded to half a minute. */
    seen_at: Generated<Millis | null>;
    /** The person who opened it with a PIN. null: it was opened with a password or code, and has the owner's rights. */
    person_id: Generated<string | null>;
  };
  /** The people who work at a restaurant. `pin_hash` contains the scrypt hash and its salt. */
  staff_people: {
    id: string;
    merchant_id: string;
    name: string;
    role: StaffRole;
    pin_hash: string;
    created_at: Millis;
    removed_at: Millis | null;
    /** The language that the person chose on the staff's pages. */
    language: Generated<LanguageCode | null>;
  };
  /** One-time codes, stored as hashes. `merchant_id` is null if the code sets up a new restaurant. */
  access_codes: {
    code_hash: string;
    /** A code of kind `first` is valid while there is no restaurant. */
    kind: 'first' | 'another' | 'owner' | 'device' | 'branch';
    merchant_id: string | null;
    expires_at: Millis;
  };
  /** The tokens of a merchant's systems. Only a hash of the secret is stored. */
  staff_tokens: {
    id: string;
    merchant_id: string;
    name: string;
    /** An array of scopes. */
    scopes: JsonText;
    secret_hash: string;
    created_at: Millis;
    last_used_at: Millis | null;
  };
  /** The logins that ended by logging out. Their tokens are invalid. */
  ended_logins: { id: string; ended_at: Millis };
  session_members: {
    session_id: string;
    user_id: string;
    joined_at: Millis;
    /** The login with which the diner joined; null: joined through an older server. */
    login_id: Generated<string | null>;
    /** When staff removed the diner, who cannot join this session again. */
    removed_at: Generated<Millis | null>;
    /** What the diner is allergic to; null or "" if they have not said anything. */
    allergy: Generated<string | null>;
  };
  /** The user of each replica. A replica writes for one user only. */
  session_replicas: { session_id: string; replica_id: string; user_id: string };
  /** The event logs of sessions, with accepted and rejected events. An id has one row. */
  events: {
    session_id: string;
    id: string;
    replica_id: string;
    seq: number;
    user_id: string;
    /** The session's version after the decision on this event. */
    version: number;
    /** The code of the rejection; null: accepted. */
    rejected: string | null;
    body: JsonText;
  };
  /** The compacted state of a session up to `version`. Later events are folded onto it. */
  session_checkpoints: { session_id: string; version: number; format: number; body: JsonText };
  /** The order code of a table session, see `sms/order-codes.ts`. */
  order_codes: {
    session_id: string;
    code: string;
    issued_at: Millis;
    used_at: Millis | null;
    /** How many wrong codes the table may still enter, including later codes. */
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
    /** The number of the order's last change among all changes of the merchant's orders. A trigger writes it. */
    change_no: Generated<number | null>;
    /** Lines, totals and the other fields of the answer. */
    body: JsonText;
  };
  /** The number of the last change of a merchant's orders. */
  change_counters: { merchant_id: string; last: number };
  /** The number of the last order of a merchant's business day, such as `2026-11-25`. */
  order_numbers: { merchant_id: string; day: string; last: number };
  /** The sales figures of past days. Rows may be deleted; the server counts them again. */
  day_figures: {
    merchant_id: string;
    starts_at: Millis;
    ends_at: Millis;
    format: number;
    body: JsonText;
  };
  /** The daily closings of a merchant, numbered from 1. */
  day_closings: {
    merchant_id: string;
    number: number;
    /** The business day in the restaurant's time zone, e.g. 2026-11-25. */
    day: string;
    from_at: Millis;
    to_at: Millis;
    body: JsonText;
  };
  /** The devices that get notifications, see `push/subscriptions.ts`. */
  push_subscriptions: {
    /** A hash of `endpoint`. */
    id: string;
    merchant_id: string;
    /** The `id_hash` of the login. */
    session: string;
    person: string;
    /** null: the person logged in with a password or code. */
    person_id: string | null;
    /** The secret address at the push service of the browser's maker. */
    endpoint: string;
    p256dh: string;
    auth: string;
    /** An array of `PushKind`. */
    kinds: JsonText;
    station: string | null;
    /** For a person who has not chosen a language. */
    language: string;
    /** The address of this server, as the browser knows it. */
    origin: string;
    /** When the person last logged in on the device. */
    renewed_at: Millis;
    /** Why the last notification did not arrive; null: it did. */
    problem: string | null;
  };
  /** The notifications that are to be sent. */
  pushes: {
    id: string;
    merchant_id: string;
    subscription: string;
    /** A `PushNews`. */
    body: JsonText;
    created_at: Millis;
    attempts: number;
    /** The earliest time of the next attempt. While a server sends it, the end of its lease. */
    next_at: Millis;
  };
  /** What was put into, taken out of and counted in the cash drawers. */
  cash_movements: {
    merchant_id: string;
    act_id: string;
    /** The business day whose closing contains it, or an earlier one. */
    day: string;
    at: Millis;
    kind: MovementKind;
    /** The name of the person whose drawer it is; "" is the restaurant's. */
    drawer: string;
    currency: string;
    amount: string;
    reason: string;
    by_name: string;
    /** How a count was added up; null: it was entered as a sum. */
    pieces: JsonText | null;
    /** The number of the closing that contains it; null: none yet. */
    closing: number | null;
  };
  /** The receipts of a merchant, numbered from 1 without gaps. */
  receipts: {
    merchant_id: string;
    number: number;
    order_id: string;
    /** When the number was given. */
    at: Millis;
    /** How often it was sent to a printer. */
    prints: number;
  };
  /** The receipts that are sent by mail. Three days after it was sent or given up, a row is deleted. */
  mails: {
    id: string;
    merchant_id: string;
    order_id: string;
    /** The diner who asked for it; null: staff did. */
    user_id: string | null;
    /** The address; empty once the mail was sent or given up. */
    recipient: string;
    language: string;
    created_at: Millis;
    attempts: number;
    /** The earliest time of the next attempt. While a server sends it, the end of its lease. null: sent or given up. */
    next_at: Millis | null;
    state: 'waiting' | 'sent' | 'failed';
    /** Why the last attempt failed, a `ConnectionProblem`. */
    problem: string | null;
  };
  /** The addresses to which the server posts changes of a merchant's orders. */
  webhooks: {
    id: string;
    merchant_id: string;
    url: string;
    secret: string;
    is_on: Flag;
    created_at: Millis;
  };
  /** The deliveries to webhooks, with their outcome. */
  webhook_calls: {
    id: string;
    /** The id in the body. It is the same for every webhook, so that a receiver recognises a repeated message. */
    news_id: string;
    webhook_id: string;
    /** The address of a removed webhook; null: the webhook exists. */
    url: string | null;
    merchant_id: string;
    order_id: string;
    type: string;
    body: JsonText;
    created_at: Millis;
    /** The start of the present series of attempts. The server gives up some time after it. */
    tries_since: Millis;
    attempts: number;
    /** The earliest time of the next attempt; null: delivered or given up. */
    next_at: Millis | null;
    state: 'waiting' | 'delivered' | 'givenUp';
    /** The time of the last attempt. */
    tried_at: Millis | null;
    /** Why the last attempt failed. */
    problem: string | null;
  };
  /** The events after an order was placed, e.g. a served dish or a payment, in their order. */
  service_events: {
    merchant_id: string;
    session_id: string;
    seq: number;
    /** The id of the act that caused the event. A repeated act has the same id and is done once. */
    act_id: string;
    /** null: the event concerns the whole table. */
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
  /** Servers of 0.1.0 use this table during an upgrade. This server only removes names from its rows. */
  webhook_deliveries: {
    id: string;
    order_id: string;
    body: JsonText;
    created_at: Millis;
    attempts: number;
    next_at: Millis;
  };
  /** The kitchen tickets. The id names order, round and station, so each ticket exists once. Printed ones stay a day. */
  print_jobs: {
    id: string;
    merchant_id: string;
    /** Empty for a job of a printer, e.g. a bill. */
    station: string;
    /** null: the job goes to the printer of its station. */
    printer_id: Generated<string | null>;
    /** Empty for a test print. */
    order_id: string;
    round: number;
    /** A `PrintWhat`. */
    body: JsonText;
    created_at: Millis;
    /** The position among the tickets of the order. */
    place: number;
    attempts: number;
    /** The earliest time of the next attempt. While a server prints the ticket, the end of its lease. */
    next_at: Millis;
    /** When printing began; null: it did not begin, or certainly nothing was printed. */
    begun_at: Millis | null;
    /** Why the last attempt failed. */
    problem: string | null;
    printed_at: Millis | null;
  };
  /** The printers of a merchant. Its stations are part of the merchant. */
  printers: {
    id: string;
    merchant_id: string;
    /** The fields of the settings page. */
    body: JsonText;
    /** A hash of the secret with which a printer asks the server; null: the server connects to it. */
    secret_hash: string | null;
    created_at: Millis;
    /** When it last asked. */
    asked_at: Millis | null;
    /** The problem that it last reported; null: none. */
    problem: string | null;
    printed_at: Millis | null;
  };
  /** The payments at a restaurant's payment page, with the results that it reported. */
  page_payments: {
    id: string;
    merchant_id: string;
    order_id: string;
    /** The diner who pays. */
    user_id: string;
    /** The diner whose share is paid; null: a part of the bill without a diner. */
    share: string | null;
    /** The shares of several diners, a list of `PaymentPart`. */
    parts: JsonText | null;
    amount: string;
    tip: string;
    currency: string;
    started_at: Millis;
    state: 'started' | 'paid' | 'failed';
    /** The last message of the page that does not match the payment. */
    dispute: JsonText | null;
    /** When that message came; null: there is none, or staff have settled it. */
    disputed_at: Millis | null;
    /** The provider with a hosted page of its own; null: the restaurant's payment page. */
    provider: Generated<string | null>;
    /** The provider's id of the payment. */
    reference: Generated<string | null>;
    /** How the hand-over page sends the diner to the provider. */
    hand_over: Generated<JsonText | null>;
    /** The provider's id of the money, which a refund names. */
    transaction_id: Generated<string | null>;
    /** When the provider was last asked for the state. */
    asked_at: Generated<Millis | null>;
  };
  /** Money that the provider of a payment is to give back, see `refunds/send-refunds.ts`. */
  provider_refunds: {
    id: string;
    merchant_id: string;
    order_id: string;
    /** The act with which staff recorded the refund. It may need several payments, each in a row of its own. */
    act_id: string;
    /** The payment in `page_payments`. */
    payment_id: string;
    provider: string;
    /** With the tip. */
    amount: string;
    currency: string;
    created_at: Millis;
    state: 'waiting' | 'sending' | 'pending' | 'done' | 'failed' | 'unclear' | 'byHand';
    /** Grows when staff let the server send a failed refund again, so that the provider does not take it for the same. */
    series: number;
    /** The start of the present attempts. */
    tries_since: Millis;
    /** How often a server has begun to send it. It identifies the attempt whose result arrives. */
    attempts: number;
    /** When it is due. While a server sends it, the end of its lease. */
    next_at: Millis;
    /** Whether an attempt got no answer, so the provider may have given the money back. */
    may_be_sent: Flag;
    /** The provider's id of the refund. */
    refund_id: string | null;
    /** Why the last attempt failed, a `RefundProblem`. */
    problem: JsonText | null;
  };
  /** The diners who may read an order: all who were at the table when a round of it was placed. */
  order_members: { order_id: string; user_id: string };
  /** The files of all servers' builds, see `http/phone/build-files.ts`. */
  build_files: {
    path: string;
    /** The value of `Content-Encoding`. */
    encoding: 'br' | null;
    body: Uint8Array;
    /** When a server last marked the file as part of its build. */
    last_seen: Millis;
  };
  /** Orders that a restore lost, as reported by the phones. */
  lost_orders: { session_id: string; order_id: string; told_at: Millis; body: JsonText };
  /** The problem reports of diners. `packed` is the report as it was sent. */
  reports: {
    code: string;
    merchant_id: string;
    /** The table session, if the diner belongs to it. */
    session_id: string | null;
    user_id: string;
    at: Millis;
    /** 1: the server found no names in the logs. */
    redacted: Flag;
    text: string;
    packed: string;
  };
  /** The outcome of each attempt to place an order. A repeated attempt has the same id and gets the same outcome. */
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
