import type { Database } from '#server/platform/store/schema.ts';
import type { Db } from '#server/platform/store/transactions.ts';

/** By the database's type, so that a table cannot be forgotten. */
const tables: Readonly<Record<keyof Database, true>> = {
  meta: true,
  merchants: true,
  menu_versions: true,
  menu_hours: true,
  menu_drafts: true,
  menu_changes: true,
  house_changes: true,
  build_files: true,
  tables: true,
  categories: true,
  products: true,
  users: true,
  phone_codes: true,
  code_requests: true,
  budgets: true,
  inbox: true,
  table_sessions: true,
  staff_sessions: true,
  staff_tokens: true,
  staff_people: true,
  access_codes: true,
  ended_logins: true,
  session_members: true,
  session_replicas: true,
  events: true,
  session_checkpoints: true,
  order_codes: true,
  orders: true,
  service_events: true,
  user_coupons: true,
  webhook_deliveries: true,
  print_jobs: true,
  order_members: true,
  placements: true,
  lost_orders: true,
  page_payments: true,
  reports: true,
  change_counters: true,
  day_figures: true,
  day_closings: true,
  webhooks: true,
  webhook_calls: true,
};
export const tableNames = Object.keys(tables) as (keyof Database)[];
export type Contents = Readonly<Record<string, string>>;

/** All that the database has, by table. */
export async function contentsOf(db: Db): Promise<Contents> {
  const contents: Record<string, string> = {};
  for (const name of tableNames) {
    const found = await db.selectFrom(name).selectAll().execute();
    contents[name] = found
      .map((row) => JSON.stringify(row))
      .toSorted()
      .join('\n');
  }
  return contents;
}
