/** The privacy page names the data of each database table in both languages. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Database } from '#server/platform/store/schema.ts';

const [english, chinese] = readFileSync('public/privacy.html', 'utf8')
  .replaceAll(/\s+/g, ' ')
  .split('<section id="zh"') as [string, string];

/** Words of the page for each table. The type makes a new table fail here until somebody adds it. */
const tables: Readonly<Record<keyof Database, readonly [string, string] | 'names nobody'>> = {
  meta: 'names nobody',
  merchants: 'names nobody',
  tables: 'names nobody',
  categories: 'names nobody',
  products: 'names nobody',
  menu_versions: 'names nobody',
  menu_hours: 'names nobody',
  order_paces: 'names nobody',
  dismissed_checklists: 'names nobody',
  chain_branches: 'names nobody',
  build_files: 'names nobody',
  change_counters: 'names nobody',
  order_numbers: 'names nobody',
  day_figures: 'names nobody',
  printers: 'names nobody',
  print_jobs: ['for the kitchen and the bill', '供廚房與結帳使用'],
  users: ['phone number, last name, email, and your birthday', '手機號碼、姓氏、電子郵件'],
  phone_codes: ['Login codes', '登入驗證碼'],
  code_requests: ['counts codes by number and by network', '依號碼與網路計次'],
  budgets: ['counts wrong PINs for a week', 'PIN 碼輸入錯誤的次數'],
  inbox: ['Login codes', '登入驗證碼'],
  connections: ['who last changed the keys', '最後修改金鑰的人'],
  table_sessions: ['What you do at the table', '您在餐桌上的操作'],
  session_members: ['An allergy that you tell the restaurant', '您告知餐廳的過敏原'],
  session_replicas: ['a random number of your phone', '手機的隨機編號'],
  events: ['Each dish that you add, change or take out', '每次加點、修改或取消的餐點'],
  session_checkpoints: ['Each dish that you add, change or take out', '每次加點、修改或取消的餐點'],
  order_codes: 'names nobody',
  orders: ['Your orders', '您的訂單'],
  order_members: ['They see who sits at a table, the dishes, and your orders', '各桌的顧客、餐點與訂單'],
  placements: ['Your orders', '您的訂單'],
  lost_orders: ['your last order', '最近一筆訂單'],
  page_payments: ['who went to the payment page', '由誰前往付款頁面'],
  provider_refunds: 'names nobody',
  user_coupons: ['birthday, email and coupons', '電子郵件與優惠券'],
  ended_logins: ['Logging out removes the login', '登出後即移除登入狀態'],
  reports: ['A problem report that you send', '您送出的問題回報'],
  service_events: ['that you called for somebody', '您呼叫過服務人員'],
  webhook_deliveries: ['restaurant’s own system', '餐廳自己的系統'],
  webhook_calls: ['kept here for three days', '保留三天'],
  webhooks: ['the addresses where orders are told', '接收訂單的網址'],
  staff_sessions: ['your login (16 hours)', '登入狀態（16 小時）'],
  staff_people: ['Your name, your role and your PIN', '您的姓名、職務與 PIN 碼'],
  staff_tokens: ['The names that tills and the like were given', '收銀機等系統的名稱'],
  access_codes: 'names nobody',
  menu_drafts: ['changes of the menu', '修改菜單'],
  menu_changes: ['changes of the menu', '修改菜單'],
  house_changes: ['changes of the settings', '修改設定'],
  receipts: 'names nobody',
  mails: ['The address that you enter for a receipt', '您為明細填寫的地址'],
  order_pauses: ['changes of the settings', '修改設定'],
  pending_settings: ['changes of the settings', '修改設定'],
  push_subscriptions: ['an address at the push service', '推播服務的網址'],
  pushes: ['its text is encrypted', '內容已加密'],
  cash_movements: ['cash in the drawers', '錢櫃現金的進出'],
  day_closings: ['daily closings', '每日結帳'],
};

test.each(Object.entries(tables))('%s', (_table, texts) => {
  if (texts === 'names nobody') return;
  expect(english).toContain(texts[0]);
  expect(chinese).toContain(texts[1]);
});
